pub fn close() {
    super::till::open();          // -> src/till.rs::open
}
