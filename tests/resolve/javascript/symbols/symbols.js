const kRun = Symbol('run');
const kOther = Symbol('other');
module.exports = { kRun, kOther };
