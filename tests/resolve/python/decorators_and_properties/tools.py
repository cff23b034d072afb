def trace(name):
    def wrap(f):
        return f

    return wrap


def plain(f): ...


class Command:
    def invoke(self): ...


def command(f) -> Command: ...
