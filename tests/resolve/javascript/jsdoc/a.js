/** @typedef {object} Options */
class Item { use() {} }
/**
 * @param {Item} item
 * @param {Item[]} list
 * @param {import('./b').Other} other
 * @param {Map<string, Item>} known
 * @returns {Promise<Item>}
 */
async function f(item, list, other, known, untyped) {
  item.use(); // -> ::Item.use [receiver]
  list[0].use(); // -> ::Item.use
  other.run(); // -> b.js::Other.run
  known.get('a').use(); // -> ::Item.use
  untyped.use(); // -> nothing
}
f().then((got) => got.use()); // -> ::f, ::Item.use
/** @type {Item} */
const stated = unknown();
stated.use(); // -> ::Item.use
