pub fn price() {}
pub struct Till;
impl Till { pub fn open(&self) {} }
