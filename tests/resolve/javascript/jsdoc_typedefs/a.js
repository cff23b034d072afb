const shapes = require('./shapes.js');
/** @typedef {import('./shapes.js').Basket} Basket */
/** @typedef {import('./shapes.js').Item} Passed */
/** @typedef {{ item: Passed }} Twice */
/** @typedef {Nowhere} Twice */
/** @typedef {{ item: Passed }} shapes */

/**
 * @param {Basket} basket
 * @param {import('./shapes.js').Box<Passed>} box
 * @param {import('./shapes.js').Either} either
 * @param {import('./shapes.js').Named} named
 * @param {import('./shapes.js').Visit} visit
 * @param {Twice} twice
 */
function f(basket, box, either, named, visit, twice) {
  basket.item.use(); // -> items.js::Item.use [field]
  basket.list[0].use(); // -> items.js::Item.use
  basket.byName.get('a').use(); // -> items.js::Item.use
  basket.later.then((item) => item.use()); // -> items.js::Item.use
  basket.use(); // -> nothing
  box.value.use(); // -> items.js::Item.use
  box.more.forEach((item) => item.use()); // -> items.js::Item.use
  box.each((item) => item.use()); // -> shapes.js::Box.each
  box.next.next.value.use(); // -> items.js::Item.use
  box.inner.item.use(); // -> items.js::Item.use
  either.use(); // -> items.js::Item.use
  either.run(); // -> shapes.js::Other.run
  named.any.use(); // -> items.js::Item.use
  visit().run(); // -> shapes.js::Other.run
  twice.item.use(); // -> items.js::Item.use
  const hidden = new shapes.Hidden(); // -> shapes.js::exports.Hidden
  hidden.go(); // -> shapes.js::exports.Hidden.go
}

/** @type {import('./shapes.js').Visit} */
const visit = (item, other) => {
  item.use(); // -> items.js::Item.use
  other.run(); // -> shapes.js::Other.run
};

/**
 * @param {{ item: Passed, deep?: { list: Passed[] } }} record
 * @param {object} options
 * @param {Passed} options.item
 * @param {Object[]} rows
 * @param {Passed} rows[].item
 * @param {(item: Passed) => Passed} made
 * @param {function(Passed): Passed} old
 * @param {Passed & { extra: Passed }} both
 * @param {Passed['use']} use
 */
function g(record, { item }, rows, made, old, both, use) {
  record.item.use(); // -> items.js::Item.use
  record.deep.list[0].use(); // -> items.js::Item.use
  item.use(); // -> items.js::Item.use
  rows[0].item.use(); // -> items.js::Item.use
  made().use(); // -> items.js::Item.use
  old().use(); // -> items.js::Item.use
  both.use(); // -> items.js::Item.use
  both.extra.use(); // -> items.js::Item.use
  use(); // -> nothing
}

/**
 * @callback Own
 * @param {Passed} item
 * @returns {Passed}
 */
/**
 * @param {Own} own
 */
// a remark between the two
function h(item, own) {
  item.use(); // -> nothing
  own().use(); // -> items.js::Item.use
  return 1;
}
h().use(); // -> ::h
