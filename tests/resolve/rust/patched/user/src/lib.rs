fn f() {
    tool::go();      // -> tool/src/lib.rs::go
    other::go();     // -> tool/src/lib.rs::go
    elsewhere::go(); // -> nothing
}
