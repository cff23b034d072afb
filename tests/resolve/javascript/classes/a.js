import Base from './base.js'; // imports base.js
export class A extends Base { // inherits base.js::Base
  static all = [];
  #hidden() {}
  field = this.helper(); // -> ::A.helper
  constructor() {
    super(); // -> base.js::Base
    this.made = new Part(); // -> ::Part
  }
  helper() { this.#hidden(); } // -> ::A.#hidden
  run() {
    this.made.work(); // -> ::Part.work [field]
    this.inherited(); // -> base.js::Base.inherited [inherits]
    this.onlyOnOthers(); // -> nothing
    return () => this.helper(); // -> ::A.helper
  }
  static build() { return new this(); }
}
class Part { work() {} onlyOnOthers() {} }
const Mixed = (Sup) => class extends Sup { mixed() { return super.helper(); } };
class B extends Mixed(A) {}
new B().mixed(); // -> ::B, ::Mixed.class@1.mixed [inherits]
