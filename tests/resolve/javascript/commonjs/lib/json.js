var json = module.exports = {};
json.parse = function parse(text) { return this.check(text); }; // -> ::json.check
json.check = (text) => text;
