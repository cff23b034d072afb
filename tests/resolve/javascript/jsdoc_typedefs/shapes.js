/** @typedef {import('./items.js').Item} Item */
/**
 * @template T
 * @typedef {Object} Box
 * @property {T} value
 * @property {T[]} [more]
 * @property {(item: T) => void} each
 * @property {Box<T>} next
 * @property {object} inner
 * @property {Item} inner.item
 */
/** @typedef {{ item: Item, list?: Item[], byName: Map<string, Item>, later: Promise<Item> }} Basket */
/** @typedef {Item | Other} Either */
/** @typedef {Object<string, Item>} Named */
/**
 * @callback Visit
 * @param {Item} item
 * @param {...Other} others
 * @returns {Other}
 */
class Other { run() {} }
/** @typedef {string} Hidden */
exports.Hidden = class { go() {} };
exports.Other = Other;
