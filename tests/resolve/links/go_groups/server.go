package main

import (
	"example.com/x/handlers"
	"github.com/gin-gonic/gin"
)

func (s *Server) routes() {
	v1 := s.router.Group("/v1")
	v1.GET("/a", s.list)         // references routes.go::Server.list [same-package]
	v1.POST("/b", handlers.Home) // references handlers/home.go::Home [import]
}

func plain(r gin.IRouter) { r.GET("/c", handlers.Home) } // references handlers/home.go::Home [import]
