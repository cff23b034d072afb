def one(): ...


def two(): ...


class Made:
    def m(self): ...


alias = one
alias()  # -> ::one
table = {"a": one, "b": two}
table["b"]()  # -> ::two
table[alias]()  # -> ::one, ::two
pair = one, two
pair[1]()  # -> ::two


def call(f, x):
    f()  # -> ::one
    x.m()  # -> ::Made.m


call(one, Made())  # -> ::call, ::Made


def typed(f: "Callable[[], None]", kind: type[Made]):
    f()  # -> nothing
    kind()  # -> nothing


typed(one, Made)  # -> ::typed


class Held:
    kind = Made

    def use(self):
        self.kind()  # -> nothing
        self.kind().m()  # -> ::Made.m
