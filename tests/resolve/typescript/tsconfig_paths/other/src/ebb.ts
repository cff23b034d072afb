export function ebb() {}
