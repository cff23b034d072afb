export const api = { load() { return this.save(); }, save: () => 1, helper }; // -> ::api.save
function helper() {}
const make = () => helper;
type Callback = { done: () => void; named: Done };
type Done = () => void;
function use(f: () => void, c: Callback, { done }: { done: () => void }, like: typeof helper) {
  api.load(); // -> ::api.load
  api.helper(); // -> ::helper
  f(); // -> nothing
  like(); // -> nothing
  c.done(); // -> ::Callback.done dynamic
  c.named(); // -> nothing
  done(); // -> ::use.object@1.done dynamic
  const alias = helper;
  alias(); // -> ::helper
  const computed = make(); // -> ::make
  computed(); // -> nothing
  const { save } = api;
  save(); // -> ::api.save
  const either = Math.random() ? helper : use;
  either(); // -> nothing
  (function once() { once(); })(); // -> ::use.once
}
function overloaded(a: string): string;
function overloaded(a: number): Date;
function overloaded(a: any) { return a; }
overloaded(1); // -> ::overloaded(any)
namespace Tools { export function cut() {} export namespace Deep { export const dig = () => {}; } }
Tools.cut(); // -> ::Tools.cut
Tools.Deep.dig(); // -> ::Tools.Deep.dig
enum Color { Red }
Color.Red.toString(); // -> nothing
