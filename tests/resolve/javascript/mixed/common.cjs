exports.named = () => {};
