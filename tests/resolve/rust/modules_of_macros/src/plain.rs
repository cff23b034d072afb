pub fn f() { g!(); }
