"""The tables of ActiveRecord: those of classes right below its base. Called by `links`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, TYPES, Op
from xray_graph.resolve.links.inflection import plural, snake

if TYPE_CHECKING:
    from xray_graph.resolve.links.site import Site

_ACTIVE_RECORD: Final = frozenset({"ApplicationRecord", "ActiveRecord.Base"})


def read(site: Site) -> None:
    view = site.view
    given: dict[int, str | None] = {}
    for made in view.facts.assignments:  # self.table_name = "x"
        target = site.row(made.target)
        callee = target[2] if target[0] == Op.CALL else made.target
        if site.name(callee) == "table_name":
            given[view.enclosing(made.scope, TYPES)] = site.text(made.value, made.scope)
    abstract = {
        view.enclosing(made.scope, TYPES)
        for made in view.facts.assignments
        if site.name(site.row(made.target)[2] if site.row(made.target)[0] == Op.CALL else made.target)
        == "abstract_class"
    }
    for index, one in site.classes():
        if index in abstract or one.name == "ApplicationRecord":
            continue
        direct = [site.constant(base) for how, base in one.bases if how == "extends"]
        if not _ACTIVE_RECORD.intersection(direct):
            continue
        if index in given:
            named = given[index]
        else:  # a module around it is no part of the name, unless it says so
            named = (
                plural(snake(one.name.rpartition("::")[2]))
                if one.parent == NONE and "::" not in one.name
                else None
            )
        if named:
            site.table(view.symbols[index], named, one.line)
