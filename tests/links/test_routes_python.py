"""Routes of Flask, FastAPI and Django."""

from __future__ import annotations

from tests.links.shown import endpoints

FLASK = {
    "app/__init__.py": """\
from flask import Flask
from app.users import bp
from .api import items
def create_app():
    app = Flask(__name__)
    app.register_blueprint(bp)
    app.register_blueprint(items.bp, url_prefix="/v2")
    @app.route("/health")
    def health(): ...
    app.add_url_rule("/", "home", home)
    return app
def home(): ...
""",
    "app/users.py": """\
from flask import Blueprint
bp = Blueprint("users", __name__, url_prefix="/users")
@bp.get("/<int:id>")
def show(id): ...
@bp.route("/", methods=["GET", "POST"])
def index(): ...
""",
    "app/api/__init__.py": "",
    "app/api/items.py": """\
from flask import Blueprint
bp = Blueprint("items", __name__)
other = Blueprint("other", __name__, url_prefix="/o")
@bp.route("/items")
def items(): ...
@other.route("/q")
def q(): ...
@something.route("/no")
def no(): ...
""",
}


def test_flask():
    assert endpoints(FLASK) == [
        "GET /health -> create_app.health",
        "GET / -> home",
        "GET /v2/items -> items",
        "GET /o/q? -> q",
        "GET /users/<int:id> -> show",
        "GET /users/ -> index",
        "POST /users/ -> index",
    ]


def test_fastapi():
    files = {
        "fa/__init__.py": "",
        "fa/main.py": """\
from fastapi import FastAPI
from fa import routers
app = FastAPI()
app.include_router(routers.router, prefix="/api")
@app.get("/x")
async def x(): ...
""",
        "fa/routers.py": """\
from fastapi import APIRouter
router = APIRouter(prefix="/things")
sub = APIRouter()
router.include_router(sub, prefix="/sub")
@router.get("")
def all(): ...
@sub.post("/{id}")
def make(id): ...
""",
    }
    assert endpoints(files) == [
        "GET /x -> x",
        "GET /api/things -> all",
        "POST /api/things/sub/{id} -> make",
    ]


def test_django():
    files = {
        "shop/__init__.py": "",
        "shop/settings.py": 'ROOT_URLCONF = "shop.urls"\n',
        "shop/urls.py": """\
from django.contrib import admin
from django.urls import include, path
from shop.cart import views
extra = [path("e/", views.index)]
urlpatterns = [
    path("admin/", admin.site.urls),
    path("cart/", include("shop.cart.urls")),
    path("x/", include(extra)),
    path("in/", include([path("a/", views.index)])),
    path("", views.Start.as_view()),
]
""",
        "shop/cart/__init__.py": "",
        "shop/cart/urls.py": """\
from django.urls import path, re_path
from . import views
urlpatterns = [path("<int:id>/", views.index), re_path(r"^old/$", views.index)]
""",
        "shop/cart/views.py": "class Start: ...\ndef index(request): ...\n",
    }
    assert endpoints(files) == [
        "ANY /cart/<int:id>/ -> shop/cart/views.py::index",
        "ANY /cart/old/ -> shop/cart/views.py::index",
        "ANY /x/e/ -> shop/cart/views.py::index",
        "ANY /in/a/ -> shop/cart/views.py::index",
        "ANY / -> shop/cart/views.py::Start",
    ]


def test_what_is_declared_twice_is_two():
    files = {
        "a.py": "from flask import Flask\na = Flask(1)\nb = Flask(2)\n"
        + "@{0}.get('/')\ndef {0}1(): ...\n" * 2
    }
    files["a.py"] = files["a.py"].replace("{0}", "a", 2).replace("{0}", "b")
    assert endpoints(files) == ["GET / -> a1", "GET /~2 -> b1"]
