import { passed } from './main.mjs'; // imports main.mjs
passed(); // -> common.cjs::exports.named [re-export]
