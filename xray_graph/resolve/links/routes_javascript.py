"""Routes of Express, Koa, Hono, Fastify and Nest.

A route is a call of a method's name on an application or router that is made of the framework; routers
are put below others with `use` or `route`. Nest's controllers and their methods carry decorators. Called
by `links`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Evidence, Op
from xray_graph.resolve.links.calls import calls_named
from xray_graph.resolve.links.modules import JAVASCRIPT
from xray_graph.resolve.links.mounts import ROOT, Mount, router_of
from xray_graph.resolve.links.site import METHODS, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.model import Call
    from xray_graph.resolve.links.definitions import Names
    from xray_graph.resolve.links.mounts import Router
    from xray_graph.resolve.links.origins import Origins
    from xray_graph.resolve.links.site import Site
    from xray_graph.resolve.view import FileView

_ROOTS: Final = {
    "express": re.compile(r"express(?:\.default)?\(\)|express\.(?:Express|Application|Server)\(\)"),
    "hono": re.compile(r"(?:hono(?:/\w+)?|@hono/zod-openapi)\.(?:Hono|OpenAPIHono)\(\)"),
    "koa": re.compile(r"koa\(\)"),
    "fastify": re.compile(r"fastify(?:\.fastify)?\(\)"),
}
_ROUTERS: Final = {
    "express": re.compile(r"express\.(?:Router|IRouter)\(\)|express-promise-router(?:\(\))?\(\)"),
    "koa": re.compile(r"(?:@koa/router|koa-router)\(\)"),
    "fastify": re.compile(r"fastify\.FastifyInstance\(\)"),
}
_VERBS: Final = {m.lower(): (m,) for m in METHODS} | {"del": ("DELETE",), "all": ()}
_NEST: Final = {
    **{m.capitalize(): (m,) for m in METHODS if m not in {"CONNECT", "TRACE"}},
    "All": (),
}
_CALLED: Final = frozenset({*_VERBS, "on"})
_MOUNTING: Final = frozenset({"use", "route", "mount"})
_ROUTES_OF: Final = frozenset({"routes", "middleware", "callback"})  # of Koa: `router.routes()`


def read(site: Site) -> None:
    words = set(site.view.strings)
    for call in calls_named(site.view, _CALLED, 1):
        _call(site, call)
    if "Controller" in words:
        _controllers(site)


def framework_of(origins: Names) -> tuple[str, bool]:
    """The framework of an application or router, and whether it is an application."""
    for one in origins:
        bare = re.sub(r"\.(?:basePath|setErrorHandler|use|prefix)\(\)", "", one)
        for table, whole in ((_ROOTS, True), (_ROUTERS, False)):
            for name, pattern in table.items():
                if pattern.fullmatch(bare):
                    return name, whole
    return "", False


def _call(site: Site, call: Call) -> None:
    row = site.row(call.expression)
    if row[0] != Op.CALL or len(row) < 4 or site.row(row[2])[0] != Op.MEMBER:
        return
    name = site.name(row[2])
    if name not in _VERBS and name != "on":
        return
    base, path = site.row(row[2])[2], None
    arguments = list(row[3:])
    chained = _chained(site, base)
    if chained is not None:  # app.route("/x").get(...)
        base, path = chained
    elif name == "on":  # Hono: app.on("GET", "/x", ...)
        path, arguments = (row[4], arguments[1:]) if len(row) > 5 else (None, [])
    elif len(row) > 4:
        path = row[3]
    if path is None:
        return
    framework, whole = framework_of(site.of(base, call.scope))
    if not framework or (name == "on" and framework != "hono") or (framework == "koa" and whole):
        return
    given = arguments if chained is not None else arguments[1:]
    methods = _VERBS.get(name, ())
    if name == "on":
        stated = [site.text(one, call.scope) for one in site.elements(row[3])]
        methods = tuple(one.upper() for one in stated if one)
    handlers = site.handlers(given[-1], call.scope, call.start) if given else []
    prefixes = _prefixes(site, base, call.scope, whole=whole)
    for one in site.elements(path):
        text = site.text(one, call.scope)
        if text is None or (framework == "koa" and text and not text.startswith("/") and len(given) > 1):
            continue
        for prefix, known in prefixes:
            shown = joined(prefix, text)
            site.endpoint(methods, shown, handlers, (call.line, call.start), framework, whole=known)


def _chained(site: Site, base: int) -> tuple[int, int] | None:
    """What `app.route("/x").get(f)` is called on, and the path; through further methods of it."""
    while True:
        row = site.row(base)
        callee = site.row(row[2]) if row[0] == Op.CALL else (0, NONE)
        if callee[0] != Op.MEMBER:
            return None
        if site.name(row[2]) == "route" and len(row) == 4:
            return callee[2], row[3]
        if site.name(row[2]) not in _VERBS:
            return None
        base = callee[2]


def _prefixes(site: Site, base: int, scope: int, *, whole: bool) -> list[tuple[str, bool]]:
    """What comes before a router's paths, and whether that is all."""
    own = _own_prefix(site.origins, site.view, base, scope)
    if whole and own is not None:
        router = router_of(site.origins, site.view, base, scope)
        above = _mounted(site, router) if router is not None else []
        return [(joined(one or "", own), one is not None) for one in above if one] or [(own, True)]
    router = router_of(site.origins, site.view, base, scope)
    above = _mounted(site, router) if router is not None else [None]
    return [(joined(one or "", own) if own else one or "", None not in (one, own)) for one in above]


