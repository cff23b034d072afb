package shop

import "example.com/dep" // imports vendor/example.com/dep

func Start() {
	dep.Run() // -> vendor/example.com/dep/dep.go::Run [import]
}
