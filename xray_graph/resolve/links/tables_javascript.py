"""The tables of TypeORM, Drizzle and Prisma. Called by `links`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import TYPES, Op
from xray_graph.resolve.links.calls import calls_named
from xray_graph.resolve.links.inflection import snake

if TYPE_CHECKING:
    from xray_graph.resolve.links.site import Site

_TYPEORM: Final = "typeorm.Entity"
_DRIZZLE: Final = frozenset({"pgTable", "mysqlTable", "sqliteTable"})
_PRISMA: Final = frozenset(
    [
        *(
            "findMany",
            "findUnique",
            "findFirst",
            "findUniqueOrThrow",
            "findFirstOrThrow",
            "create",
            "createMany",
        ),
        *("update", "updateMany", "upsert", "delete", "deleteMany", "count", "aggregate", "groupBy"),
    ]
)
_CALLED: Final = _DRIZZLE | _PRISMA


def read(site: Site) -> None:
    view = site.view
    for index, one, decorator, origins in site.decorated():
        if _TYPEORM not in origins or one.kind not in TYPES:
            continue
        arguments = site.row(decorator)[3:] if site.row(decorator)[0] == Op.CALL else ()
        name: str | None = None
        if arguments:
            name = site.text(arguments[0], one.scope) or _named_by(site, decorator, "name", one.scope)
            if name is None and site.row(arguments[0])[0] != Op.MAPPING:
                continue
        site.table(view.symbols[index], name or snake(one.name), one.line)
    for call in calls_named(view, _CALLED):
        row = site.row(call.expression)
        called = site.name(row[2])
        if called in _DRIZZLE and len(row) > 4:
            if any(o.startswith("drizzle-orm") for o in site.of(row[2], call.scope)):
                name = site.text(row[3], call.scope)
                if name:
                    site.table(site.holder(call.start) or site.owner(call.scope), name, call.line)
        elif called in _PRISMA and site.row(row[2])[0] == Op.MEMBER:
            _prisma(site, row, call.scope, call.line)


def _named_by(site: Site, call: int, key: str, scope: int) -> str | None:
    value = site.keywords(call).get(key)
    return site.text(value, scope) if value is not None else None


def _prisma(site: Site, row: tuple[int, ...], scope: int, line: int) -> None:
    """`prisma.user.findMany()`, by the model of that name in the nearest schema."""
    model = site.row(site.row(row[2])[2])
    if model[0] != Op.MEMBER or "@prisma/client.PrismaClient()" not in site.of(model[2], scope):
        return
    name = site.view.strings[model[1]]
    for target in site.declared(("prisma", name.lower())):
        site.uses(site.owner(scope), target, line)
