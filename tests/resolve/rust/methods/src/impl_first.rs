impl Early { pub fn show(&self) {} }
impl std::fmt::Display for Early {}
pub struct Early;

pub fn early(one: Early, maybe: Option<Early>) {
    one.show();            // -> ::Early.show
    maybe.unwrap().show(); // -> ::Early.show
}
