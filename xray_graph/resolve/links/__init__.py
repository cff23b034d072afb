"""What code says about things that are no code: the tables, settings and addresses that it names.

After a file's calls are resolved, its statements are read once more for what frameworks make of them: a
class that is declared as a model stands for a table, `os.Getenv("PORT")` reads a variable,
`@app.route("/x")` opens an endpoint. A name counts only where it is known to be that framework's:
imported from it, made of what is imported from it, or of a class that derives from it. Nothing is known
by its bare name. Called by `resolve.resolution`.
"""

from xray_graph.resolve.links.links import Links

__all__ = ["Links"]
