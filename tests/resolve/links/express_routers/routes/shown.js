exports.all = (req, res) => {};
