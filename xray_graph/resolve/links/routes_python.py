"""Routes of Flask, Quart, FastAPI, Starlette and Django.

Flask and FastAPI declare a route by a decorator of an application, blueprint or router, or by a call on
one; blueprints and routers are put below others with `register_blueprint` and `include_router`. Django
lists routes in `urlpatterns`; an `include` puts a module's patterns behind a prefix. Called by `links`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import CALLABLES, NONE, Evidence, Op
from xray_graph.resolve.links.calls import calls_named
from xray_graph.resolve.links.mounts import ROOT, Mount, router_of
from xray_graph.resolve.links.site import METHODS, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.links.definitions import Names
    from xray_graph.resolve.links.mounts import Router
    from xray_graph.resolve.links.origins import Origins
    from xray_graph.resolve.links.site import Site
    from xray_graph.resolve.view import FileView

LANGUAGES: Final = frozenset({"python"})
_APPLICATION: Final = re.compile(
    r"(flask|quart)(?:\.app)?\.(?:Flask|Quart)\(\)|(fastapi)(?:\.applications)?\.FastAPI\(\)"
)
_ROUTER: Final = re.compile(
    r"(flask|quart)(?:\.blueprints)?\.Blueprint\(\)|(fastapi)(?:\.routing|\.routers)?\.APIRouter\(\)"
)
_VERBS: Final = {m.lower(): (m,) for m in METHODS if m != "CONNECT"}
_ROUTES: Final = frozenset({*_VERBS, "route", "api_route", "websocket"})
_CALLS: Final = frozenset({"add_url_rule", "add_api_route"})
_MOUNTING: Final = {"register_blueprint": "url_prefix", "include_router": "prefix"}
_PATTERN_NAMES: Final = frozenset({"path", "re_path", "url"})
_PATTERNS: Final = re.compile(r"django\.(?:urls(?:\.conf)?|conf\.urls(?:\.\w+)?)\.(?:path|re_path|url)")
MAX_NESTED: Final = 10  # lists in lists
_INCLUDE: Final = re.compile(r"django\.(?:urls(?:\.conf)?|conf\.urls)\.include")


def read(site: Site) -> None:
    words = set(site.view.strings)
    if words & (_ROUTES | _CALLS):
        _decorators(site)
        _added(site)
    if site.view.declared(0, "urlpatterns"):
        _patterns(site)


def _framework(origins: Names) -> tuple[str, bool]:
    """The framework of an application or router, and whether it is an application."""
    for one in origins:
        for pattern, whole in ((_APPLICATION, True), (_ROUTER, False)):
            match = pattern.fullmatch(one)
            if match:
                return next(group for group in match.groups() if group), whole
    return "", False


def _decorators(site: Site) -> None:
    view = site.view
    for index, one in enumerate(view.declarations):
        for decorator in one.decorators:
            row = site.row(decorator)
            callee = site.row(row[2]) if row[0] == Op.CALL else (0, NONE)
            name = site.name(row[2]) if row[0] == Op.CALL else ""
            if callee[0] != Op.MEMBER or name not in _ROUTES or one.kind not in CALLABLES:
                continue
            handlers = [(view.path, view.symbols[index])]
            place = (one.line, one.start)
            _route(site, decorator, callee[2], name, handlers, one.scope, place, Evidence.ANNOTATION)


def _added(site: Site) -> None:
    """`app.add_url_rule("/x", view_func=f)`, `router.add_api_route("/x", f)`."""
    for call in calls_named(site.view, _CALLS):
        row = site.row(call.expression)
        name = site.name(row[2])
        if site.row(row[2])[0] != Op.MEMBER:
            continue
        given = site.keywords(call.expression)
        handler = given.get("view_func", given.get("endpoint", NONE))
        if handler == NONE or name == "add_url_rule":
            handler = given.get("view_func", NONE)
            places = site.positional(call.expression)
            position = 2 if name == "add_url_rule" else 1
            if handler == NONE and len(places) > position:
                handler = places[position]
        found = site.handlers(handler, call.scope, call.start) if handler != NONE else []
        base = site.row(row[2])[2]
        _route(site, call.expression, base, "route", found, call.scope, (call.line, call.start))


def _route(
    site: Site,
    call: int,
    base: int,
    name: str,
    handlers: list[tuple[str, str]],
    scope: int,
    place: tuple[int, int],
    evidence: Evidence | None = None,
) -> None:
    framework, whole = _framework(site.of(base, scope))
    if not framework:
        return
    given = site.keywords(call)
    places = site.positional(call)
    at = places[0] if places else given.get("rule", given.get("path", NONE))
    path = site.text(at, scope)
    if path is None:
        return
    methods = _VERBS.get(name) or _methods(site, given.get("methods", NONE), scope)
    if name == "websocket":
        methods = ("WEBSOCKET",)
    prefixes = [("", True)] if whole else _prefixes(site, base, scope, framework)
    for prefix, known in prefixes:
        shown = joined(prefix, path)
        site.endpoint(methods or ("GET",), shown, handlers, place, framework, whole=known, evidence=evidence)


def _methods(site: Site, expression: int, scope: int) -> tuple[str, ...]:
    if expression == NONE:
        return ()
    texts = [
        site.text(one, scope)
        for one in site.elements(site.origins.value(site.view, expression, scope).expression)
    ]
    return tuple(text.upper() for text in texts if text)


def _prefixes(site: Site, base: int, scope: int, framework: str) -> list[tuple[str, bool]]:
    """What comes before a router's paths, and whether that is all."""
    own = _own_prefix(site.origins, site.view, base, scope)
    router = router_of(site.origins, site.view, base, scope)
    above = site.mounts(LANGUAGES, "python", _mounts).prefixes(router) if router is not None else [None]
    if framework == "fastapi":
        return [(joined(one or "", own) if own else one or "", None not in (one, own)) for one in above]
    return [(own or "", False) if one is None else (one, True) for one in above]


