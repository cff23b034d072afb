export * as default from './parts.js';
export * as odd from './parts.js';
export function beside() {}
beside(); // -> ::beside
