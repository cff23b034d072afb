"""PHP: from the facts of a file to its edges.

    unions scopes names functions       types as plain tuples; variables; namespaces; PHP's own functions
    templates traits documented types   parameters of results, methods of traits and of comments, members
    narrowing closures values           what tests say, what a closure is handed, what an expression is
    resolver                            the edges, for `resolve.project`

Each row stands on those above it.
"""
