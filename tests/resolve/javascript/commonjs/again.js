module.exports = require('./lib'); // imports lib/index.js
