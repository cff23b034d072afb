const { told, untold, missing } = require('./lib'); // imports lib.d.ts
const lib = require('./lib');
told(); // -> lib.d.ts::told
untold(); // -> lib.js::untold
lib.untold(); // -> lib.js::untold
missing(); // -> nothing
