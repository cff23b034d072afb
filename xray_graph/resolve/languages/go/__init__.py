"""Go: from the facts of a file to its edges.

    values library build                types as plain tuples; the standard library; build constraints
    packages                            which declarations a package has
    members implements                  promoted fields and methods; which type satisfies which interface
    types expressions                   what a name means, and what an expression is
    resolver                            the edges, for `resolve.project`

Each row stands on those above it.
"""
