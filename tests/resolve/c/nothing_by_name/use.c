int use(void) {
  only_one(1); // -> nothing
  kept();      // -> nothing
  return 0;
}
