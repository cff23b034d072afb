/** @license nothing of types */

class Item { use() {} }

class Help {
  /**
   * The items that are shown.
   *
   * @param {Item} item
   * @returns {Item[]}
   */

  shown(item) {
    item.use(); // -> ::Item.use
    return unknown();
  }

  /** @param {Item} item */
  near() {}

  far(item) {
    item.use(); // -> nothing
  }

  /**
   * @param {number} n
   * @returns {{ item: Item }} a record says less than the code
   */
  record(n) {
    return { item: new Item(), write() {} }; // -> ::Item
  }

  /** @returns {Nowhere} */
  named() { return new Item(); } // -> ::Item

  /** @returns {Function} */
  made() { return new Item(); } // -> ::Item

  /** @returns {Promise<Item>} */
  later() { return unknown(); }
}

/** @type {Item} */

const item = unknown();

new Help().shown().map((one) => one.use()); // -> ::Help, ::Help.shown, ::Item.use
new Help().record(1).write(); // -> ::Help, ::Help.record, ::Help.record.object@1.write
item.use(); // -> ::Item.use
new Help().named().use(); // -> ::Help, ::Help.named, ::Item.use
new Help().made().use(); // -> ::Help, ::Help.made
new Help().later().then((one) => one.use()); // -> ::Help, ::Help.later, ::Item.use
