export function round(x: number) { return x; }
