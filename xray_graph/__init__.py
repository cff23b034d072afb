"""X-Ray graph: maps of repositories, derived from their sources, and the questions they answer.

Imports nothing heavy: the stages are packages of their own (see ARCHITECTURE.md).
"""

__version__ = "0.1.0"
