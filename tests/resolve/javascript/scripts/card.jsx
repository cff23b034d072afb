export const Card = ({ title }) => <div>{format(title)}</div>; // -> ::format
function format(text) {}
