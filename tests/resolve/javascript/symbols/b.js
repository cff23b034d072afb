const { kRun } = require('./symbols');
const symbols = require('./symbols');
const A = require('./a');
const kOther = Symbol('mine');
const a = new A();
a[kRun](); // -> a.js::A.[kRun]
a[kOther](); // -> nothing
a[Symbol.iterator](); // -> a.js::A.[Symbol.iterator]
a[symbols.kRun](); // -> a.js::A.[symbols.kRun]
for (const kRun of list) a[kRun](); // -> nothing
