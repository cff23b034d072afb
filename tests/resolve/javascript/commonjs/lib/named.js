function one() {}
const two = () => one(); // -> ::one
module.exports = { one, two, three: one, four() { this.two(); } }; // -> ::two
