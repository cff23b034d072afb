"""The tables of JPA's entities.

`@Table` and `@Entity` may name one. Where neither does, it is named after the class, which naming
strategies write in several ways: one word is the same by all of them, of several the one counts that is
declared. Called by `links`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import TYPES, Op
from xray_graph.resolve.links.inflection import snake

if TYPE_CHECKING:
    from xray_graph.resolve.links.site import Site

_PERSISTENCE: Final = ("javax.persistence.", "jakarta.persistence.")


def read(site: Site) -> None:
    entities: dict[int, str] = {}
    named: dict[int, str] = {}
    for index, one, decorator, origins in site.decorated():
        if one.kind not in TYPES:
            continue
        last = {o.rpartition(".")[2] for o in origins if o.startswith(_PERSISTENCE)}
        if "Entity" in last:
            entities.setdefault(index, "")
            said = site.keywords(decorator).get("name") if site.row(decorator)[0] == Op.CALL else None
            entities[index] = (site.text(said, one.scope) if said is not None else "") or ""
        if "Table" in last and site.row(decorator)[0] == Op.CALL:
            said = site.keywords(decorator).get("name")
            name = site.text(said, one.scope) if said is not None else None
            if name:
                named[index] = name
    for index, entity in entities.items():
        one = site.view.declarations[index]
        stated = named.get(index) or entity
        if not stated:  # one word is the same by every naming strategy
            fitting = [name for name in (one.name, snake(one.name)) if site.is_declared(name)]
            stated = fitting[0] if fitting else one.name if "_" not in snake(one.name) else ""
        if stated:
            site.table(site.view.symbols[index], stated, one.line)
