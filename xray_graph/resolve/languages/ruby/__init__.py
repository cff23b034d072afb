"""Ruby: from the facts of a file to its edges.

    types names gems                    types as plain tuples; full names, `require`; what is loaded together
    frameworks                          what well-known classes outside derive from
    classes hooks users blocks rspec    ancestors over all parts of a class; what a block sees
    outside                             classes that are only reopened
    variables handed                    what an object's variable is; what a method does with its block
    values                              what an expression is an instance of
    resolver                            the edges, for `resolve.project`

Each row stands on those above it.
"""
