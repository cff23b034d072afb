'use strict';
before(); // -> ::before
function before() {}
var late; late = before; late(); // -> ::before
const same = before;
same(); // -> ::before
let swap = before;
swap = after;
swap(); // -> ::after
function after() {}
const obj = { run() { this.walk(); }, walk: () => {}, nested: { deep() {} }, same: before }; // -> ::obj.walk
obj.run(); // -> ::obj.run
obj.nested.deep(); // -> ::obj.nested.deep
obj['walk'](); // -> ::obj.walk
obj.same(); // -> ::before
obj[name](); // -> nothing
function outer(cb, other = before) {
  function inner() { inner(); } // -> ::outer.inner
  inner(); // -> ::outer.inner
  cb(); // -> nothing
  other(); // -> nothing
  { const before = inner; before(); } // -> ::outer.inner
  if (cb) { var hoisted = inner; }
  hoisted(); // -> ::outer.inner
}
const made = make();
made(); // -> nothing
function make() { return function named() {}; }
make()(); // -> ::make, ::make.named
[before, after].forEach((f) => f()); // -> nothing
tag`a ${before()}`; // -> ::tag, ::before
function tag() {}
label: for (const f of [after]) f(); // -> nothing
