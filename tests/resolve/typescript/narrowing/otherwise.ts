// Where a test of a name fails.
class Punt { float() {} pole() {} }
class Dinghy extends Punt { row() {} }
class Canoe { float() {} }
class Kayak { float() {} }

function left(x: Punt | Canoe) {
  if (x instanceof Punt) {
    x.float();                                 // -> ::Punt.float
    return;
  }
  x.float();                                   // -> ::Canoe.float
}

function branches(x: Punt | Canoe) {
  if (!(x instanceof Punt)) x.float();         // -> ::Canoe.float
  else x.float();                              // -> ::Punt.float
  x.float();                                   // -> ::Punt.float, ::Canoe.float
  return x instanceof Canoe ? 1 : x.float();   // -> ::Punt.float
}

function within(x: Punt | Canoe) {
  if (x instanceof Canoe || x.float()) return; // -> ::Punt.float
}

function beside(x: Punt | Canoe) {
  if (!(x instanceof Punt) && x.float()) return; // -> ::Canoe.float
}

function derived(x: Dinghy | Canoe) {
  if (x instanceof Punt) return;
  x.float();                                   // -> ::Canoe.float
}

function not_all(x: Punt | Canoe) {
  if (x instanceof Dinghy) return;             // a Punt may be no Dinghy
  x.float();                                   // -> ::Punt.float, ::Canoe.float
}

function several(x: Punt | Canoe | Kayak) {
  if (x instanceof Punt || x instanceof Canoe) return;
  x.float();                                   // -> ::Kayak.float
}

function both(x: Punt | Canoe | Kayak, ready: boolean) {
  if (x instanceof Punt && ready) return;
  x.float();                                   // -> ::Punt.float, ::Canoe.float, ::Kayak.float
  if (x instanceof Punt) { ready = false; } else x.float(); // -> ::Canoe.float, ::Kayak.float
}

function outside(x: Punt | Error) {
  if (x instanceof Error) return;
  x.float();                                   // -> ::Punt.float
}

function again(x: Punt | Canoe) {
  if (x instanceof Punt) return;
  x = new Punt();
  x.float();                                   // -> ::Punt.float
}
