const make = require('./lib.js'); // imports lib.d.ts
make().run(); // -> lib.d.ts::make, lib.d.ts::make~2.Made.run
