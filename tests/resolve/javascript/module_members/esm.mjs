import * as all from './index.mjs';
import { run, missing } from './index.mjs';
const own = all.own;
own(); // -> index.mjs::own
run(); // -> lib.cjs::exports.run
all.run(); // -> lib.cjs::exports.run
missing(); // -> nothing
