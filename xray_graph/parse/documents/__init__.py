"""Readers of what is not code, one module a format, each `extract(data, language) -> FileFacts`.

They work without tree-sitter. `parse.worker` has the table of which language goes to which.
"""
