package server

import "example.com/api" // imports api

func f() {
	api.Ping() // -> api/api.go::Ping
}
