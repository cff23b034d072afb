pub fn price() {}
