class Tool { hit() {} }
exports.Tool = Tool;