def _own_prefix(origins: Origins, view: FileView, base: int, scope: int) -> str | None:
    """The prefix that a blueprint or router is made with, "" for none."""
    place = origins.value(view, base, scope)
    row = place.view.expressions[place.expression]
    for one in row[3:] if row[0] == Op.CALL else ():
        given = place.view.expressions[one]
        if given[0] == Op.KEYWORD and place.view.strings[given[1]] in {"url_prefix", "prefix"}:
            return origins.text(place.view, given[2], place.scope)
    return ""


def _mounts(view: FileView, origins: Origins) -> Iterator[Mount]:
    """What a file puts below what. A blueprint's own prefix gives way to the one it is registered with."""
    for call in calls_named(view, _MOUNTING, 1):
        row = view.expressions[call.expression]
        callee = view.expressions[row[2]]
        name = view.name(row[2])
        if callee[0] != Op.MEMBER:
            continue
        framework, whole = _framework(origins.of(view, callee[2], call.scope))
        child = router_of(origins, view, row[3], call.scope)
        if not framework or child is None:
            continue
        parent: Router | None = ROOT if whole else router_of(origins, view, callee[2], call.scope)
        stated = [
            view.expressions[one][2]
            for one in row[4:]
            if view.expressions[one][0] == Op.KEYWORD and view.name(one) == _MOUNTING[name]
        ]
        prefix = origins.text(view, stated[0], call.scope) if stated else ""
        if framework == "flask" and not stated:
            prefix = _own_prefix(origins, view, row[3], call.scope)
        if framework == "fastapi" and not whole and prefix is not None:
            own = _own_prefix(origins, view, callee[2], call.scope)
            prefix = None if own is None else f"{own}{prefix}"
        if parent is not None:
            yield Mount(parent, child, prefix)


# --- Django -----------------------------------------------------------------------------------------


