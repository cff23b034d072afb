def helper(): ...


def outer():
    def inner():
        helper()  # -> ::helper [lexical]
        outer()  # -> ::outer

    inner()  # -> ::outer.inner
    [helper() for helper in (inner, inner)]  # -> ::outer.inner


def shadowed(helper):
    helper()  # -> nothing


class Box:
    def helper(self): ...

    def use(self):
        helper()  # -> ::helper
        self.helper()  # -> ::Box.helper [receiver]

    made = helper


def late():
    after()  # -> ::after


def after(): ...


try:
    from fast import speed
except ImportError:

    def speed(): ...


speed()  # -> ::speed

if after:

    def either(): ...

else:

    def either(x): ...


either()  # -> ::either(), ::either(_)


def counter():
    step = helper

    def go():
        nonlocal step
        step()  # -> ::helper

    return go


named = lambda: helper()  # -> ::helper
named()  # -> ::named
len([])  # -> nothing
