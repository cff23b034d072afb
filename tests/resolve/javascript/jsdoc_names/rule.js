/** @type {import('./rules.js').Rule} */
module.exports = {
  meta: {},
  create(context) {
    context.report(); // -> rules.js::Context.report
    return context;
  },
};
/** @type {import('./rules.js').Rule} */
exports.other = {
  create(context) { context.report(); }, // -> rules.js::Context.report
};
exports.none = { create(context) { context.report(); } }; // -> nothing
