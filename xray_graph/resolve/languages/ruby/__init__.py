"""Ruby: from the facts of a file to its edges.

    types names                         types as plain tuples; full names, constants, `require`
    classes blocks rspec                ancestors over all parts of a class; what a block sees
    values                              what an expression is an instance of
    resolver                            the edges, for `resolve.project`

Each row stands on those above it.
"""
