"""C++, on top of `c`: from the facts of a file to its edges.

    values                              types as plain tuples, the standard library's among them
    scopes members overloads            what a name means; members with those of bases; the overload meant
    types expressions spaces            written types, what an expression is, namespaces opened by macros
    declarations resolver               the edges, for `c.resolver`

Each row stands on those above it.
"""
