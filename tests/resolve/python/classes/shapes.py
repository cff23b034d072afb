import base
from base import Base


class Left(base.Base):  # inherits base.py::Base
    def draw(self):
        super().shared()  # -> base.py::Base.shared [inherits]

    def only_left(self): ...


class Right(Base):  # inherits base.py::Base
    def shared(self):
        super().shared()  # -> base.py::Base.shared


class Both(Left, Right):  # inherits ::Left, ::Right
    def go(self):
        self.shared()  # -> ::Right.shared [inherits]
        self.only_left()  # -> ::Left.only_left
        self.nobody()  # -> nothing

    class Inner:
        def m(self): ...


Both()  # -> ::Both
Both().go()  # -> ::Both, ::Both.go
Both.make().only_left()  # -> base.py::Base.make, ::Left.only_left
Left.draw(Both())  # -> ::Left.draw, ::Both
Both.Inner().m()  # -> ::Both.Inner, ::Both.Inner.m
Left().shared().only_left()  # -> ::Left, base.py::Base.shared, ::Left.only_left


class Outside(Unknown):
    def use(self):
        self.use()  # -> ::Outside.use
        self.elsewhere()  # -> nothing
