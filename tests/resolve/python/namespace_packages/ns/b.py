from . import a  # imports ns/a.py


def g():
    a.f()  # -> ns/a.py::f
