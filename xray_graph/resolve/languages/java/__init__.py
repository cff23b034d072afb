"""Java, on top of `nominal`: from the facts of a file to its edges.

    library platform frameworks         what is known without source
    conversions                         what is taken where another is wanted
    modules names                       source roots, and what a name means
    classes values calls                members, expressions, and where a call's method is looked for
    resolver                            the edges, for `resolve.project`

Each row stands on those above it.
"""
