package shop

func third(n int) {
	if n > 0 {
		go third(n - 1)    // -> ::third
		defer third(n - 1) // -> ::third
	}
	func() {
		First() // -> a.go::First
	}()
}
