package shop

func Start() {
	open()  // -> open_linux.go::open
	fancy() // -> plain.go::fancy
}

func Again() {
	open() // build-variant open_windows.go::open
}
