import { Store } from './index.mjs';
import One from './index.js';

class Cache extends Store {
  keep() {
    this.save(); // -> store.d.ts::Store.save
  }
}
Store.open(); // -> store.d.ts::Store.open
One.open(); // -> store.d.ts::Store.open
