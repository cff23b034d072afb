const { kRun, kOther } = require('./symbols');
const symbols = require('./symbols');
class A {
  [kRun]() {
    this[kOther](); // -> ::A.[kOther] [receiver]
  }
  [kOther]() {}
  [Symbol.iterator]() {}
  [symbols.kRun]() {}
}
module.exports = A;
