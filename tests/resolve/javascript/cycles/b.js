import { a, b as self } from './a.js';
export * from './a.js';
export function b() { a(); return self(); } // -> a.js::a, ::b
export { missing } from './a.js';
