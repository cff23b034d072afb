from flask import Blueprint

bp = Blueprint("items", __name__)


@bp.route("/items", methods=["GET", "POST"])  # references ::items [annotation]
def items(): ...
