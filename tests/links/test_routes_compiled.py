"""Routes of Go, Java, C# and Rust."""

from __future__ import annotations

from tests.links.shown import endpoints

GO = {
    "go.mod": "module example.com/x\n",
    "main.go": """\
package main

import (
	"net/http"
	"os"

	"example.com/x/h"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
)

var base = os.Getenv("BASE")

const api = "/api"

type S struct{ router *gin.Engine }

func home(w http.ResponseWriter, r *http.Request) {}
func (s *S) list(c *gin.Context)                  {}
func (s *S) make() gin.HandlerFunc                { return nil }
func main() {
	http.HandleFunc(api+"/h", h.Home)
	m := http.NewServeMux()
	m.HandleFunc("GET /items/{id}", home)
	m.Handle("POST /w", http.HandlerFunc(home))
	s := &S{}
	s.router = gin.Default()
	v1 := s.router.Group("/v1")
	v1.POST("/a", s.make())
	g := gin.New()
	v2 := g.Group("/v2")
	v2.Group("/adm", check).DELETE("/c", s.list)
	r := chi.NewRouter()
	r.Route("/users", func(r chi.Router) {
		r.Get("/{id}", home)
		r.Group(func(r chi.Router) { r.With(check).Post("/g", home) })
	})
	x := mux.NewRouter()
	x.HandleFunc(base+"/p", home).Methods(http.MethodGet, "POST")
	x.PathPrefix("/sub").Subrouter().HandleFunc("/z", home)
	other.GET("/no", home)
	http.Get("/no")
}
func routes(rg *gin.RouterGroup) { rg.GET("/rel", h.Gin) }
""",
    "h/h.go": """\
package h

import "net/http"

func Home(w http.ResponseWriter, r *http.Request) {}
func Gin(c any)                                    {}
""",
}


def test_go():
    assert endpoints(GO) == [
        "ANY /api/h -> h/h.go::Home",
        "GET /items/{id} -> home",
        "POST /w -> home",
        "POST /v1/a -> S.make",
        "DELETE /v2/adm/c -> S.list",
        "GET /users/{id} -> home",
        "POST /users/g -> home",
        "GET /p? -> home",
        "POST /p? -> home",
        "ANY /sub/z -> home",
        "GET /rel? -> h/h.go::Gin",
    ]


def test_spring_and_jax_rs():
    files = {
        "x/A.java": """\
package x;
import org.springframework.web.bind.annotation.*;
@RestController @RequestMapping("/api")
public class A {
  @GetMapping(value = "/u/{id}", produces = "x") String get() { return ""; }
  @RequestMapping(path = {"/a", "/b"}, method = RequestMethod.POST) void p() {}
}
class Plain { @GetMapping("/no") void no() {} }
""",
        "x/R.java": """\
package x;
import jakarta.ws.rs.*;
@Path("/res")
class R { @GET @Path("{id}") String one() { return ""; } @POST void make() {} void no() {} }
""",
    }
    assert endpoints(files) == [
        "GET /api/u/{id} -> A.get",
        "POST /api/a -> A.p",
        "POST /api/b -> A.p",
        "GET /res/{id} -> R.one",
        "POST /res -> R.make",
    ]


def test_aspnet():
    files = {
        "Users.cs": """\
using Microsoft.AspNetCore.Mvc;
namespace X;
[ApiController] [Route("api/[controller]")]
public class UsersController : ControllerBase {
  [HttpGet("{id}")] public int Get(int id) { return id; }
  [HttpPost("/all")] public int All() { return 1; }
  public int Helper() { return 1; }
}
""",
        "web/Usings.cs": "global using Microsoft.AspNetCore.Mvc;\n",
        "web/Carts.cs": 'public class CartsController : Controller { [HttpGet("/carts")] public int All() => 1; }\n',
        "other/No.cs": 'public class NoController : Controller { [HttpGet("/no")] public int All() => 1; }\n',
        "Program.cs": """\
using Microsoft.AspNetCore.Builder;
var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
app.MapGet("/x", Handlers.Do);
var g = app.MapGroup("/g").WithTags("x");
g.MapPost("/z", Local);
g.MapGroup("/h").MapDelete("/{id}", () => 1);
things.MapGet("/no", () => 1);
static int Local() => 1;
public static class Handlers {
  public static int Do() => 1;
  public static void Map(this IEndpointRouteBuilder e) { e.MapPut("/ext", Do); }
}
""",
    }
    assert endpoints(files) == [
        "GET /x -> Handlers.Do",
        "POST /g/z -> Local",
        "DELETE /g/h/{id} -> func@1",
        "PUT /ext? -> Handlers.Do",
        "GET /api/Users/{id} -> UsersController.Get",
        "POST /all -> UsersController.All",
        "GET /carts -> CartsController.All",
    ]


def test_actix_and_axum():
    files = {
        "src/main.rs": """\
use axum::{Router, routing::get};
use actix_web::{web, App, post};
mod users;
#[post("/h/{id}")]
async fn hello() {}
#[nothing("/no")]
fn no() {}
fn main() {
    let app = Router::new().route("/x", get(hello).post(users::make)).nest("/api", Router::new().route("/in", get(users::list)));
    axum::serve(listener, app);
    App::new().service(web::resource("/r").route(web::get().to(hello)))
      .service(web::scope("/s").service(web::resource("/t").route(web::put().to(users::list))));
}
fn api() -> Router { Router::new().route("/part", get(hello)) }
""",
        "src/users.rs": "pub async fn list() {}\npub async fn make() {}\n",
    }
    assert endpoints(files) == [
        "POST /h/{id}? -> hello",
        "GET /x -> hello",
        "POST /x -> src/users.rs::make",
        "GET /api/in -> src/users.rs::list",
        "GET /r -> hello",
        "PUT /s/t -> src/users.rs::list",
        "GET /part? -> hello",
    ]
