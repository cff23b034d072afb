package shop

func First() { // a call of the package's own name, in this file and in another
	second()  // -> ::second [lexical]
	third(1)  // -> b.go::third [same-package]
	len("x")  // -> nothing
	missing() // -> nothing
}

func second() {
	third := func(int) {}
	third(2) // -> nothing
	{
		second := 1
		_ = second
	}
	second() // -> ::second
}

func Init() int { return 1 }

var started = Init() // -> ::Init
