export class Cart {
  add() {}
}
export class Bag {
  add() {}
}
export type Element<T> = T extends (infer U)[] ? U : T;
export type Result<F> = F extends (...given: any[]) => infer R ? R : never;
export type Given<F> = F extends (...given: infer P) => any ? P : never;
export type First<F> = F extends (first: infer A, ...rest: any[]) => any ? A : never;
export type Settled<T> = T extends Promise<infer V> ? V : T;
export type Made<C> = C extends new (...given: any[]) => infer I ? I : never;
export interface Box<T> {
  value: T;
}
export type Unboxed<T> = T extends Box<infer V> ? V : never;
export type Valued<T> = T extends { value: infer V; next: infer N } ? V | N : never;
export type Nested<T> = T extends Promise<infer V> ? Element<V> : T extends Set<infer V> ? V : never;
export function make(): Cart {
  return new Cart(); // -> ::Cart
}
export function take(cart: Cart, bag: Bag) {}
