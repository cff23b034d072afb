import { Bag, Box, Cart, Element, First, Given, Made, make, Nested, Result, Settled, take, Unboxed, Valued } from "./types";

declare const element: Element<Cart[]>;
declare const itself: Element<Bag>;
declare const result: Result<typeof make>;
declare const given: Given<typeof take>;
declare const first: First<typeof take>;
declare const settled: Settled<Promise<Cart> | Bag>;
declare const made: Made<typeof Cart>;
declare const unboxed: Unboxed<Box<Bag>>;
declare const valued: Valued<{ value: Cart; next: Bag }>;
declare const nested: Nested<Promise<Cart[]>>;
declare const other: Nested<Set<Bag>>;
declare function open<T>(box: T): Unboxed<T>;
declare const box: Box<Cart>;

element.add(); // -> types.ts::Cart.add
itself.add(); // -> types.ts::Bag.add
result.add(); // -> types.ts::Cart.add
given[1].add(); // -> types.ts::Bag.add
first.add(); // -> types.ts::Cart.add
settled.add(); // -> types.ts::Cart.add, types.ts::Bag.add
made.add(); // -> types.ts::Cart.add
unboxed.add(); // -> types.ts::Bag.add
valued.add(); // -> types.ts::Cart.add, types.ts::Bag.add
nested.add(); // -> types.ts::Cart.add
other.add(); // -> types.ts::Bag.add
open(box).add(); // -> ::open, types.ts::Cart.add
