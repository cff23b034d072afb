package shop

import "testing"

func helper() {
	hidden() // -> a.go::hidden
}

func TestOpen(t *testing.T) {
	for _, run := range []func(){
		func() {
			Open() // -> a.go::Open
		},
	} {
		t.Run("x", func(t *testing.T) { // -> nothing
			Open() // -> a.go::Open
			run()  // -> nothing
		})
	}
	helper() // -> ::helper
}
