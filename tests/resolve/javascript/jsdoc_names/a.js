/** @import { Scope, Block as Part } from './scopes.js' */
/**
 * @import * as all from './scopes.js'
 */
/** @typedef {import('./runner.js')} Started */
/** @typedef {import("./scopes.js").Scope} Renamed */
const Runner = require('./runner.js');
const { Tool } = require('./tools.js');
const count = 3;

class Item { use() {} }

class Holder {
  constructor() {
    /** @type {Item[]} */
    this.items = [];
    /**
     * The last one that was used.
     * @type {Item | null}
     */
    this.last = null;
    /** @type {Nowhere} */
    this.first = new Item();
    /* not a type: @type {Item} */
    this.other = null;
  }
  go() {
    this.items.forEach((one) => one.use()); // -> ::Item.use
    this.last.use(); // -> ::Item.use
    this.first.use(); // -> ::Item.use
    this.other.use(); // -> nothing
  }
}

/**
 * @param {Scope} scope
 * @param {Part} part
 * @param {all.Block} block
 * @param {Started} started
 * @param {Renamed} renamed
 * @param {Runner} runner
 * @param {Tool} tool
 * @param {import('./tools.js').Tool} other
 * @param {count} number
 */
function f(scope, part, block, started, renamed, runner, tool, other, number, unknown) {
  scope.child(); // -> scopes.js::Scope.child [receiver]
  part.run(); // -> scopes.js::Block.run
  block.run(); // -> scopes.js::Block.run
  started.start(); // -> runner.js::Runner.start
  renamed.child(); // -> scopes.js::Scope.child
  runner.start(); // -> runner.js::Runner.start
  tool.hit(); // -> tools.js::Tool.hit
  other.hit(); // -> tools.js::Tool.hit
  number.hit(); // -> nothing
  const cast = /** @type {Scope} */ (unknown.thing);
  cast.child(); // -> scopes.js::Scope.child
  /** @type {Part} */ (unknown).run(); // -> scopes.js::Block.run
  (unknown).run(); // -> nothing
}