def _patterns(site: Site) -> None:
    view = site.view
    mounts = site.mounts(LANGUAGES, "django", _included)
    inside = _inside(view, site.origins)
    for call in calls_named(view, _PATTERN_NAMES, 2):
        row = site.row(call.expression)
        if not _is_pattern(site.origins, view, row, call.scope):
            continue
        target = site.row(row[4])
        if site.name(row[4]) == "urls":  # a set of patterns that an object makes: `admin.site.urls`
            continue
        if target[0] == Op.CALL and any(map(_INCLUDE.fullmatch, site.of(target[2], call.scope))):
            continue
        parts = _written(site.origins, view, call.expression, call.scope, inside)
        if parts is None:
            continue
        handlers = site.handlers(row[4], call.scope, call.start)
        for prefix in mounts.prefixes((view.path, _list_of(view, call.start))):
            path = joined(prefix or "", "".join(parts))
            whole = prefix is not None
            site.endpoint((), path, handlers, (call.line, call.start), "django", whole=whole)


def _is_pattern(origins: Origins, view: FileView, row: tuple[int, ...], scope: int) -> bool:
    return len(row) > 4 and any(map(_PATTERNS.fullmatch, origins.of(view, row[2], scope)))


def _inside(view: FileView, origins: Origins) -> dict[int, int]:
    """Patterns in a list that is included in place → the pattern that includes them."""
    found: dict[int, int] = {}
    for call in calls_named(view, _PATTERN_NAMES, 2):
        row = view.expressions[call.expression]
        if _is_pattern(origins, view, row, call.scope):
            inner = view.expressions[row[4]]
            if inner[0] == Op.CALL and len(inner) > 3:
                listed = view.expressions[inner[3]]
                if listed[0] == Op.SEQUENCE:
                    found.update(dict.fromkeys(listed[2:], call.expression))
    return found


def _written(
    origins: Origins, view: FileView, call: int, scope: int, inside: dict[int, int]
) -> list[str] | None:
    """A pattern's own path behind those that it stands in; None where one is no plain string."""
    parts: list[str] = []
    while len(parts) < MAX_NESTED:
        row = view.expressions[call]
        path = origins.text(view, row[3], scope)
        if path is None:
            return None
        if view.name(row[2]) != "path":
            path = path.removeprefix("^").removesuffix("$")
        parts.insert(0, path)
        if call not in inside:
            break
        call = inside[call]
    return parts


def _list_of(view: FileView, at: int) -> str:
    """The variable whose list a pattern stands in; what is added to one belongs to `urlpatterns`."""
    for one in view.declarations:
        if one.kind == "variable" and one.start <= at < one.end:
            return one.name
    return "urlpatterns"


def _included(view: FileView, origins: Origins) -> Iterator[Mount]:
    """The modules and lists that a module's patterns include, and the root of all that settings name."""
    for index in view.declared(0, "ROOT_URLCONF"):
        module = origins.text(view, view.declarations[index].value, 0)
        path = origins.module_file(view, module) if module else ""
        if path:
            yield Mount(ROOT, (path, "urlpatterns"), "")
    inside = _inside(view, origins)
    for call in calls_named(view, _PATTERN_NAMES, 2):
        row = view.expressions[call.expression]
        if not _is_pattern(origins, view, row, call.scope):
            continue
        inner = view.expressions[row[4]]
        if inner[0] != Op.CALL or len(inner) < 4:
            continue
        if not any(map(_INCLUDE.fullmatch, origins.of(view, inner[2], call.scope))):
            continue
        named = inner[3]
        if view.expressions[named][0] == Op.SEQUENCE and len(view.expressions[named]) > 2:
            named = view.expressions[named][2]  # (module, namespace)
        parts = _written(origins, view, call.expression, call.scope, inside)
        prefix = None if parts is None else "".join(parts)
        parent = (view.path, _list_of(view, call.start))
        module = origins.text(view, named, call.scope)
        if module:
            path = origins.module_file(view, module)
            if path:
                yield Mount(parent, (path, "urlpatterns"), prefix)
        elif view.expressions[named][0] == Op.NAME:
            given = origins.definition(view, named, call.scope)
            if given is not None and given.declared != NONE:
                yield Mount(parent, (given.view.path, given.view.symbols[given.declared]), prefix)
            elif given is not None and given.module:
                yield Mount(parent, (given.module, "urlpatterns"), prefix)
        elif view.expressions[named][0] == Op.MEMBER:
            path = origins.module_named(view, named, call.scope)
            if path:
                yield Mount(parent, (path, "urlpatterns"), prefix)
