package main

import "github.com/gin-gonic/gin"

type Server struct{ router *gin.Engine }

func (s *Server) list(c *gin.Context) {}
