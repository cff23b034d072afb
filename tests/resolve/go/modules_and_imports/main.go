package main

import (
	"fmt"                         // imports nothing
	"net/http"                    // imports nothing

	"example.com/elsewhere/money" // imports nothing
	"example.com/shop/cart"       // imports cart
	odd "example.com/shop/go-odd" // imports go-odd
	_ "example.com/shop/side"     // imports side
	. "example.com/shop/dotted"   // imports dotted
	"example.com/shop/yaml.v3"    // imports yaml.v3
	"example.com/tool"            // imports tool
)

func main() {
	fmt.Println()     // -> nothing
	http.Get("")      // -> nothing
	money.Round()     // -> nothing
	cart.New()        // -> cart/cart.go::New [import]
	odd.Strange()     // -> go-odd/x.go::Strange
	Plain()           // -> dotted/d.go::Plain
	yaml.Marshal()    // -> yaml.v3/y.go::Marshal
	tool.Run()        // -> tool/tool.go::Run
	cart := local{}
	cart.New() // -> ::local.New
}

type local struct{}

func (local) New() {}
