import { make, move, serve, Cart } from './lib';
function both(item: string): void;
function both(item: string, more: number): void;
function both(item: string, more?: number) {}
export function f(cart: Cart) {
  make('a'); // -> lib.d.ts::make(string)
  make('a', 1); // -> lib.d.ts::make(string,number)
  cart.add('book', 2); // -> lib.d.ts::Cart.add('book',number) dynamic
  cart.add('pen'); // -> lib.d.ts::Cart.add(string) dynamic
  cart.add('pen', () => {}).add('ink'); // -> lib.d.ts::Cart.add(string,func) dynamic, lib.d.ts::Cart.add(string) dynamic
  cart.clear(); // -> lib.d.ts::Cart.clear dynamic
  serve({ title: 'a' }); // -> lib.d.ts::serve(Options)
  serve({ secure: true, 'key': 'k' }); // -> lib.d.ts::serve(Secure)
  serve(); // -> lib.d.ts::serve(Options)
  move({ room: 'a' }); // -> lib.d.ts::move(Partial)
  both('a', 1); // -> ::both(string,number)~2
}
