export * from './util';
