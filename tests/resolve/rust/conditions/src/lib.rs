#[cfg(unix)]
fn open() {}
#[cfg(not(unix))]
fn open() {}

#[cfg(target_arch = "aarch64")]
fn only_there() {}

struct S;
impl S {
    #[cfg(any(windows, target_os = "macos"))]
    fn run(&self) {}
    #[cfg(all(target_os = "linux", feature = "fast"))]
    fn run(&self) {}
}

fn f(s: S) {
    open();                       // -> ::open()
    only_there();                 // -> ::only_there
    s.run();                      // -> ::S.run()~2
}
