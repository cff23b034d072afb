from flask import Flask

from app.users import bp

from .api import items


def create_app():
    app = Flask(__name__)
    app.register_blueprint(bp)
    app.register_blueprint(items.bp, url_prefix="/v2")

    @app.route("/health")  # references ::create_app.health [annotation]
    def health(): ...

    app.add_url_rule("/", "home", home)  # references ::home [lexical]
    return app


def home(): ...
