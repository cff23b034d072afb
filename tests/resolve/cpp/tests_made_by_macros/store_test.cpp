struct Store { void open(); };
class StoreTest {
 public:
  Store store_;
  void reset() { store_.open(); } // -> ::Store.open
};
TEST_F(StoreTest, Opens) {
  reset();       // -> ::StoreTest.reset
  store_.open(); // -> ::Store.open
  Opens();       // -> nothing
}
TEST(Store, Plain) {
  open(); // -> nothing
}
