package shop

import (
	"time"

	"example.org/shop/kinds"
)

type node struct{ left, right *node }

func (n *node) Walk()       {}
func (n *node) Copy() *node { return n }

type Shelf interface{ Walk() }

func repeated() {
	kinds.Book.Label() // -> kinds/kinds.go::Kind.Label
	const (
		first kinds.Kind = iota
		second
	)
	first.Label() // -> kinds/kinds.go::Kind.Label
}

// A variable is visible only after its own statement: what it is given is the outer name.
func shadows(in, out *node, shelf Shelf) {
	node := &node{}
	node.Walk() // -> ::node.Walk
	if in.left != nil {
		in, out := &in.left, &out.left
		(*in).Walk()         // -> ::node.Walk
		*out = (*in).Copy()  // -> ::node.Copy
	}
	in = in.Copy() // -> ::node.Copy
	switch shelf := shelf.(type) {
	case nil, Shelf:
		shelf.Walk() // -> ::Shelf.Walk dynamic
	}
}

func outside(p any) {
	t := *((*time.Time)(nil)) // -> nothing
	t.Equal(t)                // -> nothing
	(2 * time.Second).String() // -> nothing
}
