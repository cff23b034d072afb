class Runner { start() {} }
module.exports = Runner;
