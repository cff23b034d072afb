"""A glob of a `.gitignore` line, as a regular expression that decides like git's `wildmatch.c`.

Why not a library: those at hand differ from git in bracket expressions (`[[:alpha:]]`, and `[!a]` that
matches a slash), and their expressions take exponential time on a line such as `*a*a*a*a*a*a*b`. An
ignore file comes with the repository, so here every expression takes time proportional to
(length of the name) x (length of the pattern): what lies between two stars is looked for once, from
the left, and never again (atomic groups). Works on bytes, as git does. Called by `rules`.

    name        a pattern without a slash: one path segment is matched
    a/b, /a     with a slash: the whole path below the ignore file is matched
    **/  /**/   any number of folders           /**   everything below
"""

from __future__ import annotations

import re
from typing import Final

_CLASSES: Final = {
    b"alnum": b"a-zA-Z0-9",
    b"alpha": b"a-zA-Z",
    b"blank": b" \\t",
    b"cntrl": b"\\x00-\\x1f\\x7f",
    b"digit": b"0-9",
    b"graph": b"\\x21-\\x7e",
    b"lower": b"a-z",
    b"print": b"\\x20-\\x7e",
    b"punct": b"!-/:-@\\[-`{-~",
    b"space": b" \\t\\n\\r\\f\\v",
    b"upper": b"A-Z",
    b"xdigit": b"a-fA-F0-9",
}

_SPECIAL: Final = re.compile(rb"[*?\[\\]")
_AFTER_STARS: Final = re.compile(rb"\\?/|\Z")
_STAR: Final = b"*"  # as a token: any number of bytes of one segment
_OPEN: Final = b""  # as the last token: the segment goes on in the `**` after it
_Segment = list[bytes]  # tokens: these, or an expression for exactly one byte


def expression(pattern: bytes, *, path: bool) -> bytes | None:
    """The regular expression (to use with `fullmatch`) of a glob, or None when nothing can match it.

    Args:
        pattern: the glob without `!`, and without a leading and one trailing slash.
        path: whether it is matched against a whole path, where `**` counts, and not against one name.
    """
    segments = _segments(pattern, path=path)
    if segments is None:
        return None
    parts: list[bytes] = []
    # Folders before this point are matched; `run` are segments since the last `**/`, if there was one.
    run: list[bytes] = []
    least: int | None = None  # how many folders that `**/` takes at least
    for position, segment in enumerate(segments):
        last = position == len(segments) - 1
        if isinstance(segment, int):
            if last:  # `a/**`: the rest, whatever it is
                parts.append(_after_folders(run, least, more=True) + b".*")
                return b"".join(parts)
            if run or least is None:
                parts.append(_after_folders(run, least, more=True))
                run, least = [], segment
            else:  # `**/**/`: as one
                least += segment
        else:
            run.append(_segment(segment) + (b"" if last or segment[-1] is _OPEN else b"/"))
    parts.append(_after_folders(run, least, more=False))
    return b"".join(parts)


def _after_folders(run: list[bytes], least: int | None, *, more: bool) -> bytes:
    """`run` after any number of folders (none when `least` is None). `more`: a `**` follows."""
    text = b"".join(run)
    if least is None:
        return text
    quantifier = b"*" if not least else b"{%d,}" % least
    if more:
        return b"(?>(?:[^/]*/)" + quantifier + b"?" + text + b")"
    return b"(?:[^/]*/)" + quantifier + text


def _segment(tokens: _Segment) -> bytes:
    """The tokens of one segment; what lies between two stars is atomic."""
    pieces: list[list[bytes]] = [[]]
    for token in tokens:
        if token is _STAR:
            pieces.append([])
        else:
            pieces[-1].append(token)
    first, *rest = (b"".join(piece) for piece in pieces)
    if not rest:
        return first
    *middle, end = rest
    return first + b"".join(b"(?>[^/]*?" + piece + b")" for piece in middle if piece) + b"[^/]*" + end


def _segments(pattern: bytes, *, path: bool) -> list[_Segment | int] | None:
    """The pattern by segments: tokens, or for `**` the number of folders that it takes at least."""
    segments: list[_Segment | int] = []
    tokens: _Segment = []
    at, end = 0, len(pattern)
    # Git compares the text before the first special character by itself, and what follows as a pattern
    # of its own. So a `**` there counts as one, also in `foo**/bar`.
    special = _SPECIAL.search(pattern)
    plain = special.start() if special else end
    while at < end:
        char = pattern[at : at + 1]
        if char == b"/":
            if not tokens:
                return None  # `a//b`: no path holds that
            segments.append(tokens)
            tokens = []
            at += 1
        elif char == b"*":
            stars = at
            while at < end and pattern[at : at + 1] == b"*":
                at += 1
            slash = _AFTER_STARS.match(pattern, at)
            if not (path and slash and at - stars > 1 and (not tokens or stars == plain)):
                tokens.append(_STAR)
                continue
            if tokens:
                segments.append([*tokens, _OPEN])
                tokens = []
            segments.append(len(slash[0]) // 2)  # git's shortcut for no folder misses `**\/`
            at = slash.end()
            if at == end and not slash[0]:
                return segments
        elif char == b"?":
            tokens.append(b"[^/]")
            at += 1
        elif char == b"[":
            found = _bracket(pattern, at + 1)
            if found is None:
                return None
            token, at = found
            tokens.append(token)
        else:
            if char == b"\\":
                at += 1
                char = pattern[at : at + 1]
                if not char:
                    return None  # a backslash at the end
                if char == b"/":
                    continue  # as a plain slash
            tokens.append(re.escape(char))
            at += 1
    if not tokens:
        return None
    segments.append(tokens)
    return segments


def _bracket(pattern: bytes, at: int) -> tuple[bytes, int] | None:
    """The bracket expression whose `[` lies before `at`: its token and where it ends. None: not closed."""
    negated = pattern[at : at + 1] in {b"!", b"^"}
    at += negated
    members: list[bytes] = []
    previous = b""  # what a following `-` can be a range from
    first = True
    while True:
        char = pattern[at : at + 1]
        if not char:
            return None
        if char == b"]" and not first:
            break
        first = False
        after = pattern[at + 1 : at + 2]
        if char == b"\\":
            if not after:
                return None
            members.append(_literal(after))
            previous = after
            at += 2
        elif char == b"-" and previous and after and after != b"]":
            at += 1
            if after == b"\\":
                at += 1
                after = pattern[at : at + 1]
                if not after:
                    return None
            if previous <= after:
                members.append(_literal(previous) + b"-" + _literal(after))
            previous = b""
            at += 1
        elif char == b"[" and after == b":":
            close = pattern.find(b"]", at + 2)
            if close < 0:
                return None
            if close - at < 3 or pattern[close - 1 : close] != b":":  # `[[:a]`: a set of those characters
                members.append(b"\\[")
                previous = b"["
                at += 1
                continue
            name = _CLASSES.get(pattern[at + 2 : close - 1])
            if name is None:
                return None
            members.append(name)
            previous = b""
            at = close + 1
        else:
            members.append(_literal(char))
            previous = char
            at += 1
    inside = b"".join(members)
    if negated:
        return b"[^/" + inside + b"]", at + 1
    return (b"(?!/)[" + inside + b"]" if inside else b"(?!)"), at + 1


def _literal(char: bytes) -> bytes:
    """One byte inside brackets."""
    return b"\\x%02x" % char[0]
