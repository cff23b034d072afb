package shop_test

import (
	"testing"

	"example.com/shop"
)

func helper() {}

func BenchmarkOpen(b *testing.B) {
	shop.Open()   // -> a.go::Open [import]
	shop.hidden() // -> a.go::hidden
	helper()      // -> ::helper
}
