pub fn run() {}
pub fn other() {}
