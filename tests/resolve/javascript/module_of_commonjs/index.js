const { Store } = require('./store');
module.exports = Store;
module.exports.Store = Store;
module.exports.default = Store;
