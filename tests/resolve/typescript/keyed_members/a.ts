// What `T[K]` is of a type parameter K that a literal says.

class Boat { sail(): void {} }
class Storm { pass(): string { return "" } }

interface Harbour { arrival: Boat; weather: Storm }
interface Listeners {
  arrival: (boat: Boat) => void;
  weather(storm: Storm, hours: number): void;
}

class Store<T> {
  get<K extends keyof T>(key: K): T[K] { return null as never }
  watch<K extends keyof T>(key: K, seen: (value: T[K]) => void): this { return this }
  any<K extends keyof T>(keys: K[]): T[K] { return null as never }
}

class Bell<L> {
  on<K extends keyof L>(name: K, listener: L[K]): this { return this }
}

type Names<M> = keyof M & (string | symbol);
type Either<R, U, K extends Names<R> | Names<U>> =
  Open<K extends Names<R> ? R[K] : K extends Names<U> ? U[K] : never>;
type Open<T> = [T] extends [never] ? (...rest: any[]) => void : T;

class Both<R, U> {
  on<K extends Names<R> | Names<U>>(name: K, listener: Either<R, U, K>): this { return this }
}

class Yard extends Bell<Listeners> {}
class Dock extends Both<{ closed: (storm: Storm) => void }, Listeners> {}

function keyed<K extends string>(key: K, of: Record<K, Boat>): Boat { return of[key] }

export function go(store: Store<Harbour>, yard: Yard, dock: Dock, key: keyof Harbour) {
  store.get("arrival").sail(); // -> ::Store.get, ::Boat.sail
  store.get('weather').pass(); // -> ::Store.get, ::Storm.pass
  store.get(key).sail(); // -> ::Store.get
  store.watch("weather", (value) => value.pass()); // -> ::Store.watch, ::Storm.pass
  store.watch("arrival", (value) => value.sail()).watch("weather", (w) => w.sail()); // -> ::Store.watch, ::Boat.sail, ::Store.watch
  yard.on("arrival", (boat) => boat.sail()); // -> ::Bell.on, ::Boat.sail
  yard.on("weather", (storm) => { storm.pass(); }); // -> ::Bell.on, ::Storm.pass
  yard.on("nothing", (boat) => boat.sail()); // -> ::Bell.on
  dock.on("arrival", (boat) => boat.sail()); // -> ::Both.on, ::Boat.sail
  dock.on("closed", (storm) => storm.pass()); // -> ::Both.on, ::Storm.pass
  keyed("a", {} as never).sail(); // -> ::keyed, ::Boat.sail
}

type Handlers = { [K in keyof Harbour]: (value: Harbour[K]) => void };
type Some<T> = { readonly [K in keyof T]?: (value: T[K]) => void };
type Getters<T> = { [K in keyof T]: () => T[K] };
type Renamed<T> = { [K in keyof T as `on${string & K}`]: T[K] };

const handlers: Handlers = {
  arrival: (boat) => boat.sail(), // -> ::Boat.sail
  weather: (storm) => storm.pass(), // -> ::Storm.pass
};
const some: Some<Harbour> = {
  arrival(boat) {
    boat.sail(); // -> ::Boat.sail
  },
};
function take(given: Some<Harbour>): void {}

export function mapped(get: Getters<Harbour>, in_place: { [N in keyof Harbour]: Harbour[N] }, re: Renamed<Harbour>) {
  take({ weather: (storm) => storm.pass() }); // -> ::take, ::Storm.pass
  get.arrival().sail(); // -> ::Boat.sail
  get.weather().sail(); // -> nothing
  in_place.weather.pass(); // -> ::Storm.pass
  re.arrival.sail(); // -> nothing
}

export function lists(boats: Set<Boat>, byName: Map<string, Boat>, list: Boat[]) {
  Array.from(boats).map((boat) => boat.sail()); // -> ::Boat.sail
  Array.from(boats, (boat) => boat.sail()); // -> ::Boat.sail
  Array.from(byName)[0][1].sail(); // -> ::Boat.sail
  Array.from(byName.values(), () => new Storm())[0].pass(); // -> ::Storm, ::Storm.pass
  Object.groupBy(list, () => "a")["a"][0].sail(); // -> ::Boat.sail
}
