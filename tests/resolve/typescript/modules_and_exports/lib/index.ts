export default function main() {
  return a(); // -> ::a [lexical]
}
export function a() {}
export const b = () => {};
function hidden() {}
