"""The tables of GORM: a struct that embeds its model, or whose fields carry its tags. Called by `links`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.links.inflection import plural, snake

if TYPE_CHECKING:
    from xray_graph.resolve.links.site import Site

_GORM: Final = frozenset({"gorm.io/gorm.Model", "github.com/jinzhu/gorm.Model"})


def read(site: Site) -> None:
    view = site.view
    names: dict[str, str] = {}  # a type → what its TableName gives
    for given in view.facts.returns:
        one = view.declarations[given.declaration]
        if one.name == "TableName" and one.receiver != NONE and not one.parameters:
            receiver = site.row(one.receiver)
            while receiver[0] in (Op.POINTER, Op.UNARY, Op.APPLY):
                receiver = site.row(receiver[2])
            text = site.text(given.expression, given.scope)
            if receiver[0] == Op.NAME and text:
                names[view.strings[receiver[1]]] = text
    for index, one in site.classes():
        if one.kind != "struct":
            continue
        tagged = any(
            "gorm" in view.declarations[m].attributes for ms in view.members(index).values() for m in ms
        )
        embeds = site.origins.bases(view, one) & _GORM
        if one.name in names and (tagged or embeds or _imports_gorm(site)):
            site.table(view.symbols[index], names[one.name], one.line)
        elif embeds:
            site.table(view.symbols[index], plural(snake(one.name)), one.line)


def _imports_gorm(site: Site) -> bool:
    return any("gorm" in one.module.split("/") or "gorm.io" in one.module for one in site.view.facts.imports)
