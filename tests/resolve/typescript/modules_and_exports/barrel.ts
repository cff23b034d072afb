export { deep } from './lib/deep'; // imports lib/deep.ts
export * from './lib/deep';
