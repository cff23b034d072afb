import os


def load(db):
    db.execute("SELECT * FROM carts")  # references svc/schema.sql::carts [declared-key]
    db.execute("select id from users")  # references nothing
    db.execute("SELECT id FROM users")  # references outside/::table/users [declared-key]
    return os.getenv("PORT"), wanted("HOST")  # reads svc/.env.example::PORT, outside/::env/HOST


def wanted(name):
    return os.environ[name]  # reads nothing
