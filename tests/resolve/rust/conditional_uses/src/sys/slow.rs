pub fn work() {}
