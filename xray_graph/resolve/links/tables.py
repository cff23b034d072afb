"""The tables that code uses by SQL in a string; what mappers make of classes is said in `tables_*`.

A table is the one that SQL declares nearest to the file, else its node outside. SQL in small letters may
be prose and counts only where the table is declared. A mapper's model is a class that derives from, or is
marked by, what the mapper makes models of; its table is the one that it names, else the one that the
mapper's documentation says. Called by `links`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xray_graph.resolve.links.site import Site


def read(site: Site) -> None:
    """Add the tables that the statements in one file's strings name."""
    for one in site.view.facts.statements:
        symbol = site.holder(one.start) or site.owner(one.scope)
        for name in one.tables:
            site.table(symbol, name, one.line, only_declared=not one.loud)
