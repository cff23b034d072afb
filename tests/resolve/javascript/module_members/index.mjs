export * from './lib.cjs';
export function own() {}
