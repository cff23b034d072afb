from both import shared
from fast import make

make().go()  # -> fast.pyi::make, fast.pyi::Fast.go
shared()  # -> both.py::shared
