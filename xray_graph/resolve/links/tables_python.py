"""The tables of SQLAlchemy, Flask-SQLAlchemy, SQLModel and Django. Called by `links`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.links.calls import calls_named
from xray_graph.resolve.links.inflection import snake

if TYPE_CHECKING:
    from xray_graph.model import Declaration
    from xray_graph.resolve.links.site import Site

_SQLALCHEMY: Final = re.compile(
    r"(?:sqlalchemy(?:\.[\w.]+)?\.(?:declarative_base|DeclarativeBase|as_declarative|registry|automap_base)"
    r"|flask_sqlalchemy(?:\.\w+)?\.SQLAlchemy\(\)\.Model|sqlmodel(?:\.\w+)*\.SQLModel)(?:\(\))?.*"
)
_DJANGO: Final = frozenset({"django.db.models.Model", "django.contrib.gis.db.models.Model"})
_DJANGO_ABSTRACT: Final = frozenset(
    {"django.contrib.auth.models.AbstractUser", "django.contrib.auth.models.AbstractBaseUser"}
)


def read(site: Site) -> None:
    view = site.view
    for index, one in site.classes():
        if not one.bases:
            continue
        symbol, body = view.symbols[index], one.body
        named = site.text(site.member_value(index, "__tablename__"), body)
        bases = site.origins.bases(view, one)
        if named is not None:
            if any(map(_SQLALCHEMY.fullmatch, bases)):
                site.table(symbol, named, one.line)
        elif bases & _DJANGO or bases & _DJANGO_ABSTRACT:
            _django(site, index, one)
        elif any(base.startswith("flask_sqlalchemy") for base in bases):
            if _has_primary_key(site, index):
                site.table(symbol, snake(one.name), one.line)
        elif any(base.startswith("sqlmodel.") for base in bases) and "table" in one.attributes:
            site.table(symbol, one.name.lower(), one.line)
    for call in calls_named(view, ("Table",), 2):  # users = Table("users", metadata, ...)
        row = site.row(call.expression)
        if _is_table(site, row[2], call.scope):
            name = site.text(row[3], call.scope)
            if name is not None:
                site.table(site.holder(call.start) or site.owner(call.scope), name, call.line)


def _has_primary_key(site: Site, index: int) -> bool:
    """Whether a class has a key of its own: Flask-SQLAlchemy then gives it a table."""
    for members in site.view.members(index).values():
        for member in members:
            value = site.view.declarations[member].value
            if value != NONE and site.row(value)[0] == Op.CALL and "primary_key" in site.keywords(value):
                return True
    return False


def _is_table(site: Site, callee: int, scope: int) -> bool:
    return any(o.startswith("sqlalchemy.") and o.endswith(".Table") for o in site.of(callee, scope))


def _django(site: Site, index: int, one: Declaration) -> None:
    """`db_table` of its `Meta`, else application and class; an abstract or proxy model has none."""
    view = site.view
    meta = next(
        (m for m in view.members(index).get("Meta", ()) if view.declarations[m].kind == "class"), NONE
    )
    if meta != NONE:
        for flag in ("abstract", "proxy"):
            value = site.row(site.member_value(meta, flag))
            if value[0] == Op.LITERAL and view.strings[value[1]] in {"true", "True"}:
                return
        body = view.declarations[meta].body
        value_of = site.member_value(meta, "db_table")
        if value_of != NONE:
            named = site.text(value_of, body)
            if named is not None:
                site.table(view.symbols[index], named, one.line)
            return
        label_at = site.member_value(meta, "app_label")
        if label_at != NONE:
            label = site.text(label_at, body)
            if label:
                site.table(view.symbols[index], f"{label}_{one.name.lower()}", one.line)
            return
    parts = view.path.split("/")
    if one.parent != NONE or "models" not in {parts[-1].removesuffix(".py"), *parts[-2:-1]}:
        return
    folder = parts[:-1] if parts[-1] == "models.py" else parts[:-2]
    application = _label(site, "/".join([*folder, "apps.py"])) or (folder[-1] if folder else "")
    if application:
        site.table(view.symbols[index], f"{application}_{one.name.lower()}", one.line)


def _label(site: Site, path: str) -> str:
    """The label that an application's configuration gives it, "" for none."""
    view = site.project.views.get(path) if site.project.exists(path) else None
    if view is None:
        return ""
    site.project.world.touch(path, "")
    for one in view.declarations:
        if one.kind == "field" and one.name == "label" and one.value != NONE:
            site.project.world.touch(path, view.symbols[one.parent])
            return site.origins.text(view, one.value, one.scope) or ""
    return ""
