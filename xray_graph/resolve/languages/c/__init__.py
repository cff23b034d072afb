"""C, and what C++ has of it: from the facts of a file to its edges.

    conditions cmake headers            what is compiled where; include folders, stated and not
    includes names                      what a file sees, and which definition a prototype stands for
    resolver                            the edges of both languages, for `resolve.project`

Each row stands on those above it.
"""
