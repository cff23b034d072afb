package kinds

type Kind int

func (k Kind) Label() string { return "" }

const (
	None Kind = iota
	Book
	Food
)

const (
	_ Kind = iota + 10
	Late
	Early, Never Kind = iota, iota
	Other, Last
)

const Plain = 4

func own() {
	Food.Label()  // -> ::Kind.Label
	Late.Label()  // -> ::Kind.Label
	Last.Label()  // -> ::Kind.Label
	Plain.Label() // -> nothing
}
