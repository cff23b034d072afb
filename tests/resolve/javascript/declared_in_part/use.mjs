import { told, untold, missing } from './esm.mjs'; // imports esm.d.mts
told(); // -> esm.d.mts::told
untold(); // -> esm.mjs::untold
missing(); // -> nothing
