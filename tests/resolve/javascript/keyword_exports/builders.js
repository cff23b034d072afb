function if_builder() {}
function var_builder() {}
function plain() {}
export {
  if_builder as if, // a keyword
  var_builder as /* another */ var,
  plain,
  plain as default,
};
