export const last: unique symbol = Symbol('last');
export class Item { use() {} }
declare global {
  interface Flow<U> {
    [last]: (n: number) => Flow<U>;
    first: U;
  }
}
export interface Other { stop(): void }
