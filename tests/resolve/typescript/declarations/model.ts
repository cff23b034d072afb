export interface Model { own(): void }
export function f(m: Model) {
  globalThing(); // -> globals.d.ts::globalThing
  m.own(); // -> ::Model.own
  m.added(); // -> globals.d.ts::.divmodel.Model.added
}
