import * as b from './builders.js';
import made, { var as variable, plain } from './builders.js';
b.if(); // -> builders.js::if_builder [import]
b.var(); // -> builders.js::var_builder
b.plain(); // -> builders.js::plain
variable(); // -> builders.js::var_builder
plain(); // -> builders.js::plain
made(); // -> builders.js::plain
b.default(); // -> builders.js::plain
b.for(); // -> nothing
