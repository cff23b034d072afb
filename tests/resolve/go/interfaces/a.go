package shop

import "io"

type Doer interface { // inherits nothing
	Do() error
}

type ReadDoer interface { // inherits ::Doer
	Doer
	io.Reader
}

type B struct{} // implements ::Doer

func (*B) Do() error { return nil }

type W struct{ B } // implements ::Doer

type Wrong struct{} // implements nothing

func (Wrong) Do() string { return "" }

type Func func() // implements ::Doer

func (Func) Do() error { return nil }

type empty interface{}

func run(d Doer, r ReadDoer, b *B, e error) {
	d.Do()       // -> ::Doer.Do dynamic
	r.Do()       // -> ::Doer.Do dynamic
	r.Read(nil)  // -> nothing
	b.Do()       // -> ::B.Do
	e.Error()    // -> nothing
	run(b, nil, b, nil) // -> ::run
	if x, ok := d.(*B); ok {
		x.Do() // -> ::B.Do
	}
	switch v := d.(type) {
	case *B:
		v.Do() // -> ::B.Do
	case *W, Func:
		v.Do() // -> ::Doer.Do dynamic
	default:
		v.Do() // -> ::Doer.Do dynamic
	}
}
