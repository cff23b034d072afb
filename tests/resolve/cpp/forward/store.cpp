#include "store.hpp"
#include "engine.hpp"
struct Store::Rep { Engine inner; void stop() {} };
Store::Store() : engine_(new Engine), rep_(new Rep) {}
void Store::run() {
  engine_->start();      // -> engine.hpp::Engine.start [field]
  rep_->stop();          // -> ::Store.Rep.stop [field]
  rep_->inner.start();   // -> engine.hpp::Engine.start [field]
}
