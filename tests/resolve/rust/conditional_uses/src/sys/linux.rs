pub fn imp() {}
