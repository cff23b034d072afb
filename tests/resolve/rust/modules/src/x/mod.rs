pub mod y;                        // imports src/x/y.rs
