const lib = require('./lib.cjs');
const run = lib.run;
const Shop = lib.Shop;
var again = run;
run(); // -> lib.cjs::exports.run
again(); // -> lib.cjs::exports.run
new Shop(); // -> lib.cjs::exports.Shop
const object = { run: lib.run, other() {} };
const other = object.other;
other(); // -> nothing
let changed = lib.run;
changed = other;
changed(); // -> nothing
