pub struct Repo;
impl Repo { pub fn close(&self) {} pub fn describe() {} }

fn f(socket: std::net::TcpStream, unknown: Missing) {
    socket.close();               // -> nothing
    unknown.close();              // -> nothing
    other().close();              // -> nothing
    close();                      // -> nothing
    describe();                   // -> nothing
    Socket::close(&socket);       // -> nothing
    std::fs::close();             // -> nothing
}
