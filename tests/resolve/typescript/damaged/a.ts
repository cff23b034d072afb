export interface Get {
  <K>(key: K): void
  (key: any): void
}
import { b } from './b';
b(); // -> b.ts::b
