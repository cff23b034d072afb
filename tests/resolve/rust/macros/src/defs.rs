macro_rules! shared { () => {}; }
