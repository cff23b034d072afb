"""What a document's path says of how it is to be read, where its text alone cannot tell.

Facts are a function of a file's bytes and its dialect. For most formats the dialect is the language; a few
files are what they are by their name: `values.yaml` in a chart, `package.json`. Their dialect is
`language+role`, so that the cache keeps them apart from the same bytes elsewhere. Names and tables, nothing
is opened. Called by `parse.reading`.
"""

from __future__ import annotations

import re
from typing import Final

# language → (role, what the whole path in lower case matches), the first that does
_ROLES: Final[dict[str, tuple[tuple[str, re.Pattern[str]], ...]]] = {
    "yaml": tuple(
        (role, re.compile(pattern))
        for role, pattern in (
            ("chart", r"(?:.*/)?chart\.ya?ml"),
            ("values", r"(?:.*/)?values(?:[.-][\w.-]+)?\.ya?ml"),
            ("kustomization", r"(?:.*/)?kustomization\.ya?ml"),
            ("compose", r"(?:.*/)?(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml"),
            ("workflow", r"(?:.*/)?\.(?:github|gitea|forgejo)/workflows/[^/]+\.ya?ml"),
            ("action", r"(?:.*/)?action\.ya?ml"),
            ("gitlab", r"(?:.*/)?[\w.-]*\.gitlab-ci\.ya?ml|(?:.*/)?\.gitlab/ci/.*\.ya?ml"),
            ("settings", r"(?:.*/)?(?:application|bootstrap|config|settings)(?:-[\w.-]+)?\.ya?ml"),
            ("settings", r"(?:.*/)?(?:config|configs|conf|settings)/[^/]+\.ya?ml"),
        )
    ),
    "json": (
        ("package", re.compile(r"(?:.*/)?package\.json")),
        ("settings", re.compile(r"(?:.*/)?(?:appsettings(?:\.[\w-]+)?|local\.settings)\.json")),
        (
            "settings",
            re.compile(
                r"(?:.*/)?config/(?:default|local|prod(?:uction)?|dev(?:elopment)?|test|staging)\.json"
            ),
        ),
    ),
    "properties": (
        # Texts in many languages are data, by the name of their folder or by their locale.
        (
            "texts",
            re.compile(
                r"(?:.*/)?(?:i18n|l10n|locales?|lang|messages)/.*|.*_[a-z]{2}(?:_[a-z]{2})?\.properties"
            ),
        ),
        ("texts", re.compile(r"(?:.*/)?(?:messages|labels|strings)[\w-]*\.properties")),
    ),
}
# Languages of which only files with a role are read.
_ONLY_BY_ROLE: Final = frozenset({"json"})
_UNREAD: Final = frozenset({"texts"})


def dialect(path: str, language: str) -> str:
    """The dialect of a file, `yaml+values`; the language where that says it all; "" for what is not read."""
    roles = _ROLES.get(language)
    if roles is None:
        return language
    lower = path.lower()
    for role, pattern in roles:
        if pattern.fullmatch(lower):
            return "" if role in _UNREAD else f"{language}+{role}"
    return "" if language in _ONLY_BY_ROLE else language
