const create = require('./lib'); // imports lib/index.js
const { helper, json } = require('./lib/index.js');
const named = require('./lib/named'); // imports lib/named.js
const Klass = require('./lib/klass'); // imports lib/klass.js
const outside = require('express'); // imports nothing
create(); // -> lib/index.js::create [import]
create.inline(); // -> lib/index.js::exports.inline
helper(); // -> lib/index.js::helper
json.parse(); // -> lib/json.js::json.parse
json.nothing(); // -> nothing
named.one(); // -> lib/named.js::one
named.three(); // -> lib/named.js::one
named.four(); // -> lib/named.js::module.exports.four
require('./lib/named').two(); // -> lib/named.js::two
new Klass().run(); // -> lib/klass.js::Klass, lib/klass.js::Klass.run
Klass.of().run(); // -> lib/klass.js::Klass.of, lib/klass.js::Klass.run
Klass.extra(); // -> lib/klass.js::exports.extra
outside(); // -> nothing
function lazy(name) {
  require(name)(); // -> nothing
  if (name) { require('./lib/json').check(); } // -> lib/json.js::json.check
}
