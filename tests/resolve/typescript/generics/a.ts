class Item { use() {} }
class Box<T> {
  constructor(public value: T) {}
  get(): T { return this.value; }
  map<U>(f: (value: T) => U): Box<U> { return new Box(f(this.value)); } // -> ::Box
}
type Maybe<T> = T | undefined;
interface Repo<T extends Item = Item> { find(): Maybe<T>; all(): Promise<T[]> }
function pick<T extends Item>(from: T[]): T { return from[0]; }
function keep<K, V>(m: Map<K, V>): V { return [...m.values()][0]; }
async function run(repo: Repo, box: Box<Item>) {
  box.get().use(); // -> ::Box.get, ::Item.use
  box.value.use(); // -> ::Item.use [field]
  new Box(new Item()).get().use(); // -> ::Box, ::Item, ::Box.get, ::Item.use
  box.map((i) => [i]).get()[0].use(); // -> ::Box.map, ::Box.get, ::Item.use
  repo.find()?.use(); // -> ::Repo.find dynamic, ::Item.use
  (await repo.all())[0].use(); // -> ::Repo.all dynamic, ::Item.use
  for (const one of await repo.all()) one.use(); // -> ::Repo.all, ::Item.use
  pick([new Item()]).use(); // -> ::pick, ::Item, ::Item.use
  keep(new Map<string, Item>()).use(); // -> ::keep, ::Item.use
  const [first, second] = await Promise.all([repo.find(), make()]); // -> ::Repo.find, ::make
  second.use(); // -> ::Item.use
  const partial: Partial<Holder> = {};
  partial.item!.use(); // -> ::Item.use
  type R = ReturnType<typeof make>;
  const r: Awaited<R> = await make(); // -> ::make
  r.use(); // -> ::Item.use
  const byKey: Holder['item'] = new Item(); // -> ::Item
  byKey.use(); // -> ::Item.use
}
interface Holder { item: Item }
async function make() { return new Item(); } // -> ::Item
type Endless<T> = Endless<T[]> | { deep(): void };
function endless(x: Endless<string>) {
  x.deep(); // -> ::Endless.object@1.deep
}
