const rule = require('./rule.js');
rule.create(1); // -> rule.js::module.exports.create
