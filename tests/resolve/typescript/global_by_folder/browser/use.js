define('opens a page'); // -> browser/define.d.ts::global.define
