define({ steps: [] }); // -> form/define.d.ts::global.define
