"""Routes of ASP.NET: controllers with attributes, and minimal APIs.

A controller derives from the framework's base class or is marked `[ApiController]`; its route comes
before those of its methods, unless one begins with a slash. `[controller]` and `[action]` stand for the
names of the class and the method. Called by `links`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import Evidence, Op
from xray_graph.resolve.links.calls import calls_named
from xray_graph.resolve.links.site import METHODS, joined

if TYPE_CHECKING:
    from xray_graph.model import Call, Declaration
    from xray_graph.resolve.links.site import Site

_MVC: Final = "Microsoft.AspNetCore.Mvc."
_BASES: Final = frozenset({f"{_MVC}ControllerBase", f"{_MVC}Controller"})
_VERBS: Final = {f"Http{m.capitalize()}": (m,) for m in METHODS[:7]}
_MAPS: Final = {f"Map{m.capitalize()}": (m,) for m in METHODS[:5]} | {"Map": (), "MapMethods": ()}
_APPLICATION: Final = re.compile(
    r"(?:Microsoft\.AspNetCore\.Builder\.)?(?:WebApplication\.(?:CreateBuilder|CreateSlimBuilder)\(\)\.Build|"
    r"WebApplication\.Create|WebApplication)\(\)"
)
_BUILDER: Final = re.compile(
    r"(?:Microsoft\.AspNetCore\.Routing\.)?(?:IEndpointRouteBuilder|RouteGroupBuilder)\(\)"
)
_CHAINED: Final = re.compile(r"(?:\.(?:MapGroup|With\w+|Require\w+|Add\w+)\(\))*")
_TOKEN: Final = re.compile(r"\[(controller|action|area)\]", re.IGNORECASE)
MAX_DEPTH: Final = 10  # groups in groups


def read(site: Site) -> None:
    words = site.view.strings
    if any(word.startswith("Http") or word == "Route" for word in words):
        _controllers(site)
    for call in calls_named(site.view, _MAPS, 2):
        _minimal(site, call)


# --- controllers --------------------------------------------------------------------------------------


def _controllers(site: Site) -> None:
    view = site.view
    for index, one in enumerate(view.declarations):
        if one.kind != "class" or "abstract" in one.attributes:
            continue
        marks = _attributes(site, one)
        if not (site.origins.bases(view, one) & _BASES or "ApiController" in marks):
            continue
        prefixes = [t for d in marks.get("Route", ()) if (t := _template(site, d, one.scope)) is not None]
        for members in view.members(index).values():
            for member in members:
                if view.declarations[member].kind == "method":
                    _action(site, one, member, prefixes or [""])


def _attributes(site: Site, one: Declaration) -> dict[str, list[int]]:
    """The attributes of the framework that a declaration carries, by last name."""
    found: dict[str, list[int]] = {}
    for decorator in one.decorators:
        row = site.row(decorator)
        named = row[2] if row[0] == Op.CALL else decorator
        name = site.name(named).removesuffix("Attribute")
        if any(o.startswith(_MVC) for o in site.of(named, one.scope)):
            found.setdefault(name, []).append(decorator)
    return found


def _action(site: Site, controller: Declaration, member: int, prefixes: list[str]) -> None:
    view = site.view
    one = view.declarations[member]
    marks = _attributes(site, one)
    own = [t for d in marks.get("Route", ()) if (t := _template(site, d, one.scope)) is not None]
    for name, methods in _VERBS.items():
        for decorator in marks.get(name, ()):
            text = _template(site, decorator, one.scope)
            if text is None:
                continue
            for path in [text] if text or not own else own:
                for prefix in prefixes:
                    rooted = path.startswith(("/", "~/"))
                    whole = path.lstrip("~") if rooted else joined(prefix, path)
                    if not prefix and not path:
                        continue  # what a convention elsewhere decides
                    site.endpoint(
                        methods,
                        joined("", _filled(whole, controller, one)),
                        [(view.path, view.symbols[member])],
                        (one.line, one.start),
                        "aspnet",
                        evidence=Evidence.ANNOTATION,
                    )


def _template(site: Site, attribute: int, scope: int) -> str | None:
    """The template of an attribute, "" where it has none, None where it is no plain string."""
    places = site.positional(attribute) if site.row(attribute)[0] == Op.CALL else []
    return site.text(places[0], scope) if places else ""


def _filled(path: str, controller: Declaration, action: Declaration) -> str:
    names = {"controller": controller.name.removesuffix("Controller"), "action": action.name}
    return _TOKEN.sub(lambda m: names.get(m[1].lower(), m[0]), path)


# --- minimal APIs -------------------------------------------------------------------------------------


def _minimal(site: Site, call: Call) -> None:
    row = site.row(call.expression)
    callee = site.row(row[2])
    name = site.name(row[2])
    if name not in _MAPS or callee[0] != Op.MEMBER or len(row) < 5:
        return
    prefix = _prefix(site, callee[2], call.scope)
    if prefix is None:
        return
    text = site.text(row[3], call.scope)
    if text is None:
        return
    methods: tuple[str, ...] = _MAPS[name]
    if name == "MapMethods":
        stated = [site.text(one, call.scope) for one in site.elements(row[4])]
        methods = tuple(one.upper() for one in stated if one)
    before, known = prefix
    handlers = site.handlers(row[-1], call.scope, call.start)
    site.endpoint(methods, joined(before, text), handlers, (call.line, call.start), "aspnet", whole=known)


def _prefix(site: Site, base: int, scope: int, depth: int = 0) -> tuple[str, bool] | None:
    """What comes before the paths of an application, builder or group; None for what is none of them."""
    place = site.origins.value(site.view, base, scope)
    row = place.view.expressions[place.expression]
    if row[0] == Op.CALL and place.view is site.view and depth < MAX_DEPTH:
        callee = site.row(row[2])
        if callee[0] == Op.MEMBER and site.name(row[2]) == "MapGroup" and len(row) > 3:
            before = _prefix(site, callee[2], place.scope, depth + 1)
            text = site.text(row[3], place.scope)
            if before is None:
                return None
            return (joined(before[0], text), before[1]) if text is not None else (before[0], False)
        if callee[0] == Op.MEMBER and _CHAINED.fullmatch(f".{site.name(row[2])}()"):
            return _prefix(site, callee[2], place.scope, depth + 1)
    for one in site.of(base, scope):
        if _APPLICATION.fullmatch(one):
            return "", True
        if _BUILDER.fullmatch(one):
            return "", False
    return None
