import { Base } from './base';
interface Named { name(): string }
class Item { use() {} }
export class Shop extends Base<Item> implements Named { // inherits base.ts::Base
  #secret = new Item();
  readonly stock: Map<string, Item>;
  handler = (item: Item) => { item.use(); }; // -> ::Item.use [receiver]
  constructor(private helper: Helper, plain: Item) {
    super(); // -> base.ts::Base [inherits]
    this.stock = new Map();
  }
  name() { return ''; }
  get only(): Item { return this.#secret; }
  run(other?: Shop) {
    this.helper.help(); // -> ::Helper.help [field]
    this.#secret.use(); // -> ::Item.use [field]
    this.stock.get('a')?.use(); // -> ::Item.use
    this.only.use(); // -> ::Item.use
    this.first().use(); // -> base.ts::Base.first [inherits], ::Item.use [result]
    this.shared().run(); // -> base.ts::Base.shared, ::Shop.run
    other!.handler(new Item()); // -> ::Shop.handler, ::Item
    Base.make().label(); // -> base.ts::Base.make, base.ts::Base.label
    for (const item of this.items) item.use(); // -> ::Item.use
    const self = this;
    self.name(); // -> ::Shop.name
    this.missing(); // -> nothing
  }
}
class Helper { help() {} }
function take(x: Named, y: Shop | Item | null, z: unknown) {
  x.name(); // -> ::Named.name dynamic
  if (y instanceof Shop) {
    y.run(); // -> ::Shop.run
  }
  if (z instanceof Item) {
    z.use(); // -> ::Item.use
  }
  z.use(); // -> nothing
  (z as Item).use(); // -> ::Item.use [annotation]
}
class Anonymous { make = class { inner() {} } }
