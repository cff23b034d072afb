export function add(n: number) {}
