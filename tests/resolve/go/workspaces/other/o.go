package other

import "example.com/api" // imports nothing

func f() {
	api.Ping() // -> nothing
}
