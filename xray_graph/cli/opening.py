"""How snapshots are opened: the flags that every command which reads one shares.

Key files may also be named in XRAY_AGE_KEY_FILE, or a key stand in XRAY_AGE_KEY; then no flag is needed, and
they are read only when a file turns out to be sealed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from xray_graph.cli import output
from xray_graph.errors import UsageError

if TYPE_CHECKING:
    from xray_graph.snapshot import Opening

_FLAGS: Final[tuple[tuple[tuple[str, ...], Mapping[str, Any]], ...]] = (
    (
        ("-i", "--snapshot-key", "--identity", "snapshot_key"),
        {
            "type": output.PATH,
            "multiple": True,
            "metavar": "FILE",
            "help": "Opens sealed maps: an age or ssh key, `-` for standard input. May be repeated. Without "
            "it: XRAY_AGE_KEY_FILE and XRAY_AGE_KEY.",
        },
    ),
    (
        ("--max-map-bytes",),
        {
            "type": click.IntRange(min=1),
            "metavar": "N",
            "envvar": "XRAY_MAX_MAP_BYTES",
            "show_envvar": True,
            "help": "The largest map that is opened: bytes of memory, by the sizes that it declares. Never "
            "more than twice that is used. [default: 4 GiB]",
        },
    ),
)


def parameters() -> list[click.Option]:
    """The flags, for a command that is put together by hand."""
    return [click.Option(names, **settings) for names, settings in _FLAGS]


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags; they reach the command as one value, `opening`."""

    @functools.wraps(command)
    def opened(*arguments: Any, snapshot_key: Sequence[str], max_map_bytes: int | None, **flags: Any) -> Any:
        return command(*arguments, opening=read(snapshot_key, max_map_bytes), **flags)

    for names, settings in reversed(_FLAGS):
        opened = click.option(*names, **settings)(opened)
    return opened


def options_without_stdin(command: Callable[..., Any]) -> Callable[..., Any]:
    """As `options`, for a command whose standard input is another's."""

    @functools.wraps(command)
    def refused(*arguments: Any, snapshot_key: Sequence[str], **flags: Any) -> Any:
        if "-" in snapshot_key:
            raise UsageError("standard input is the client's", where="--snapshot-key -", hint="name a file")
        return opened(*arguments, snapshot_key=snapshot_key, **flags)

    opened = options(command)
    refused.__dict__["__click_params__"] = opened.__dict__.pop("__click_params__")
    return refused


def read(snapshot_key: Sequence[str], max_map_bytes: int | None) -> Opening:
    """What the flags say.

    Raises:
        UsageError: a file that holds no key.
    """
    from xray_graph.snapshot import Opening
    from xray_graph.snapshot.layout import MAX_MAP

    keys = None
    if snapshot_key:
        from xray_graph.snapshot import seal

        keys = seal.read_keys(snapshot_key)
    return Opening(keys, max_map_bytes or MAX_MAP)


def shown(opening: Opening) -> dict[str, Any]:
    """What is in force, without anything secret."""
    where = "" if opening.keys is None else opening.keys.where
    return {"snapshot_key": where, "max_map_bytes": opening.max_bytes}
