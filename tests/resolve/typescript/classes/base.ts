export abstract class Base<T> {
  protected items: T[] = [];
  static make(): Base<string> { return new Child(); } // -> ::Child [lexical]
  abstract name(): string;
  shared(): this { return this; }
  label() { return this.name(); } // -> ::Base.name dynamic [receiver]
  first(): T { return this.items[0]; }
}
class Child extends Base<string> { // inherits ::Base
  name() { return super.label(); } // -> ::Base.label
}
