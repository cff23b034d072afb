package shop

func Run() {
	run() // -> ::run
}
func run() {
	Run() // -> ::Run
}

type tty struct{}

func (t *tty) resize() {}

func forward(tty *tty) {
	tty.resize() // -> ::tty.resize
}

func nested() {
	type local struct{ v *tty }
	var l local
	l.v.resize() // -> ::tty.resize
}
