class Raft { float() {} }
class Buoy { float() {} }
declare function found(): Buoy;
declare function any(): any;

function within(x: Raft | Buoy) {
  if (x instanceof Raft) {
    x.float();                                 // -> ::Raft.float
    x = new Buoy();
    x.float();                                 // -> ::Buoy.float
  }
}

function behind(x: Raft | Buoy) {
  if (!(x instanceof Raft)) { return; }
  x.float();                                   // -> ::Raft.float
  x = found();
  x.float();                                   // -> ::Buoy.float
  x = any();
  x.float();                                   // -> ::Raft.float, ::Buoy.float
}

function hidden(x: Raft | Buoy) {
  if (x instanceof Raft) {
    const x = new Buoy();
    x.float();                                 // -> ::Buoy.float
  }
}

function turns(x: Raft | Buoy) {
  while (x instanceof Raft) {
    x = found();
    x.float();                                 // -> ::Buoy.float
  }
}
