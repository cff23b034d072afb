"""What the tools take: a frozen struct each, whose schema is what a client is told.

Descriptions are paid for by every agent in every conversation, so each says what a caller could not guess
and no more (the whole table has a limit, see `tests/serve/test_tool_sizes.py`). Also what is said of an
argument that does not fit. Used by `tools`.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

import msgspec

LONGEST: Final = 4096  # characters of what is asked; errors and replies repeat some of it
MOST_MAPS: Final = 1000
MOST_ATTRS: Final = 20
SHOWN: Final = 100  # characters of a name that is none
_LENGTH: Final = re.compile(
    r"Expected `(?P<type>str|array)` of length (?P<sign>[<>]=) (?P<bound>\d+) - at `\$\.(?P<field>\w+)[^`]*`"
)
_BEYOND: Final = re.compile(r"Expected `int` (?P<sign>[<>]=) (?P<bound>\d+) - at `\$\.(?P<field>\w+)`")
_OF_TYPE: Final = re.compile(r"Expected `(?P<type>\w+)`, got `\w+` - at `\$\.(?P<field>\w+)`")
_PLAINLY: Final = {"int": "a whole number", "bool": "true or false", "str": "text"}
_NO_CHOICE: Final = re.compile(r"Invalid enum value '(?P<value>.*)' - at `\$\.(?P<field>\w+)`", re.DOTALL)

Name = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=LONGEST,
        description="A node: `label//path::Symbol` as replies name it, `path::Symbol`, `path:line` or a bare "
        "symbol. When several fit, the answer lists them and picks none.",
    ),
]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST)]
Labels = Annotated[list[Text], msgspec.Meta(max_length=MOST_MAPS)]
Maps = Annotated[Labels, msgspec.Meta(description="Labels of maps to ask; without it all.")]
Depth = Annotated[int, msgspec.Meta(ge=1, le=10, description="How many calls away.")]
Limit = Annotated[int, msgspec.Meta(ge=1, le=100, description="Most entries in one reply.")]
Cursor = Annotated[Text, msgspec.Meta(description="`next` of the reply before.")]


class ListMaps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 100
    cursor: Cursor = ""


class SearchGraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    q: Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=LONGEST,
            description="A question in plain words, some words, or a name. A node's exact name comes first. "
            "A file or folder that it names, or that stands before a colon (`json: cannot unmarshal`), is "
            "looked into first. `*` stands for everything that `kind`, `path` and `attr` leave.",
        ),
    ]
    map: Annotated[
        Labels,
        msgspec.Meta(
            description="Labels of maps to ask; without it those nearest to the question or to `hint`."
        ),
    ] = []
    hint: Annotated[Text, msgspec.Meta(description="Words about the map that is meant.")] = ""
    kind: Annotated[
        Text, msgspec.Meta(description="Only this kind, as `function`, `class`, `section`, `manifest`.")
    ] = ""
    path: Annotated[Text, msgspec.Meta(description="Only paths that begin so, as `src/http/`.")] = ""
    attr: Annotated[
        list[Text],
        msgspec.Meta(
            max_length=MOST_ATTRS,
            description="Only nodes with each of these, as `exported`, `test=false`, `language=go`.",
        ),
    ] = []
    order: Annotated[
        Literal["relevance", "name", "path", "lines", "callers", "callees"],
        msgspec.Meta(description="`lines`, `callers` and `callees` put the largest number first."),
    ] = "relevance"
    limit: Annotated[
        int,
        msgspec.Meta(
            ge=1,
            le=100,
            description="Most results; more than 20 only with a kind, path, attr or order.",
        ),
    ] = 5
    explain: Annotated[bool, msgspec.Meta(description="Add each channel's ranks, and the times.")] = False


class GetGraphNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    map: Maps = []
    limit: Limit = 50
    cursor: Cursor = ""


class FindCalls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    map: Maps = []
    depth: Depth = 1
    limit: Limit = 50
    cursor: Cursor = ""


class Services(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[Text, msgspec.Meta(description="Only the service of this name.")] = ""
    map: Annotated[
        Labels,
        msgspec.Meta(description="The map's label; needed when several maps have services."),
    ] = []
    format: Annotated[
        Literal["", "mermaid", "dot"], msgspec.Meta(description="Also draw services and dependencies.")
    ] = ""
    limit: Limit = 50
    cursor: Cursor = ""


NoteKind = Literal["note", "question", "answer", "decision"]
AnyNoteKind = Annotated[
    Literal["", "note", "question", "answer", "decision"], msgspec.Meta(description="Only this kind.")
]
_Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class WriteNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=32_768, description="Markdown.")]
    title: Annotated[str, msgspec.Meta(max_length=200, description="Else the first line.")] = ""
    kind: NoteKind = "note"
    about: Annotated[
        list[Text],
        msgspec.Meta(max_length=50, description="Whole names of nodes."),
    ] = []
    tags: Annotated[list[_Word], msgspec.Meta(max_length=20, description="Words to list it by.")] = []
    expires_days: Annotated[int, msgspec.Meta(ge=0, le=36_500, description="0: never.")] = 90


class SearchNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    q: Annotated[Text, msgspec.Meta(min_length=1)]
    kind: AnyNoteKind = ""
    tag: Annotated[Text, msgspec.Meta(description="Only with this tag.")] = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=20)] = 5


class ListNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: AnyNoteKind = ""
    tag: Annotated[Text, msgspec.Meta(description="Only with this tag.")] = ""
    about: Annotated[Text, msgspec.Meta(description="Only notes about this node.")] = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 20
    cursor: Cursor = ""


def plainly(message: str) -> str:
    """What msgspec says of an argument, in plain words and without all of what was given."""
    if found := _LENGTH.fullmatch(message):
        if found["sign"] == ">=":
            return f"{found['field']!r} is empty"
        unit = "characters" if found["type"] == "str" else "entries"
        return f"{found['field']!r} is too long: {found['bound']} {unit} are the most"
    if found := _BEYOND.fullmatch(message):
        return f"{found['field']!r} is {'at least' if found['sign'] == '>=' else 'at most'} {found['bound']}"
    if found := _NO_CHOICE.fullmatch(message):
        return f"{found['field']!r} cannot be {found['value'][:SHOWN]!r}"
    if (found := _OF_TYPE.fullmatch(message)) and found["type"] in _PLAINLY:
        return f"{found['field']!r} takes {_PLAINLY[found['type']]}"
    return message
