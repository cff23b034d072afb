"""PHP: from the facts of a file to its edges.

    unions scopes names                 types as plain tuples; variables; namespaces
    templates traits types              parameters of results, methods of traits, members of classes
    closures values                     what a closure is handed; what an expression is
    resolver                            the edges, for `resolve.project`

Each row stands on those above it.
"""
