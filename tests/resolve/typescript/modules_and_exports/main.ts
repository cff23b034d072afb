import main, { a, b as renamed } from './lib'; // imports lib/index.ts
import * as ns from './lib'; // imports nothing
import { deep, starred } from './barrel'; // imports barrel.ts
import type { Shape } from './lib/shapes.js'; // imports lib/shapes.ts
import { outside } from 'elsewhere'; // imports nothing
import './side.js'; // imports side.ts

main(); // -> lib/index.ts::main [import]
a(); // -> lib/index.ts::a [import]
renamed(); // -> lib/index.ts::b [import]
ns.a(); // -> lib/index.ts::a [import]
ns.missing(); // -> nothing
deep(); // -> lib/deep.ts::deep [re-export]
starred(); // -> lib/deep.ts::starred [re-export]
outside(); // -> nothing
undeclared(); // -> nothing

async function lazy(shape: Shape) {
  const { a } = await import('./lib');
  a(); // -> lib/index.ts::a
  const whole = await import('./lib');
  whole.b(); // -> lib/index.ts::b
  (await import('./lib')).default(); // -> lib/index.ts::main
  shape.area(); // -> lib/shapes.ts::Shape.area dynamic [receiver]
}
