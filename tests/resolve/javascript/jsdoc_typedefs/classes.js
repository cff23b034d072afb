/** @typedef {import('./shapes.js').Basket} Basket */

/** @template T */
class Base {
  /** @param {T} value */
  constructor(value) {
    /** @type {T} */
    this.value = value;
  }
  /** @returns {T} */
  get() { return this.value; }
}

/** @extends {Base<Basket>} */
class Holder extends Base { // inherits ::Base
  go() {
    this.get().item.use(); // -> ::Base.get, items.js::Item.use
    this.value.item.use(); // -> items.js::Item.use
  }
}

/** @typedef {{ shown(name: string): Basket }} Shown */

/** @implements {Shown} */
class View { // implements ::Shown
  shown() {}
}

/**
 * @template T
 * @param {T[]} list
 * @param {(one: T) => void} each
 * @returns {T}
 */
function first(list, each) { return list[0]; }

/** @type {Basket[]} */
const baskets = load();
first(baskets, (one) => one.item.use()).item.use(); // -> ::first, items.js::Item.use

/**
 * @typedef {object} Tools
 * @property {() => void} open
 */
/** @returns {Tools} the code says which functions these are */
function made() { return { open() {} }; }
made().open(); // -> ::made, ::made.object@1.open

/** @returns {Tools & { basket: Basket }} */
function named() {
  function open() {}
  const tools = { open, basket: load() };
  return tools;
}
named().open(); // -> ::named, ::named.open
named().basket.item.use(); // -> ::named, items.js::Item.use

/**
 * @param {Tools} tools
 */
function used(tools) {
  tools.open(); // -> ::Tools.open
}
/** @typedef {{ broken: Base<, after: Base }} Broken */
/** @typedef {Base<Basket>} After
/** @param {After} after */
function last(after, /** @type {Broken} */ broken) {
  after.get().item.use(); // -> nothing
  broken.after.get(); // -> nothing
}
