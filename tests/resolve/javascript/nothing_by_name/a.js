class Repo { close() {} send() {} log() {} }
function f(socket, res) {
  socket.close(); // -> nothing
  res.send(); // -> nothing
  console.log('x'); // -> nothing
  JSON.parse('x').close(); // -> nothing
  describe('x', () => {}); // -> nothing
}
const describe2 = { describe() {} };
