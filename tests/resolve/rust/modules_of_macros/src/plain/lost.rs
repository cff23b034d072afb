pub fn open() { crate::open(); }  // -> ::open
