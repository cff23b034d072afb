import { b } from './b.js';
export * from './b.js';
export function a() { return b(); } // -> b.js::b
