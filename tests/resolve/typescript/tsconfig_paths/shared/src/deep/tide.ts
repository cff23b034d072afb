export function tide() {}
