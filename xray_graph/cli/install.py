"""`xray graph install`: joins this program to what you work with, and takes it out again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from xray_graph.cli import output
from xray_graph.errors import UsageError

CLIENTS = ("claude", "cursor", "vscode", "codex")  # as serve.client_config has them


@click.command("install")
@click.argument("path", default=".", type=output.PATH, metavar="[PATH]")
@click.option("--git-hooks", is_flag=True, help="Into the git hooks of the repository around PATH.")
@click.option("--client", type=click.Choice(CLIENTS), help="Into the configuration of this MCP client.")
@click.option("--server", metavar="URL", help="The server that is told and asked. Without it, hooks go where "
              "`update` goes, and a client starts `mcp` on PATH by itself.")  # fmt: skip
@click.option(
    "--print", "only_print", is_flag=True, help="With --client: print the entry and change nothing."
)
@click.option("--uninstall", is_flag=True, help="Take it out again.")
@output.common
def command(
    path: str,
    git_hooks: bool,
    client: str | None,
    server: str | None,
    only_print: bool,
    uninstall: bool,
    as_json: bool,
) -> None:
    """Have git tell a running server of changes, or an MCP client know this one.

    The git hooks that are there stay and go on working. Ours starts `xray graph update` in the background,
    with a time-out, and does nothing where no server runs; it cannot fail a commit. Of a client's
    configuration only our entry is touched, and a copy of the file is kept. Again brings either up to date.
    """
    if not (git_hooks or client):
        raise UsageError("what is to be installed?", where="install", hint="add --git-hooks or --client")
    if only_print and (git_hooks or not client):
        raise UsageError("only a client's entry can be printed", where="--print", hint="add --client alone")
    root = Path(path)
    if not root.is_dir():
        raise UsageError("is no folder", where=path, hint="name one that is there")
    done = []
    if git_hooks:
        from xray_graph.serve import git_hooks as hooks

        found = hooks.uninstall(root) if uninstall else hooks.install(root, program(), server or "")
        done += [{"name": hook.name, "file": str(hook.file), "state": hook.state} for hook in found]
    if client:
        from xray_graph.serve import client_config

        entry = client_config.entry_for(client, root, program(), server or "")
        if only_print:
            output.result(entry, as_json=as_json, text=lambda: client_config.shown(client, entry).rstrip())
            return
        file, state = client_config.put(client, root, None if uninstall else entry)
        done.append({"name": client, "file": str(file), "state": state})
    value = {"changes": done}
    output.result(
        value, as_json=as_json, text=lambda: "\n".join(f"{each['state']} {each['file']}" for each in done)
    )


def program() -> list[str]:
    """How to start this program again: its console script, or the interpreter with the module."""
    for script in (Path(sys.argv[0]), Path(sys.executable).with_name("xray")):
        if script.name == "xray" and script.is_file() and os.access(script, os.X_OK):
            return [str(script.absolute())]
    return [sys.executable, "-m", "xray_graph.cli"]
