package shop

func open() {
	onlyWindows() // -> ::onlyWindows
}

func onlyWindows() {}
