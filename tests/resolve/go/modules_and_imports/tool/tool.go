package tool

import "example.com/shop/cart" // imports nothing

func Run() {
	cart.New() // -> nothing
}
