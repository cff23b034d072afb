from ..a import f
from ns.b import g

f()  # -> ns/a.py::f
g()  # -> ns/b.py::g
