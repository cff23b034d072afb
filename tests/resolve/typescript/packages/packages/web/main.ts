import { total } from '@shop/cart'; // imports packages/cart/src/index.ts
import { Book } from '@shop/cart/items/book'; // imports packages/cart/src/items/book.ts
import { hidden } from '@shop/cart/src/money'; // imports nothing
import { other } from '@shop/other'; // imports nothing
total(); // -> packages/cart/src/index.ts::total
new Book().title(); // -> packages/cart/src/items/book.ts::Book, packages/cart/src/items/book.ts::Book.title
