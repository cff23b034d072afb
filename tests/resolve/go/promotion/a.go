package shop

import "sync"

type Base struct{}

func (*Base) Close()  {}
func (Base) Flush()   {}
func (Base) Name() int { return 0 }

type Middle struct{ *Base }

type Top struct { // inherits ::Middle
	Middle
	sync.Mutex
	Name string
}

type Left struct{}
type Right struct{}

func (Left) Both()  {}
func (Right) Both() {}

type Twice struct {
	Left
	Right
}

func use(t *Top, w Twice) {
	t.Close()        // -> ::Base.Close [inherits]
	t.Flush()        // -> ::Base.Flush
	t.Lock()         // -> nothing
	t.Base.Close()   // -> ::Base.Close
	t.Middle.Flush() // -> ::Base.Flush
	w.Both()         // -> nothing
	w.Left.Both()    // -> ::Left.Both
}
