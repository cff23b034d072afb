export function told() {}
export function untold() {}
