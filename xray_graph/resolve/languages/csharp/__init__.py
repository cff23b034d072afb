"""C#, on top of `nominal`: from the facts of a file to its edges.

    linq frameworks library             what is known without source
    outs                                which argument a variable is declared as
    conversions                         what is taken where another is wanted
    projects spaces names               full names, namespaces and usings, and what a name means
    extensions classes values calls     members, expressions, and where a call's method is looked for
    resolver                            the edges, for `resolve.project`

Each row stands on those above it.
"""
