class Item { use() {} }
module.exports = { Item };
