package shop

type Cart struct {
	owner *User
	items []Item
	byID  map[string]*Item
	next  chan Item
	hook  func() Item
}

type User struct{}
type Item struct{ User }

func (c *Cart) Add(items ...Item) *Cart { return c }
func (u User) Name() string             { return "" }
func (i Item) Price() int               { return 0 }

func use(c Cart, p *Cart) (named *User, err error) {
	c.Add()            // -> ::Cart.Add [receiver]
	p.Add().Add()      // -> ::Cart.Add
	c.owner.Name()     // -> ::User.Name [field]
	c.items[0].Price() // -> ::Item.Price [field]
	c.byID["a"].Price() // -> ::Item.Price
	(<-c.next).Price() // -> ::Item.Price
	c.hook().Price()   // -> ::Item.Price
	c.hook()           // -> nothing
	named.Name()       // -> ::User.Name
	err.Error()        // -> nothing
	return
}

func locals() {
	a := Cart{}
	a.Add() // -> ::Cart.Add [construction]
	b := &Cart{}
	b.Add() // -> ::Cart.Add [construction]
	var d *Cart
	d.Add() // -> ::Cart.Add
	u, err := use(a, b)   // -> ::use
	u.Name()              // -> ::User.Name [result]
	_ = err
	for i, item := range a.items {
		item.Price() // -> ::Item.Price
		_ = i
	}
	for key, item := range a.byID {
		item.Price() // -> ::Item.Price
		_ = key
	}
	for item := range a.next {
		item.Price() // -> ::Item.Price
	}
	if it, ok := a.byID["x"]; ok {
		it.Price() // -> ::Item.Price
	}
	items := append([]Item{}, a.items...)
	items[1:][0].Price() // -> ::Item.Price
	made := make(map[string][]Item)
	made["x"][0].Price() // -> ::Item.Price
	f := func(x Item) *User { return nil }
	f(Item{}).Name() // -> ::User.Name
	var s struct{ inner Item }
	s.inner.Price() // -> ::Item.Price
}

var shared = &Cart{}

func packageVariable() {
	shared.Add() // -> ::Cart.Add
}

func shadow(Cart *Cart) {
	Cart.Add() // -> ::Cart.Add
}
