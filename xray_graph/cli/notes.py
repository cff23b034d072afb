"""`xray graph notes`: what agents and people wrote down, from a file or from a server."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xray_graph.cli import ask, noting, output
from xray_graph.serve import tools

if TYPE_CHECKING:
    from xray_graph.notes import NoteStore

_FILE = click.option(
    "--notes",
    "file",
    type=output.PATH,
    metavar="FILE",
    help=f"The file of notes. Without it, {noting.SESSION}.notes.db in the nearest .xray folder.",
)
_RECIPIENT = click.option(
    "--notes-recipient",
    multiple=True,
    metavar="RECIPIENT",
    help="Seal what is written to this age recipient.",
)


@click.group("notes")
def command() -> None:
    """Write, search and list notes, and take them elsewhere as Markdown.

    Notes are what agents asked, answered and decided. A server keeps them when it is started with
    --writable; these commands work on its file, also while it runs, or ask it with --server.
    """


def _tool_command(name: str) -> click.Command:
    tool = tools.BY_NAME[name]

    @click.pass_context
    def run(
        context: click.Context, /, as_json: bool, server: str | None, file: str | None,
        notes_recipient: Sequence[str], **values: Any,
    ) -> None:  # fmt: skip
        del context
        given = ask.given_by(tool, values)
        with ask.in_our_words(tool):
            tool.read(given)
            if server and file is None:
                from xray_graph.serve import client

                reply = client.ask(server, os.environ.get("XRAY_GRAPH_TOKEN", ""), tool, given)
            else:
                reply = tool.ask(_atlas(file, notes_recipient), given)
        output.result(reply, as_json=as_json, text=lambda: tool.text(reply))

    made = click.Command(
        tool.command.rpartition(" ")[2], callback=run, help=tool.description, params=ask.parameters(tool)
    )
    return output.common(_FILE(_RECIPIENT(ask.SERVER(made))))


for _name in ("write_note", "search_notes", "list_notes"):
    command.add_command(_tool_command(_name))


@command.command("export")
@click.argument("folder", type=output.PATH, metavar="DIR")
@_FILE
@output.common
def export(folder: str, file: str | None, as_json: bool) -> None:
    """Write every note as a Markdown file into DIR."""
    from xray_graph.notes import export_notes
    from xray_graph.notes.store import existing

    store = _store(file, ())
    existing(store.path)
    contents = store.read()
    written = [str(path) for path in export_notes(contents.notes, Path(folder))]
    value = {"written": written, "unreadable": contents.unreadable}
    if contents.unreadable:
        output.warning(f"{contents.unreadable} notes are sealed to somebody else, and were left out")
    output.result(value, as_json=as_json, text=lambda: "\n".join(written) or "There is no note.")


@command.command("import")
@click.argument("paths", nargs=-1, required=True, type=output.PATH, metavar="FILE|DIR...")
@_FILE
@_RECIPIENT
@output.common
def import_(
    paths: tuple[str, ...], file: str | None, notes_recipient: tuple[str, ...], as_json: bool
) -> None:
    """Take in Markdown files; one that was exported takes the place of the note that it was."""
    from xray_graph.notes import import_notes

    notes = import_notes([Path(path) for path in paths])
    store = _store(file, notes_recipient)
    store.write(notes)
    value = {"notes": str(store.path), "imported": [note.id for note in notes]}
    output.result(
        value, as_json=as_json, text=lambda: f"{output.counted(len(notes), 'note')} taken into {store.path}"
    )


def _store(file: str | None, recipients: Sequence[str]) -> NoteStore:
    from xray_graph.notes import NoteStore, read_seal

    path = Path(file) if file else noting.nearest(noting.SESSION, Path.cwd())
    return NoteStore(path, read_seal(recipients))


def _atlas(file: str | None, recipients: Sequence[str]) -> Any:
    """An atlas of nothing but the notes."""
    from xray_graph.config import EmbedSettings
    from xray_graph.embed import make_embedder
    from xray_graph.notes import SUFFIX
    from xray_graph.route import Atlas, Catalog, Notebook

    store = _store(file, recipients)
    atlas = Atlas(Catalog())
    label = store.path.name.removesuffix(SUFFIX)
    atlas.notes = Notebook(label, store, atlas.catalog, make_embedder(EmbedSettings()))
    return atlas
