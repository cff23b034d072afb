package handlers

import "github.com/gin-gonic/gin"

func Home(c *gin.Context) {}
