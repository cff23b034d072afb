//go:build extra

package shop

func fancy() {}
