mod plain;
use pin_project_lite::pin_project;

pub trait Body { fn poll_frame(self: Pin<&mut Self>) -> u8; }
pub struct State;
impl State { fn next(&mut self) {} }

pin_project! {
    pub struct Wrapped<B> {
        #[pin]
        body: B,
        state: State,
    }
}

impl<B: Body> Body for Wrapped<B> {
    fn poll_frame(self: Pin<&mut Self>) -> u8 {
        let this = self.project();
        this.state.next();          // -> ::State.next
        this.body.poll_frame()      // -> ::Body.poll_frame [inherits]
    }
}

impl<B> Wrapped<B> {
    fn again(self: Pin<&mut Self>) {
        self.project().state.next(); // -> ::State.next
    }
}
