package shop

type ID int
type Func func(int) int
type Pair[T any] struct{ a, b T }

func (id ID) String() string { return "" }

func use(f Func, any interface{}) {
	_ = ID(3)                 // -> nothing
	_ = []byte("x")           // -> nothing
	_ = (*ID)(nil)            // -> nothing
	_ = Pair[int](struct{ a, b int }{}) // -> nothing
	_ = make([]ID, len("x"))  // -> nothing
	f(1)                      // -> nothing
	_ = ID(4).String()        // -> ::ID.String
	_ = new(ID).String()      // -> ::ID.String
	_ = ID.String(5)          // -> ::ID.String
	g := ID(6).String
	g() // -> nothing
}
