package shop

import (
	"net"
	"os"
)

// The only Close of the repository is not what any of these call.
func use(c net.Conn, unknown interface{}) {
	c.Close()       // -> nothing
	f, _ := os.Open("x")
	f.Close()       // -> nothing
	unknown.Close() // -> nothing
	Describe()      // -> nothing
	getConn().Close() // -> ::getConn
}

func getConn() net.Conn { return nil }
