"""Routes of Spring and JAX-RS, by annotations.

A class answers requests where it is marked as a controller or a resource; its path comes before those of
its methods. An interface of a client (`@FeignClient`) opens nothing. Called by `links`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Evidence, Op
from xray_graph.resolve.links.site import METHODS, joined

if TYPE_CHECKING:
    from xray_graph.resolve.links.definitions import Names
    from xray_graph.resolve.links.site import Site

_SPRING: Final = "org.springframework.web.bind.annotation."
_CONTROLLERS: Final = frozenset({f"{_SPRING}RestController", "org.springframework.stereotype.Controller"})
_CLIENTS: Final = "FeignClient"
_MAPPINGS: Final = {f"{m.capitalize()}Mapping": (m,) for m in METHODS[:5]} | {"RequestMapping": ()}
_RESOURCES: Final = ("javax.ws.rs.", "jakarta.ws.rs.")


def read(site: Site) -> None:
    if {"Path", "RestController", "Controller"}.isdisjoint(site.view.strings):
        return
    marks: dict[int, list[tuple[str, int]]] = {}
    for index, _one, decorator, origins in site.decorated():
        name = _known(origins)
        if name:
            marks.setdefault(index, []).append((name, decorator))
    for index, said in marks.items():
        owner = site.view.declarations[index].parent
        if owner == NONE or site.view.declarations[index].kind != "method":
            continue
        above = marks.get(owner, [])
        if any(name in _CONTROLLERS for name, _ in above) or any(name in _CONTROLLERS for name, _ in said):
            _spring(site, index, said, above)
        elif any(name == "rs.Path" for name, _ in above):
            _resource(site, index, said, above)


def _known(origins: Names) -> str:
    """The annotation that a name is: a controller's whole name, a mapping's last, or `rs.` and its last."""
    for one in origins:
        last = one.rpartition(".")[2]
        if one in _CONTROLLERS or last == _CLIENTS:
            return one
        if one.startswith(_SPRING) and last in _MAPPINGS:
            return last
        if one.startswith(_RESOURCES):
            return f"rs.{last}"
    return ""


def _spring(site: Site, index: int, said: list[tuple[str, int]], above: list[tuple[str, int]]) -> None:
    view = site.view
    one = view.declarations[index]
    prefixes = [""]
    for name, decorator in above:
        if name == "RequestMapping":
            prefixes = _paths(site, decorator, one.scope)
    for name, decorator in said:
        if name not in _MAPPINGS:
            continue
        methods = _MAPPINGS[name] or _methods(site, decorator)
        for prefix in prefixes:
            for path in _paths(site, decorator, one.scope):
                site.endpoint(
                    methods,
                    joined(prefix, path),
                    [(view.path, view.symbols[index])],
                    (one.line, one.start),
                    "spring",
                    evidence=Evidence.ANNOTATION,
                )


def _paths(site: Site, decorator: int, scope: int) -> list[str]:
    """`value` or `path` of a mapping; one that names none answers at what is before it."""
    row = site.row(decorator)
    if row[0] != Op.CALL:
        return [""]
    given = site.keywords(decorator)
    places = site.positional(decorator)
    value = given.get("value", given.get("path", places[0] if places else NONE))
    if value == NONE:
        return [""]
    texts = [site.text(one, scope) for one in site.elements(value)]
    return [text for text in texts if text is not None]


def _methods(site: Site, decorator: int) -> tuple[str, ...]:
    """`method = RequestMethod.POST`, or a list of them."""
    value = site.keywords(decorator).get("method", NONE) if site.row(decorator)[0] == Op.CALL else NONE
    if value == NONE:
        return ()
    return tuple(name for one in site.elements(value) if (name := site.name(one)) in METHODS)


def _resource(site: Site, index: int, said: list[tuple[str, int]], above: list[tuple[str, int]]) -> None:
    view = site.view
    one = view.declarations[index]
    methods = [name.removeprefix("rs.") for name, _ in said if name.removeprefix("rs.") in METHODS]
    prefix = _path(site, above, one.scope)
    path = _path(site, said, one.scope)
    if methods and prefix is not None and path is not None:
        site.endpoint(
            methods,
            joined(prefix, path),
            [(view.path, view.symbols[index])],
            (one.line, one.start),
            "jax-rs",
            evidence=Evidence.ANNOTATION,
        )


def _path(site: Site, marks: list[tuple[str, int]], scope: int) -> str | None:
    for name, decorator in marks:
        if name == "rs.Path":
            return next(iter(_paths(site, decorator, scope)), None)
    return ""
