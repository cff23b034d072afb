export const share: unique symbol = Symbol('share');
declare global {
  interface Flow<T> {
    [share](n: number): Flow<T>;
    value: T;
  }
  interface Other { start(): void }
}
