import whole from './index.js';

export const Store = whole.Store;
export const open = whole.open;
