"""The tables of Entity Framework.

An entity's table is named by an attribute or by a configuration (`ToTable`), else by the property of the
context that holds its set. Called by `links`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, TYPES, Op
from xray_graph.resolve.links.calls import calls_named

if TYPE_CHECKING:
    from xray_graph.resolve.links.site import Site
    from xray_graph.resolve.view import FileView

_EF: Final = frozenset(
    {
        "Microsoft.EntityFrameworkCore.DbContext",
        "System.Data.Entity.DbContext",
        "Microsoft.AspNetCore.Identity.EntityFrameworkCore.IdentityDbContext",
    }
)
_EF_SETS: Final = frozenset({"DbSet", "IDbSet"})
_SCHEMA: Final = frozenset({"System.ComponentModel.DataAnnotations.Schema.Table", "TableAttribute", "Table"})


def read(site: Site) -> None:
    view = site.view
    for index, one, decorator, origins in site.decorated():
        if one.kind in TYPES and origins & _SCHEMA and site.row(decorator)[0] == Op.CALL:
            name = next((site.text(a, one.scope) for a in site.positional(decorator)), None)
            if name:
                site.table(view.symbols[index], name, one.line)
    for index, one in site.classes():
        if not site.origins.bases(view, one) & _EF:
            continue
        for members in view.members(index).values():
            for member in members:
                field = view.declarations[member]
                row = site.row(field.type)
                if row[0] != Op.APPLY or site.name(row[2]) not in _EF_SETS or len(row) < 4:
                    continue
                if site.name(row[3]) not in _configured(site):
                    site.table(view.symbols[member], field.name, field.line)
    for call in calls_named(view, ("ToTable",), 1):
        row = site.row(call.expression)
        if site.row(row[2])[0] == Op.MEMBER:
            name = site.text(row[3], call.scope)
            entity = _entity(site.view, site.row(row[2])[2], call.scope)
            if name and entity:
                site.table(site.owner(call.scope), name, call.line)


def _entity(view: FileView, receiver: int, scope: int) -> str:
    """The class that `builder.ToTable` is said of: `EntityTypeBuilder<T> builder`, `model.Entity<T>()`."""
    row = view.expressions[receiver]
    if row[0] == Op.CALL:
        callee = view.expressions[row[2]]
        if callee[0] == Op.APPLY and view.name(callee[2]) == "Entity":
            return view.name(callee[3])
        return _entity(view, callee[2], scope) if callee[0] == Op.MEMBER else ""
    if row[0] == Op.NAME:
        while scope != NONE:
            for bound in view.bindings(scope, view.name(receiver)):
                kind = view.expressions[bound.type] if bound.type != NONE else (0, NONE)
                if kind[0] == Op.APPLY and view.name(kind[2]) == "EntityTypeBuilder":
                    return view.name(kind[3])
            scope = view.facts.scopes[scope].parent
    return ""


def named_tables(view: FileView) -> frozenset[str]:
    """The entities of a C# file whose tables are named: by an attribute or by a configuration."""
    found = set()
    for one in view.declarations:
        for decorator in one.decorators:
            row = view.expressions[decorator]
            if one.kind in TYPES and row[0] == Op.CALL and view.name(row[2]) == "Table":
                found.add(one.name)
    for call in calls_named(view, ("ToTable",)):
        callee = view.expressions[view.expressions[call.expression][2]]
        if callee[0] == Op.MEMBER:
            found.add(_entity(view, callee[2], call.scope))
    return frozenset(found - {""})


def _configured(site: Site) -> frozenset[str]:
    """The entities of the repository whose tables are named; those of a `DbSet` alone have its name."""
    world = site.project.world

    def gather() -> frozenset[str]:
        views = [site.project.views[path] for path, _ in world.get(("links.tables",))]
        return frozenset().union(*map(named_tables, views))

    return world.derive(("links.named-tables",), gather, frozenset())
