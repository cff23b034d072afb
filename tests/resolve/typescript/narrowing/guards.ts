import { Ferry } from "./ships";

export interface Floats { float(): void }
export function isFerry(x: unknown): x is Ferry { return x instanceof Ferry; }
export const floats = (x: object): x is Floats => "float" in x;
export function isReady(x: unknown): boolean { return !!x; }

export class Guard {
  static isFerry(x: unknown): x is Ferry { return isFerry(x); }
}
