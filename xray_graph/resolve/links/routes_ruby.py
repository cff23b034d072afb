"""Routes of Rails and Sinatra.

Rails draws its routes in a block of its own language: `get`, `resources`, `namespace`, `scope`.
`"users#show"` names a method of the controller that Rails would load:
`app/controllers/users_controller.rb` beside the file's own `config`. Sinatra's routes are calls with a
block, at the top of a file that requires it or in a class that derives from its base. Called by `links`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import CALLABLES, NONE, TYPES, Evidence, Op
from xray_graph.resolve.links.calls import calls_named
from xray_graph.resolve.links.inflection import plural, singular, snake
from xray_graph.resolve.links.site import METHODS, joined

if TYPE_CHECKING:
    from xray_graph.model import Call
    from xray_graph.resolve.links.site import Site

_VERBS: Final = {m.lower(): (m,) for m in METHODS[:7]}
_PASSING: Final = frozenset(
    [
        "constraints",
        "defaults",
        "authenticate",
        "authenticated",
        "unauthenticated",
        "devise_scope",
        "with_options",
    ]
)
_OPTIONS: Final = frozenset(
    [
        *(
            "to",
            "as",
            "via",
            "on",
            "action",
            "controller",
            "module",
            "path",
            "constraints",
            "defaults",
            "format",
        ),
        *("only", "except", "param", "shallow", "concerns", "anchor"),
    ]
)
# What `resources` makes: action, method, whether it is of one member.
_ACTIONS: Final = (
    ("index", "GET", "", False),
    ("new", "GET", "new", False),
    ("create", "POST", "", False),
    ("show", "GET", "", True),
    ("edit", "GET", "edit", True),
    ("update", "PATCH", "", True),
    ("update", "PUT", "", True),
    ("destroy", "DELETE", "", True),
)
_SINATRA: Final = frozenset({"Sinatra.Base", "Sinatra.Application"})
_SINATRA_FILES: Final = frozenset({"sinatra", "sinatra/base", "sinatra/main"})


def read(site: Site) -> None:
    words = set(site.view.strings)
    if "draw" in words:
        _Rails(site).read()
    elif not words.isdisjoint(_VERBS):
        _sinatra(site)


def _sinatra(site: Site) -> None:
    """A block is no function of its own, so what answers such a route is the code on its lines."""
    view = site.view
    required = any(one.module in _SINATRA_FILES for one in view.facts.imports)
    for call in calls_named(view, _VERBS, 1):
        row = site.row(call.expression)
        name = site.name(row[2])
        if site.row(row[2])[0] != Op.NAME:
            continue
        owner = view.enclosing(call.scope, TYPES)
        if owner == NONE:
            if not required or view.caller(call.scope) != NONE:
                continue
        elif view.enclosing(call.scope, CALLABLES) != NONE or not _SINATRA.intersection(
            site.constant(base) for _, base in view.declarations[owner].bases
        ):
            continue
        text = site.text(row[3], call.scope)
        if text is not None and text.startswith("/"):
            site.endpoint(_VERBS[name], joined("", text), (), (call.line, call.start), "sinatra")


class _Context(NamedTuple):
    """What a block of routes puts around those in it."""

    prefix: str
    module: str = ""  # of controllers: `admin/`
    controller: str = ""  # that routes without one go to
    collection: str = ""  # the path of the resources whose block it is, and
    member: str = ""  # of one of them
    whole: bool = True


class _Rails:
    """The routes that one file draws."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._view = site.view
        self._contexts: dict[int, _Context | None] = {}
        self._by_scope: dict[int, list[Call]] = {}
        self._outer: dict[int, int] = {}  # a call → the call that it is an argument or receiver of
        self._calls: dict[int, Call] = {}
        for call in site.view.facts.calls:
            self._calls[call.expression] = call
            self._by_scope.setdefault(call.scope, []).append(call)
            row = site.row(call.expression)
            callee = site.row(row[2])
            inner = [*row[3:], *(callee[2:3] if callee[0] == Op.MEMBER else ())]
            for one in inner:
                if one != NONE and site.row(one)[0] == Op.CALL:
                    self._outer[one] = call.expression

    def read(self) -> None:
        for call in self._view.facts.calls:
            name = self._site.name(self._site.row(call.expression)[2])
            if self._site.row(self._site.row(call.expression)[2])[0] != Op.NAME:
                continue
            if name in _VERBS or name in {"match", "root", "resources", "resource"}:
                context = self._context(call.scope)
                if context is not None:
                    self._add(call, name, context)

    # --- blocks -------------------------------------------------------------------------------------

    def _context(self, scope: int) -> _Context | None:
        """What is around the routes of a block; None outside of what draws routes."""
        if scope not in self._contexts:
            self._contexts[scope] = None
            self._contexts[scope] = self._of_block(scope)
        return self._contexts[scope]

    def _of_block(self, scope: int) -> _Context | None:
        scopes = self._view.facts.scopes
        if scopes[scope].declaration != NONE or scopes[scope].parent == NONE:
            return None
        call = self._opener(scope)
        if call is None:
            return None
        row = self._site.row(call.expression)
        name = self._site.name(row[2])
        if name == "draw":
            drawn = self._site.constant(row[2])
            if drawn == "Rails.application.routes.draw":
                return _Context("")
            return _Context("", whole=False) if drawn.endswith(".Engine.routes.draw") else None
        above = self._context(scopes[scope].parent)
        return None if above is None else self._within(call, name, above)

    def _opener(self, scope: int) -> Call | None:
        """The call that a block is written with: the last that begins before it, as a whole."""
        at, parent = self._view.facts.scopes[scope].start, self._view.facts.scopes[scope].parent
        before = [call for call in self._by_scope.get(parent, ()) if call.start < at]
        if not before:
            return None
        expression = max(before, key=lambda call: (call.start, call.expression)).expression
        while expression in self._outer:
            expression = self._outer[expression]
        return self._calls[expression]

    def _within(self, call: Call, name: str, above: _Context) -> _Context | None:
        given = self._options(call)
        names = self._names(call)
        if name in _PASSING:
            return above
        if name in {"namespace", "scope"}:
            path = self._text(given, "path", call) if "path" in given else names[0] if names else ""
            module = self._text(given, "module", call) if "module" in given else ""
            if name == "namespace" and "module" not in given:
                module = names[0] if names else None
            if path is None or module is None or "shallow" in given:
                return None
            controller = self._text(given, "controller", call) if "controller" in given else above.controller
            inner = f"{above.module}{module}/" if module else above.module
            prefix = joined(above.prefix, path) if path else above.prefix
            return _Context(prefix, inner, controller or "", whole=above.whole)
        if name in {"resources", "resource"} and len(names) == 1:
            return self._resource(call, name, names[0], above)
        if name in {"member", "collection", "new"} and above.collection:
            path = {"member": above.member, "new": f"{above.collection}/new"}.get(name, above.collection)
            return _Context(path, above.module, above.controller, whole=above.whole)
        return None

    def _resource(self, call: Call, name: str, what: str, above: _Context) -> _Context | None:
        given = self._options(call)
        path = self._text(given, "path", call) if "path" in given else what
        parameter = self._text(given, "param", call) if "param" in given else "id"
        module = self._text(given, "module", call) if "module" in given else ""
        default = what if name == "resources" else plural(what)
        controller = self._text(given, "controller", call) if "controller" in given else default
        if path is None or parameter is None or module is None or controller is None or "shallow" in given:
            return None
        collection = joined(above.prefix, path)
        inner = f"{above.module}{module}/" if module else above.module
        if name == "resource":
            return _Context(collection, inner, controller, collection, collection, above.whole)
        nested = parameter if parameter != "id" else f"{singular(what)}_id"
        if parameter != "id":
            nested = f"{singular(what)}_{parameter}"
        prefix = f"{collection}/:{nested}"
        return _Context(prefix, inner, controller, collection, f"{collection}/:{parameter}", above.whole)

    # --- routes -------------------------------------------------------------------------------------

    def _add(self, call: Call, name: str, context: _Context) -> None:
        given = self._options(call)
        if name in {"resources", "resource"}:
            for what in self._names(call):
                self._add_resource(call, name, what, context)
            return
        names = self._names(call)
        target = self._text(given, "to", call) if "to" in given else ""
        path = names[0] if names else ""
        if not names:
            written = [key for key in given if key not in _OPTIONS]
            if name != "root" and not written:
                return
            if written:
                path, target = written[0], self._text(given, written[0], call) or ""
        if name == "root":
            target = target or path
            path = ""
        methods: tuple[str, ...] = _VERBS.get(name, ("GET",))
        if name == "match":
            via = given.get("via", NONE)
            stated = (
                [self._site.text(one, call.scope) for one in self._site.elements(via)] if via != NONE else []
            )
            methods = tuple(one.upper() for one in stated if one and one != "all")
        on = self._text(given, "on", call) if "on" in given else ""
        prefix = {"member": context.member, "collection": context.collection}.get(on or "", context.prefix)
        action = self._text(given, "action", call) if "action" in given else ""
        handlers = self._handlers(target or "", path, action or "", context)
        shown = joined(prefix, path).removesuffix("(.:format)")
        place = (call.line, call.start)
        self._site.endpoint(
            methods, shown, handlers, place, "rails", whole=context.whole, evidence=Evidence.DECLARED_KEY
        )

    def _add_resource(self, call: Call, name: str, what: str, context: _Context) -> None:
        inner = self._resource(call, name, what, context)
        given = self._options(call)
        only, without = self._actions(given, "only", call), self._actions(given, "except", call)
        if inner is None or only is None or without is None:
            return
        for action, method, ending, single in _ACTIONS:
            left_out = ("only" in given and action not in only) or action in without
            if left_out or (name == "resource" and action == "index"):
                continue
            path = inner.member if single else inner.collection
            shown = f"{path}/{ending}" if ending else path
            handlers = self._of_controller(f"{inner.module}{inner.controller}", action)
            self._site.endpoint(
                (method,),
                shown,
                handlers,
                (call.line, call.start),
                "rails",
                whole=context.whole,
                evidence=Evidence.DECLARED_KEY,
            )

    def _handlers(self, target: str, path: str, action: str, context: _Context) -> list[tuple[str, str]]:
        controller, hash_, name = target.partition("#")
        if hash_:
            inside = "" if controller.startswith("/") else context.module
            return self._of_controller(inside + controller.strip("/"), name)
        if target:
            return []
        if context.controller:
            return self._of_controller(context.module + context.controller, action or path.strip("/"))
        controller, slash, name = path.strip("/").rpartition("/")
        return self._of_controller(context.module + controller, name) if slash else []

    def _of_controller(self, controller: str, action: str) -> list[tuple[str, str]]:
        """The method of a controller, else the class, which may inherit it; by the file that Rails loads."""
        folder = posixpath.dirname(self._view.path)
        while posixpath.basename(folder) == "routes":
            folder = posixpath.dirname(folder)
        path = posixpath.join(posixpath.dirname(folder), "app/controllers", f"{controller}_controller.rb")
        project = self._site.project
        view = project.views.get(path) if project.exists(path) else None
        if view is None:
            return []
        project.world.touch_names(path)
        project.world.touch(path, "")
        name = f"{posixpath.basename(controller)}_controller"
        for index, one in enumerate(view.declarations):
            if one.kind == "class" and snake(one.name.rpartition("::")[2]) == name:
                methods = view.members(index).get(action, ())
                return [(path, view.symbols[methods[0] if methods else index])]
        return []

    # --- arguments ------------------------------------------------------------------------------------

    def _names(self, call: Call) -> list[str]:
        """The paths or symbols that a call begins with."""
        found = []
        for one in self._site.row(call.expression)[3:]:
            if self._site.row(one)[0] != Op.LITERAL:
                break
            text = self._site.text(one, call.scope)
            if text is None:
                break
            found.append(text)
        return found

    def _options(self, call: Call) -> dict[str, int]:
        return self._site.keywords(call.expression)

    def _text(self, given: dict[str, int], key: str, call: Call) -> str | None:
        return self._site.text(given[key], call.scope)

    def _actions(self, given: dict[str, int], key: str, call: Call) -> set[str] | None:
        """The actions of `only` or `except`; None where they are no plain list."""
        if key not in given:
            return set()
        texts = [self._site.text(one, call.scope) for one in self._site.elements(given[key])]
        return None if None in texts else {text for text in texts if text}
