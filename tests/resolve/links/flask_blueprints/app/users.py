from flask import Blueprint

bp = Blueprint("users", __name__, url_prefix="/users")


@bp.get("/<int:id>")  # references ::show [annotation]
def show(id): ...


@other.get("/no")  # references nothing
def no(): ...
