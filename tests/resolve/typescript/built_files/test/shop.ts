import { Shop } from '..'; // imports lib/index.ts
new Shop().open(); // -> lib/index.ts::Shop, lib/index.ts::Shop.open
