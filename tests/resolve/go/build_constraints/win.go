//go:build windows

package shop

func win() {
	open() // -> open_windows.go::open
}
