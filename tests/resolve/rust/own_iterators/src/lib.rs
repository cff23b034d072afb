pub struct List<T> { all: Vec<T> }
pub struct Walk<'a, T> { list: &'a List<T>, at: usize }
pub struct Entry<'a, T> { value: &'a T }
pub struct Item;

impl<T> List<T> {
    pub fn walk(&self) -> Walk<'_, T> { Walk { list: self, at: 0 } }
}

impl<'a, T> Iterator for Walk<'a, T> {
    type Item = Entry<'a, T>;
    fn next(&mut self) -> Option<Entry<'a, T>> { None }
}

impl<'a, T> Entry<'a, T> {
    pub fn value(&self) -> &'a T { self.value }
    pub fn is_last(&self) -> bool { true }
}

impl Item { fn go(&self) {} }

fn f(list: List<Item>) {
    list.walk().map(|e| e.value().go());      // -> ::List.walk, ::Entry.value, ::Item.go
    list.walk().filter(|e| e.is_last()).next().unwrap().value(); // -> ::List.walk, ::Entry.is_last, ::Entry.value
    let last = list.walk().skip(1).find(|e| e.is_last()).unwrap(); // -> ::List.walk, ::Entry.is_last
    last.value().go();                        // -> ::Entry.value, ::Item.go
}
