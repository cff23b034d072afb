export function made() {}
