import { connect } from 'net';
class Repo { close() {} fetch() {} get() {} }
function f(s: WebSocket, u: any, o: { get(): void }) {
  s.close(); // -> nothing
  u.close(); // -> nothing
  fetch('x'); // -> nothing
  connect().close(); // -> nothing
  o.get(); // -> ::f.object@1.get
  [1, 2].map(String); // -> nothing
  ''.close(); // -> nothing
}
