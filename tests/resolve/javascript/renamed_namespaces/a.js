import all, { odd } from './again.js';
all.made(); // -> parts.js::made
odd.made(); // -> parts.js::made
