use crate::Tree;

macro_rules! current {
    ($editor:expr) => {{
        let view = $crate::view!($editor);    // -> ::view
        let id = checked(view.doc);           // -> ::checked
        let doc = &$editor.docs[id];
        (view, doc)
    }};
}
macro_rules! view { ($editor:expr) => { $editor.tree.get($editor.tree.focus) }; }   // -> nothing
macro_rules! doc {
    ($editor:expr, $id:expr $(,)?) => { &$editor.docs[$id] };
    ($editor:expr) => {{ $crate::current!($editor).1 }};    // -> ::current
}
macro_rules! items { ($name:ident) => { fn $name() { checked(1); } }; }   // -> nothing
fn checked(id: usize) -> usize { id }
