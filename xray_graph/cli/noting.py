"""Where notes are kept: the flags that servers share, and the file that `notes` works on."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from xray_graph.config import check_label
from xray_graph.errors import NotFoundError, UsageError
from xray_graph.folders import MAP_FOLDER

if TYPE_CHECKING:
    from xray_graph.route import Atlas
    from xray_graph.snapshot.seal import Keys

SESSION: Final = "session"  # the label of the notes when nobody says another


class Noting(NamedTuple):
    """What the flags say."""

    label: str  # empty: no notes are kept
    folder: str
    recipients: tuple[str, ...]


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags; they reach the command by their names."""
    for option in reversed(
        (
            click.option(
                "--writable", is_flag=True, envvar="XRAY_WRITABLE", help="Keep notes that agents write."
            ),
            click.option(
                "--memory-map",
                default=SESSION,
                show_default=True,
                metavar="LABEL",
                envvar="XRAY_MEMORY_MAP",
                help="The map that the notes are.",
            ),
            click.option(
                "--notes-dir",
                metavar="DIR",
                envvar="XRAY_NOTES_DIR",
                help="Where its file is. Without it, beside the maps.",
            ),
            click.option(
                "--notes-recipient",
                multiple=True,
                metavar="RECIPIENT",
                help="Seal each note to this age recipient. May be repeated.",
            ),
        )
    ):
        command = option(command)
    return command


def read(flags: dict[str, Any]) -> Noting:
    """Take the flags of `options` out of `flags`.

    Raises:
        UsageError: the label cannot be one.
    """
    label = check_label(flags.pop("memory_map"), "--memory-map")
    folder, recipients = flags.pop("notes_dir") or "", tuple(flags.pop("notes_recipient"))
    return Noting(label if flags.pop("writable") else "", folder, recipients)


def shown(noting: Noting) -> dict[str, Any]:
    """What is in force."""
    return {
        "writable": bool(noting.label), "memory_map": noting.label, "notes_dir": noting.folder,
        "notes_sealed": bool(noting.recipients),
    }  # fmt: skip


def keep(noting: Noting, atlas: Atlas, beside: Path | None, keys: Keys | None) -> None:
    """Let the atlas keep notes, if the flags say so; in the folder of the flags, or `beside` the maps.

    `keys` open sealed notes; those of the environment when None.

    Raises:
        UsageError: there is no folder for them, a map of code has the label, or a recipient is none.
    """
    if not noting.label:
        return
    from xray_graph.config import EmbedSettings
    from xray_graph.embed import make_embedder
    from xray_graph.notes import SUFFIX, NoteStore, read_seal
    from xray_graph.route import Notebook

    folder = Path(noting.folder) if noting.folder else beside
    if folder is not None and not noting.folder:
        with contextlib.suppress(OSError):  # told of below
            folder.mkdir(parents=True, exist_ok=True)  # maps are going to be written there
    if folder is None or not folder.is_dir():
        raise UsageError(
            "there is no folder to keep notes in",
            where=str(folder or "--writable"),
            hint=f"{'make it, or name another' if noting.folder else 'name one'} with --notes-dir",
        )
    store = NoteStore(folder / f"{noting.label}{SUFFIX}", read_seal(noting.recipients, keys))
    atlas.notes = Notebook(noting.label, store, atlas.catalog, make_embedder(EmbedSettings()))


def nearest(label: str, start: Path) -> Path:
    """The file of notes in the nearest `.xray` at or above `start`; it need not be there yet.

    Raises:
        NotFoundError: there is no such folder.
    """
    from xray_graph.notes import SUFFIX

    for folder in (start, *start.parents):
        if (folder / MAP_FOLDER).is_dir():
            return folder / MAP_FOLDER / f"{label}{SUFFIX}"
    raise NotFoundError(
        "there is no map here to keep notes beside",
        where=str(start),
        hint="run `xray graph build` first, or name a file with --notes",
    )
