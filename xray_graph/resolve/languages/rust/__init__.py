"""Rust: from the facts of a file to its edges.

    terms cfg packages                  types as plain tuples; conditions; what `Cargo.toml` says
    modules names                       crates and modules, and what a path names
    macros                              which `macro_rules!` is invoked
    types associated members            written types, associated types, methods and fields
    std calls                           the standard library; what a call calls
    results values                      what a call and an expression give
    resolver                            the edges, for `resolve.project`

Each row stands on those above it.
"""
