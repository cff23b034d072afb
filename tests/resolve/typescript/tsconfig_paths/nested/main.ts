import { util } from '@/leaf'; // imports nested/own/leaf.ts
util(); // -> nested/own/leaf.ts::util
