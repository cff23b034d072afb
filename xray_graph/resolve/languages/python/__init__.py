"""Python: from the facts of a file to its edges.

    values assigned passed              types as plain tuples; what a file assigns and hands on, as written
    names outside                       scopes of one file; what is known without source
    modules annotations classes         across files: imports, written types, classes
    containers members                  what is inside a value, what an attribute holds
    inference signatures                what type variables stand for, which overload
    expressions specials calls          what an expression may be, and what a call gives
    fixtures unstated targets           parameters without a type; which declarations an expression names
    types                               the parts together, and what they remember
    resolver                            the edges, for `resolve.project`

Each row stands on those above it.
"""
