package shop

func before() {
	after() // -> ::after
}

func broken( {
	before(
}

func after() {
	before() // -> ::before
}
