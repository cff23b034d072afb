#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub use self::windows::*;
#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub use self::unix::*;

#[cfg(target_os = "macos")]
#[path = "macos.rs"]
pub mod imp;
#[cfg(target_os = "linux")]
#[path = "linux.rs"]
pub mod imp;

pub mod quick;
pub mod slow;
