pub struct Plan { state: crate::State }
impl Plan {
    fn go(self) { self.project().state.next(); }  // -> nothing
}
