const { Shop } = require('../dist/index.js'); // imports lib/index.ts
const other = require('../dist/other.js'); // imports nothing
const outside = require('../../dist/index.js'); // imports nothing
new Shop().open(); // -> lib/index.ts::Shop, lib/index.ts::Shop.open
