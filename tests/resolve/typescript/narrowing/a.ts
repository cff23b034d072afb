// Where a test of a name holds.
import { Buoy, Ferry, Lost, Ship, Tug } from "./ships";
import { Guard, floats, isFerry, isReady } from "./guards";

export function tested(ship: Ship, thing: unknown, either: Ferry | Tug) {
  if (ship instanceof Ferry) ship.load(); // -> ships.ts::Ferry.load
  if (thing instanceof Tug && thing.pull()) return; // -> ships.ts::Tug.pull
  const loaded = ship instanceof Ferry ? ship.load() : ship.load(); // -> ships.ts::Ferry.load
  if (!(ship instanceof Tug) || ship.pull()) return; // -> ships.ts::Tug.pull
  if (!(thing instanceof Ferry)) {
    thing.load(); // -> nothing
  } else {
    thing.load(); // -> ships.ts::Ferry.load
  }
  while (thing instanceof Tug) thing.pull(); // -> ships.ts::Tug.pull
  if (either instanceof Ship) either.name(); // -> ships.ts::Ship.name
  if (either instanceof Ship) either.load(); // -> ships.ts::Ferry.load
}

export function left(thing: unknown) {
  if (!(thing instanceof Ferry)) return;
  thing.load(); // -> ships.ts::Ferry.load
  const again = () => thing.load(); // -> ships.ts::Ferry.load
}

export function below(thing: unknown) {
  helper(); // -> ::below.helper
  if (!(thing instanceof Ferry)) throw new Error();
  thing.load(); // -> nothing
  function helper() {}
}

export function outside(lost: Lost | string) {
  if (lost instanceof Error) lost.where(); // -> ships.ts::Lost.where
}

export function guarded(ship: Ship, thing: object, buoy: Buoy) {
  if (isFerry(thing)) thing.load(); // -> guards.ts::isFerry, ships.ts::Ferry.load
  if (!isFerry(thing)) return; // -> guards.ts::isFerry
  thing.load(); // -> ships.ts::Ferry.load
  if (Guard.isFerry(ship) && ship.load()) return; // -> guards.ts::Guard.isFerry, ships.ts::Ferry.load
  if (isReady(ship)) ship.name(); // -> guards.ts::isReady, ships.ts::Ship.name
  floats(thing) ? thing.float() : thing.float(); // -> guards.ts::floats, guards.ts::Floats.float dynamic
  if (floats(buoy)) buoy.float(); // -> guards.ts::floats, guards.ts::Floats.float dynamic
}
