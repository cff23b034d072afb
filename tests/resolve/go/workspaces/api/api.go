package api

func Ping() {}
