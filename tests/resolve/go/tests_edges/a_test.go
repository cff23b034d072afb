package shop

import "testing"

func TestOpen(t *testing.T) {
	Open() // tests a.go::Open
	for _, step := range []func(){
		func() {
			Close() // tests a.go::Close
		},
	} {
		t.Run("step", func(t *testing.T) { // tests nothing
			step()
			Flush() // tests a.go::Flush
		})
	}
	helper() // tests nothing
}

func helper() {
	Open() // tests nothing
}

func ExampleClose() {
	Close() // tests a.go::Close
}

func FuzzFlush(f *testing.F) {
	Flush() // tests a.go::Flush
}

func Testimony() {
	Open() // tests nothing
}
