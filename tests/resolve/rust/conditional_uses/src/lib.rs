mod sys;
use sys::{now, Clock};
#[cfg(not(feature = "fast"))]
use sys::slow::work;
#[cfg(feature = "fast")]
use sys::quick::work;

fn f() {
    now();              // -> src/sys/unix.rs::now
    Clock::new();       // -> src/sys/unix.rs::Clock.new
    work();             // -> src/sys/quick.rs::work
    imp();              // -> src/sys/linux.rs::imp
}

#[cfg(windows)]
use sys::imp_windows::imp;
#[cfg(not(windows))]
use sys::imp::imp;
