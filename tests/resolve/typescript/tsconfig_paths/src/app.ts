import { util } from '@/leaf'; // imports src/leaf/index.ts
import { read } from 'config'; // imports src/settings.ts
import { read as again } from 'src/settings'; // imports nothing
import { read as third } from '#src/settings'; // imports nothing
import { gone } from '@/not/there'; // imports nothing
util(); // -> src/leaf/util.ts::util
read(); // -> src/settings.ts::read
third(); // -> src/settings.ts::read
again(); // -> src/settings.ts::read
gone(); // -> nothing
