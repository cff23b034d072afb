import { App, Context, Failure, Handler, define, wrap } from './api';
const app = new App(); // -> api.ts::App
app.get('/', (c) => c.text('x')); // -> api.ts::Context.text [receiver]
app.get((c, next) => { next(); c.json({}); }); // -> api.ts::Context.json
app.get('/', async (c) => c.text('x')).get('/y', (d) => d.text('y')); // -> api.ts::Context.text
app.on('error', (e) => e.explain()).on('done', (c) => c.text('')); // -> api.ts::App.on(string,func)~2, api.ts::Failure.explain, api.ts::Context.text
app.use({ before(c) { c.text('a'); }, all: [(c) => c.text('b')] }); // -> api.ts::App.use, api.ts::Context.text
const handler: Handler = (c) => c.text('z'); // -> api.ts::Context.text
const made = define((c) => c.text('')); // -> api.ts::define, api.ts::Context.text
wrap(new Failure(), (f) => f.explain()); // -> api.ts::wrap, api.ts::Failure, api.ts::Failure.explain
wrap(new Failure(), () => {}).explain(); // -> api.ts::wrap, api.ts::Failure, api.ts::Failure.explain
const list: Context[] = [];
list.map((c) => c).filter((c) => c.text('')).forEach((c) => c.json({})); // -> api.ts::Context.text, api.ts::Context.json
Promise.resolve(new Failure()).then((f) => f.explain()); // -> api.ts::Failure, api.ts::Failure.explain
function give(): Handler { return (c) => c.text(''); } // -> api.ts::Context.text
class Keeps { handler: Handler; constructor() { this.handler = (c) => c.text(''); } } // -> api.ts::Context.text
const table: Record<string, Handler> = { a: (c) => c.text('') }; // -> api.ts::Context.text
unknown((c) => c.text('')); // -> nothing
