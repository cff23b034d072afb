"""Ruby classes that are not the repository's own: those that it reopens, to add methods to them.

    require "mail"                      # no file of the repository

    module Mail                         # lib/shop/mail_ext/addresses.rb
      def self.receipt = new
      class Message
        def total; end
      end
    end

`Mail.new` and `Mail::Message.new` make what the gem defines. Called by `resolver` and `values`.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xray_graph.resolve.languages.ruby.classes import Classes

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def is_module(classes: Classes, full: str) -> bool:
    """Whether a name is one of modules alone: these have no `new` but one of their own."""
    return bool(classes.derived("rb.module", full, lambda: _is_module(classes, full), unknown=False))


def _is_module(classes: Classes, full: str) -> bool:
    parts = classes.parts(full)
    return bool(parts) and all(view.declarations[index].kind == "module" for view, index in parts)


def is_reopened(classes: Classes, full: str) -> bool:
    """Whether a class without `initialize` is one from outside, as far as the repository's words say so.

    Its namespace is that of a gem that files require and the repository does not have, no part of it states
    a superclass, and none lies in a file of its name or among tests.
    """
    return bool(classes.derived("rb.outside", full, lambda: _is_reopened(classes, full), unknown=False))


def _is_reopened(classes: Classes, full: str) -> bool:
    parts = classes.parts(full)
    if is_module(classes, full):
        return True
    if any(how == "extends" for view, index in parts for how, _ in view.declarations[index].bases):
        return False
    if any(classes.gems.unit(view.path)[1] for view, _ in parts):
        return False  # what tests make for themselves
    own = _file(full.rpartition("::")[2])
    if any(PurePosixPath(view.path).stem in own and not _extends(view.path) for view, _ in parts):
        return False
    return any(_is_required(classes, gem) for gem in sorted(_file(full.partition("::")[0])))


def _is_required(classes: Classes, gem: str) -> bool:
    """Whether files require a gem by its name, and none of the repository is what they get."""
    names, found = classes.names, False
    for path, _ in classes.world.get(("rb.requires", gem)):
        classes.world.touch(path, "")
        view = names.project.views[path]
        for one in view.facts.imports:
            if one.kind == "require" and one.module.partition("/")[0] == gem:
                if names.required(view, one) is not None:
                    return False
                found = True
    return found


def _file(name: str) -> set[str]:
    """The names that the file of a class can have: `open_ssl` and `openssl` of OpenSSL."""
    return {_HUMP.sub("_", name).lower(), name.lower()}


def _extends(path: str) -> bool:
    """Whether a file lies in a folder of what is added to others: `core_ext`."""
    return any(part == "ext" or part.endswith("_ext") for part in path.split("/")[:-1])
