"""What a language needs beyond its query: how names are exported, how imports are written.

`Hooks` is what every language gets. A language with more has a module here of its own name, with a
subclass that is called `Hooks` too. Hooks look at one file only, like all of `parse`.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util

from xray_graph.parse.languages.base import Hooks

_FAMILIES = {
    **dict.fromkeys(("tsx", "typescript", "vue", "svelte"), "javascript"),
    "cpp": "c",
}


@functools.cache
def hooks_of(language: str) -> Hooks:
    """The hooks of a language; the plain ones where it has no module of its own."""
    for name in (language, _FAMILIES.get(language, "")):
        if name and importlib.util.find_spec(f"{__name__}.{name}") is not None:
            module = importlib.import_module(f"{__name__}.{name}")
            hooks: Hooks = module.Hooks(language)
            return hooks
    return Hooks(language)
