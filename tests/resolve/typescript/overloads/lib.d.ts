export function make(name: string): void;
export function make(name: string, size: number): void;
export interface Cart {
  add(item: 'book', copies: number): this;
  add(item: string): this;
  add(item: string, done: () => void): this;
  clear(): void;
}
export interface Options { title?: string }
export type Secure = Options & { secure: true; key: string };
export interface Stock { room: string; shelf: string }
export function serve(options: Secure): void;
export function serve(options?: Options): void;
export function move(change: Partial<Stock>): void;
export function move(change: string | object): void;
