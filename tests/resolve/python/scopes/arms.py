class A:
    def one(self): ...


class B:
    def one(self): ...


class C:
    def one(self): ...


def arms(test):
    v = A()
    if test:
        v = B()
        v.one()  # -> ::B.one
    elif test > 1:
        v.one()  # -> ::A.one
        v = C()
    else:
        v.one()  # -> ::A.one
    v.one()  # -> ::C.one, ::B.one, ::A.one


def caught():
    v = A()
    try:
        v = B()
    except ValueError:
        v.one()  # -> ::B.one, ::A.one
        v = C()
    except KeyError:
        v.one()  # -> ::B.one, ::A.one
    else:
        v.one()  # -> ::B.one, ::A.one


def matched(test):
    v = A()
    match test:
        case 1:
            v = B()
        case 2:
            if test:
                v.one()  # -> ::A.one
    with test:
        v.one()  # -> ::B.one, ::A.one


def again(tests):
    v = None
    for test in tests:
        w = A()
        if test:
            v = B()
            w = C()
        elif v:
            v.one()  # -> ::B.one
        else:
            w.one()  # -> ::A.one
            for _ in test:
                if v:
                    w = C()
                else:
                    w.one()  # -> ::C.one, ::A.one


def first_is_a_scope(tests):
    v = A()
    if tests:
        [v.one() for _ in tests]  # -> ::A.one
        v = B()
    else:
        # with a comment between
        v.one()  # -> ::A.one


def members(self, test):
    self.v = A()
    if test:
        self.v = B()
    else:
        self.v.one()  # -> ::A.one
