import { share } from './share';
import { last, Item } from './last';
import * as named from './last';
interface Its<T> extends Flow<T> {}
function f(flow: Flow<Item>, its: Its<Item>, own: named.Other) {
  const shared = flow[share](1); // -> share.ts::global.Flow.[share] dynamic
  shared[last](2); // -> last.ts::global.Flow.[last] dynamic
  flow.value.use(); // -> last.ts::Item.use
  its.first.use(); // -> last.ts::Item.use
  its[last](1).first.use(); // -> last.ts::global.Flow.[last], last.ts::Item.use
  own.start(); // -> nothing
}
