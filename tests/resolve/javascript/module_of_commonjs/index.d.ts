export { Store, Store as default } from './store';
