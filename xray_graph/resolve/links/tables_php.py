"""The tables of Eloquent and Doctrine. Called by `links`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, TYPES
from xray_graph.resolve.links.inflection import plural, snake

if TYPE_CHECKING:
    from xray_graph.resolve.links.site import Site

_ELOQUENT: Final = frozenset(
    {
        "Illuminate.Database.Eloquent.Model",
        "Illuminate.Foundation.Auth.User",
        "Illuminate.Database.Eloquent.Relations.Pivot",
        "Jenssegers.Mongodb.Eloquent.Model",
    }
)


def read(site: Site) -> None:
    view = site.view
    for index, one in site.classes():
        if site.origins.bases(view, one) & _ELOQUENT and "abstract" not in one.attributes:
            value = site.member_value(index, "$table")
            named = site.text(value, one.body) if value != NONE else plural(snake(one.name))
            if named:
                site.table(view.symbols[index], named, one.line)
    for index, one, decorator, origins in site.decorated():
        if "Doctrine.ORM.Mapping.Table" in origins and one.kind in TYPES:
            name = next((site.text(a, one.scope) for a in site.row(decorator)[3:]), None)
            if name:
                site.table(view.symbols[index], name, one.line)
