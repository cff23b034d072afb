import whole, { named } from './common.cjs'; // imports common.cjs
import * as space from './common.cjs';
whole.named(); // -> common.cjs::exports.named
named(); // -> common.cjs::exports.named
space.named(); // -> common.cjs::exports.named
export { named as passed } from './common.cjs';
