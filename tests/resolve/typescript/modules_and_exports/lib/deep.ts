export * from '../barrel'; // imports barrel.ts
export function deep() {}
export function starred() {}
