import { round } from '#money'; // imports packages/cart/src/money.ts
import { one } from '#inner/one'; // imports packages/cart/src/inner/one.ts
export function total() {
  one(); // -> packages/cart/src/inner/one.ts::one
  return round(1); // -> packages/cart/src/money.ts::round
}
