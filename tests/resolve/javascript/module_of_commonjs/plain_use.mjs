import plain from './plain.js';

plain.save(); // -> plain.d.ts::Plain.save
