apart(); // -> nothing
everywhere(); // -> types/all.d.ts::everywhere
