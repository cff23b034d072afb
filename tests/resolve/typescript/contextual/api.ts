export class Context<E = any> {
  text(s: string): Response { return new Response(s); }
  json = (o: object) => o;
}
export type Next = () => Promise<void>;
export type Handler<E = any> = (c: Context<E>, next: Next) => unknown;
export interface Route<E> {
  (handler: Handler<E>): App<E>;
  (path: string, ...handlers: Handler<E>[]): App<E>;
}
export class App<E = {}> {
  get!: Route<E>;
  on(event: 'error', f: (err: Failure) => void): this;
  on(event: string, f: (c: Context) => void): this;
  on(event: string, f: (x: any) => void): this { return this; }
  use(options: { before?: (c: Context) => void; all: Handler[] }) {}
}
export class Failure { explain() {} }
export const wrap = <T>(value: T, f: (value: T) => void): T => value;
export const define = (h: Handler): Handler => h;
