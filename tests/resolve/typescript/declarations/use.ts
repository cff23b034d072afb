import make = require('./lib'); // imports lib.d.ts
import { other } from './lib';
make().run(); // -> lib.d.ts::make, lib.d.ts::make~2.Made.run dynamic
other(); // -> lib.d.ts::make~2.other [import]
