class Klass { static of() { return new Klass(); } run() {} } // -> ::Klass
module.exports = Klass;
module.exports.extra = function extra() {};
