"""C++, on top of `c`: from the facts of a file to its edges.

    values spaces                       types as plain tuples, also the library's; namespaces opened by macros
    scopes members overloads            what a name means; members with those of bases; the overload meant
    types expressions                   written types, and what an expression is
    declarations resolver               the edges, for `c.resolver`

Each row stands on those above it.
"""
