apart(); // -> tests/one/given.d.ts::apart
