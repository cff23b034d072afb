"""What stands inside a Markdown block: its links and code spans with their places, and its plain text.

Inline parsing costs more than finding the blocks, so text without a mark that could begin a link or
a code span is not parsed at all. Called by `markdown`.
"""

from __future__ import annotations

import functools
import re
import urllib.parse
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, link
from markdown_it.token import Token

MAX_CODE: Final = 120  # characters of a code span that may name something
MAX_TARGET: Final = 1000  # characters of a link's target

_MARKS: Final = re.compile(r"[`\[<]")
_ANY_MARK: Final = re.compile(r"[`\[<*_&\\!]")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:|//")
_FORGE_FILE: Final = re.compile(r"https?://[^/]+/.+/(?:blob|tree|raw|src)/")
_HTML_LINK: Final = re.compile(r"<a\b[^<>]*?\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
# A name, a path, or a call: nothing with a blank before its first parenthesis, and a letter in it.
_CODE_NAME: Final = re.compile(r"[^\s(]*[^\W\d][^\s(]*(?:\s*\(.*)?")


class Use(NamedTuple):
    """A link's target or a code span's text, `at` so many characters into the text given."""

    at: int
    kind: str  # "link" "code"
    target: str


class _Parser(MarkdownIt):
    """CommonMark that leaves targets as they were written: they are looked up, never followed."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the base class's name
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 - the base class's name
        return link

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the base class's name
        return True


@functools.cache
def parser() -> MarkdownIt:
    """The one parser of the process: blocks with `parse`, inline parts through this module."""
    markdown = _Parser("commonmark")
    markdown.disable(["inline", "text_join"])
    rules = {"link": link, "backticks": backtick, "autolink": autolink, "html_inline": html_inline}
    for name, rule in rules.items():
        markdown.inline.ruler.at(name, _placed(rule))
    return markdown


def uses(text: str, environment: dict[str, Any]) -> list[Use]:
    """The links and code spans of an inline text, in order. `environment` has the page's definitions."""
    if not _MARKS.search(text):
        return []
    found = []
    for token in _tokens(text, environment):
        if token.type == "link_open":
            found += _link(token.meta["at"], str(token.attrs["href"]))
        elif token.type == "code_inline":
            code = token.content.strip()
            if len(code) <= MAX_CODE and _CODE_NAME.fullmatch(code):
                found.append(Use(token.meta["at"], "code", code))
        elif token.type == "html_inline":
            found += [use._replace(at=token.meta["at"]) for use in html_uses(token.content)]
    return found


def html_uses(text: str) -> list[Use]:
    """The targets of the `<a href>` of a piece of HTML."""
    found = []
    for match in _HTML_LINK.finditer(text):
        found += _link(match.start(), match[1] or match[2] or "")
    return found


def plain(text: str, environment: dict[str, Any]) -> str:
    """The text as a reader sees it, on one line: no marks, no images, no HTML."""
    if _ANY_MARK.search(text):
        text = "".join(_words(_tokens(text, environment)))
    return " ".join(text.split())


def _words(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in {"text", "code_inline", "text_special"}:
            yield token.content
        elif token.type in {"softbreak", "hardbreak"}:
            yield " "


def _tokens(text: str, environment: dict[str, Any]) -> list[Token]:
    tokens: list[Token] = []
    markdown = parser()
    markdown.inline.parse(text, markdown, environment, tokens)
    return tokens


def _link(at: int, target: str) -> list[Use]:
    target = target.strip()
    if not target or len(target) > MAX_TARGET:
        return []
    if _SCHEME.match(target) and not _FORGE_FILE.match(target):
        return []
    return [Use(at, "link", urllib.parse.unquote(target) if "%" in target else target)]


def _placed(rule: Any) -> Any:
    """The rule, noting on the token it makes where in the text it stood."""

    def placed(state: StateInline, silent: bool) -> bool:
        at, count = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        for token in state.tokens[count:]:
            if token.type in {"link_open", "code_inline", "html_inline"}:
                token.meta["at"] = at
                break
        return True

    return placed
