function told() {}
function untold() {}
module.exports = { told, untold };
