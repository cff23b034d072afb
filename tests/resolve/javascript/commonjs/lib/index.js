exports = module.exports = create; // nothing is said of this line
exports.json = require('./json'); // imports lib/json.js
exports.helper = helper;
exports.inline = function inline() { return exports.helper(); }; // -> ::helper

function create() { return app; }
function helper() {}
var app = {};
