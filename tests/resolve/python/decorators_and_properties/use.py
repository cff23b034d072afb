import tools
from tools import command, plain, trace


class Widget:
    @property
    def size(self): ...

    def area(self):
        return self.size  # reads ::Widget.size


@trace("a")  # -> tools.py::trace
def f(w: Widget):
    return w.size  # reads ::Widget.size


@tools.plain
def g():
    f(None)  # -> ::f


@command
def run(): ...


run.invoke()  # -> tools.py::Command.invoke
g()  # -> ::g
