use core_parts::all_of;
use log::log;

fn f() {
    all_of!(g());                 // -> core/src/deep.rs::all_of, ::g
    shown!(g());                  // -> core/src/deep.rs::shown, ::g
    log!();                       // -> nothing
    core_parts::log!();           // -> core/src/deep.rs::log
    if cfg!(not(windows)) {}      // -> nothing
}
fn g() {}
fn not(x: u8) {}
