"""JavaScript and TypeScript: from the facts of a file to its edges.

    values shapes places config         types as plain tuples; where expressions stand; what settings say
    memory                              what is remembered, and for whom
    modules names                       files and names that a name leads to
    conditional                         what a type is that is taken out of another by a pattern
    library annotations generics bases  what is known without source; written types, what classes extend
    members narrowing                   what members of a value are, and what tests say of a name
    containers objects filled           what is inside a value, and what is put there later
    this context construction           what a function is of, what it is given to, what `new` makes
    signatures inference calls targets  ways of being called, which one it is, what it gives and runs
    expressions                         what an expression is
    types                               the parts together, and what they remember
    relations resolver                  the edges, for `resolve.project`

Each row stands on those above it.
"""
