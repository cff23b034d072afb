from pkg.made import *
from pkg.taken import *

one()  # -> pkg/grown.py::one
two()  # -> pkg/grown.py::two
_three()  # -> pkg/grown.py::_three
Four()  # -> pkg/grown.py::Four
own()  # -> pkg/taken.py::own
left()  # -> nothing
plain()  # -> pkg/made.py::plain
_hidden()  # -> nothing
