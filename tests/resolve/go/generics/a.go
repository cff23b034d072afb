package shop

type Item struct{}

func (Item) Price() int { return 0 }

type Pricer interface{ Price() int }

type List[T any] struct{ all []T }

func (l *List[E]) First() E       { return l.all[0] }
func (l *List[E]) Each(f func(E)) {}

type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

func Map[T, R any](in []T, f func(T) R) []R { return nil }
func Must[T any](v T, err error) T         { return v }
func Total[P Pricer](p P) int {
	return p.Price() // -> ::Pricer.Price dynamic
}

func load() (*Item, error) { return nil, nil }

func use(l *List[Item], p Pair[string, *Item]) {
	l.First().Price() // -> ::List.First, ::Item.Price
	p.Value.Price()   // -> ::Item.Price
	l.Each(func(i Item) { // -> ::List.Each
		i.Price() // -> ::Item.Price
	})
	Must(load()).Price() // -> ::Must, ::load, ::Item.Price
	Map([]int{1}, func(n int) Item { return Item{} })[0].Price() // -> ::Map, ::Item.Price
	Map[int, Item](nil, nil)[0].Price() // -> ::Map, ::Item.Price
	Must[*Item](nil, nil).Price() // -> ::Must, ::Item.Price
	q := Pair[string, Item]{}
	q.Value.Price() // -> ::Item.Price
	Total(Item{})   // -> ::Total
}
