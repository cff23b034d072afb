module.exports = function make() {};
