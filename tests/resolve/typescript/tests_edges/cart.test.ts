import { add } from './cart';
describe('cart', () => {
  it('adds', () => {
    [1, 2].forEach((n) => add(n)); // tests cart.ts::add
    helper(); // tests nothing
  });
});
function helper() { add(1); } // -> cart.ts::add
