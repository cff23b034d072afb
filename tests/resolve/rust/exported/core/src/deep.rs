#[macro_export]
macro_rules! shown { ($x:expr) => { $x }; }
#[macro_export]
macro_rules! all_of { ($x:expr) => { $x }; }
macro_rules! kept { () => {}; }
#[macro_export]
macro_rules! log { () => {}; }
