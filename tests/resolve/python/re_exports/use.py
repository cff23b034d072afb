import pkg
from pkg import in_a, in_b, listed, t2

t2()  # -> pkg/impl.py::t [re-export]
listed()  # -> pkg/parts/one.py::listed [re-export]
in_a()  # -> pkg/ring_a.py::in_a
in_b()  # -> pkg/ring_b.py::in_b
pkg._private()  # -> pkg/parts/one.py::_private [re-export]
pkg.unlisted()  # -> nothing
pkg.hidden()  # -> nothing
pkg.parts._private()  # -> pkg/parts/one.py::_private
pkg.weigh()  # -> pkg/weigh.py::weigh [re-export]
pkg.impl.t()  # -> pkg/impl.py::t
