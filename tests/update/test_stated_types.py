"""Resolved again after an edit == resolved anew, where the edit changes what another file or a comment states."""

from __future__ import annotations

import pytest

from tests.update.test_corpus_edits import follows

STATED = {
    "a property that a comment of another file declares": (
        {
            "a.js": "class Item { why() {} }\nclass Other { why() {} }\n"
            "/**\n * @typedef {object} Basket\n * @property {Item} item\n */\nmodule.exports = { Item, Other };\n",
            "b.js": "/** @param {import('./a.js').Basket} basket */\nfunction f(basket) { basket.item.why(); }\n",
        },
        ("a.js", "@property {Item} item", "@property {Other} item"),
        "Item.why",
    ),
    "a type of a third file that a comment passes on": (
        {
            "a.js": "class Item { why() {} }\nclass Other { why() {} }\nexports.Item = Item;\nexports.Other = Other;\n",
            "b.js": "/** @typedef {import('./a.js').Item} Passed */\nexports.b = 1;\n",
            "c.js": "/** @param {import('./b.js').Passed} item */\nfunction f(item) { item.why(); }\n",
        },
        ("b.js", ".Item} Passed", ".Other} Passed"),
        "Item.why",
    ),
    "what a callback of another file hands on": (
        {
            "a.js": "class Item { why() {} }\nclass Other { why() {} }\n"
            "/**\n * @callback Visit\n * @param {Item} item\n */\nmodule.exports = { Item, Other };\n",
            "b.js": "/** @type {import('./a.js').Visit} */\nconst visit = (item) => item.why();\n",
        },
        ("a.js", "@param {Item} item", "@param {Other} item"),
        "Item.why",
    ),
    "what a comment gives the base of a class": (
        {
            "a.js": "class Item { why() {} }\nclass Other { why() {} }\n/** @template T */\n"
            "class Base {\n  /** @returns {T} */\n  get() {}\n}\n"
            "/** @extends {Base<Item>} */\nclass Holder extends Base {}\nmodule.exports = { Holder };\n",
            "b.js": "const { Holder } = require('./a.js');\nnew Holder().get().why();\n",
        },
        ("a.js", "{Base<Item>}", "{Base<Other>}"),
        "Item.why",
    ),
    "a type parameter that hides a type of the file": (
        {
            "a.ts": "export class Item { why() {} }\nexport class Holder {\n  item: Item;\n"
            "  get other(): Item { return this.item; }\n}\n",
            "b.ts": "import { Holder } from './a';\nfunction f(one: Holder) { one.item.why(); one.other.why(); }\n",
        },
        ("a.ts", "class Holder {", "class Holder<Item> {"),
        "Item.why",
    ),
    "a type parameter that hides a type of the package": (
        {
            "go.mod": "module m\n",
            "a.go": "package m\ntype Item struct{}\nfunc (i Item) Why() {}\ntype Holder struct { item Item }\n",
            "b.go": "package m\nfunc f(one Holder) { one.item.Why() }\n",
        },
        ("a.go", "type Holder struct", "type Holder[Item any] struct"),
        "Item.Why",
    ),
    "what a class has that is a mixin of itself": (
        {
            "a.php": "<?php\nclass Item { function why() {} }\n/** @mixin Holder\n * @mixin Middle */\nclass Holder {\n"
            "  function run() { $this->item()->why(); }\n}\n/** @mixin Last */\ninterface Middle {}\n",
            "b.php": "<?php\n/** @method Item item() */\nclass Last {}\n",
        },
        ("b.php", "@method Item item()", "none"),
        "Item.why",
    ),
}


@pytest.mark.parametrize("what", STATED)
def test_an_answer_rests_on_what_a_comment_states(what):
    follows(*STATED[what])