def _mounted(site: Site, router: Router) -> list[str | None]:
    return site.mounts(JAVASCRIPT, "javascript", _mounts).prefixes(router)


def _own_prefix(origins: Origins, view: FileView, base: int, scope: int) -> str | None:
    """`new Router({prefix: "/x"})`, `new Hono().basePath("/x")`; "" for none."""
    place = origins.value(view, base, scope)
    row = place.view.expressions[place.expression]
    if row[0] == Op.CALL:
        callee = place.view.expressions[row[2]]
        if callee[0] == Op.MEMBER and place.view.name(row[2]) == "basePath" and len(row) > 3:
            before = _own_prefix(origins, place.view, callee[2], place.scope)
            text = origins.text(place.view, row[3], place.scope)
            return None if text is None or before is None else joined(before, text)
    for one in row[3:] if row[0] in (Op.CALL, Op.NEW) else ():
        given = place.view.expressions[one]
        for part in given[2:] if given[0] == Op.OBJECT else ():
            if place.view.expressions[part][0] == Op.KEYWORD and place.view.name(part) == "prefix":
                return origins.text(place.view, part, place.scope)
    return ""


def _mounts(view: FileView, origins: Origins) -> Iterator[Mount]:
    """`app.use("/x", router)`, `app.use(router.routes())`, `app.route("/x", app2)`."""
    for call in calls_named(view, _MOUNTING, 1):
        row = view.expressions[call.expression]
        if row[0] != Op.CALL or view.expressions[row[2]][0] != Op.MEMBER:
            continue
        name = view.name(row[2])
        base = view.expressions[row[2]][2]
        framework, whole = framework_of(origins.of(view, base, call.scope))
        if not framework or (name != "use" and framework != "hono"):
            continue
        parent = router_of(origins, view, base, call.scope)
        if whole and (framework != "hono" or parent is None):
            parent = ROOT
        if parent is None:
            continue
        given = list(row[3:])
        first = view.expressions[given[0]]
        prefix: str | None = ""
        if first[0] == Op.LITERAL:
            prefix = origins.text(view, given[0], call.scope)
        elif len(given) > 1 and not framework_of(origins.of(view, given[0], call.scope))[0]:
            named = origins.text(view, given[0], call.scope)
            prefix = named if named is not None else None if first[0] == Op.BINARY else ""
        own = _own_prefix(origins, view, base, call.scope)
        if own is None or prefix is None:
            prefix = None
        elif own:
            prefix = joined(own, prefix)
        for one in given:
            child = _child(origins, view, one, call.scope)
            if child is not None and child != parent:
                yield Mount(parent, child, prefix)
                if framework == "hono" and parent != ROOT and whole:
                    yield Mount(ROOT, parent, "")


def _child(origins: Origins, view: FileView, expression: int, scope: int) -> Router | None:
    """The router that an argument is: by its name, by its routes, or as the module that holds it."""
    row = view.expressions[expression]
    if row[0] == Op.CALL and view.expressions[row[2]][0] == Op.MEMBER and view.name(row[2]) in _ROUTES_OF:
        return _child(origins, view, view.expressions[row[2]][2], scope)
    if row[0] not in (Op.NAME, Op.MEMBER, Op.CALL):
        return None
    return router_of(origins, view, expression, scope)


# --- Nest -------------------------------------------------------------------------------------------


def _controllers(site: Site) -> None:
    view = site.view
    controllers: dict[int, list[str]] = {}
    for index, one, decorator, origins in site.decorated():
        if "@nestjs/common.Controller" in origins and one.kind == "class":
            controllers[index] = _paths(site, decorator, one.scope)
    for index, one, decorator, origins in site.decorated():
        if one.parent not in controllers or site.row(decorator)[0] != Op.CALL:
            continue
        verbs = [o.rpartition(".")[2] for o in origins if o.startswith("@nestjs/common.")]
        if not verbs or verbs[0] not in _NEST:
            continue
        handlers = [(view.path, view.symbols[index])]
        for prefix in controllers[one.parent]:
            for path in _paths(site, decorator, one.scope):
                site.endpoint(
                    _NEST[verbs[0]],
                    joined(prefix, path),
                    handlers,
                    (one.line, one.start),
                    "nest",
                    evidence=Evidence.ANNOTATION,
                )


def _paths(site: Site, decorator: int, scope: int) -> list[str]:
    """The paths of a decorator: none is the root; those that are no plain strings are left out."""
    row = site.row(decorator)
    if row[0] != Op.CALL or len(row) < 4:
        return [""]
    first = row[3]
    if site.row(first)[0] in (Op.MAPPING, Op.OBJECT):
        value = site.pairs(first).get("path", NONE)
        if value == NONE:
            return [""]
        first = value
    texts = [site.text(one, scope) for one in site.elements(first)]
    return [text for text in texts if text is not None]
