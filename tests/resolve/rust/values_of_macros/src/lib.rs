#[macro_use]
mod short;
pub struct Doc;
impl Doc { pub fn text(&self) {} }
pub struct View { pub doc: usize }
impl View { pub fn area(&self) {} }
pub struct Tree { pub focus: usize }
impl Tree { pub fn get(&self, id: usize) -> &View { panic!() } }
pub struct Editor { pub tree: Tree, pub docs: Vec<Doc> }
pub struct Cx<'a> { editor: &'a mut Editor }

macro_rules! tried {
    ($e:expr) => {
        match $e { Some(value) => value, None => return }
    };
}
macro_rules! listed { ($($e:expr),*) => { [$($e),*] }; ($e:expr) => { $e }; }
macro_rules! kept { ($e:expr) => { $e; }; }
macro_rules! endless { ($e:expr) => { if true { endless!($e) } else { endless!($e) } }; }
macro_rules! made { () => { Doc }; }

fn opened() -> Option<Doc> { None }

fn f(cx: &mut Cx) {
    let (view, doc) = current!(cx.editor);   // -> src/short.rs::current
    doc.text();                   // -> ::Doc.text
    view.area();                  // -> ::View.area
    doc!(cx.editor).text();       // -> src/short.rs::doc, ::Doc.text
    let doc = doc!(&cx.editor, 1);    // -> src/short.rs::doc
    doc.text();                   // -> ::Doc.text
    tried!(opened()).text();      // -> ::tried, ::opened, ::Doc.text
    made!().text();               // -> ::made, ::Doc.text
    listed!(Doc).text();          // -> ::listed
    kept!(Doc).text();            // -> ::kept
    endless!(Doc).text();         // -> ::endless
    doc!(1, 2, 3).text();         // -> src/short.rs::doc
    let some = vec![Doc];
    some[0].text();               // -> ::Doc.text
}
