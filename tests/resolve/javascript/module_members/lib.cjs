exports.run = function () {};
exports.Shop = class Shop {};
exports.left = exports.right = function side() {};
