"""The resolvers of what is not code: manifests, compose files, documents, schemas, one module a family.

They ask the World as the languages' resolvers do, and stand in the same table (`resolve.languages`). A link
is drawn where a file states it: a path, a link, or the declared key of a thing (its kind and name) among
the files that are deployed together. A name that is merely the same somewhere in the repository is none.
"""
