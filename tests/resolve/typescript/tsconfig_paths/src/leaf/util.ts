export function util() {}
