"""`xray graph install`: joins this program to what you work with, and takes it out again."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xray_graph.cli import output
from xray_graph.errors import UsageError

if TYPE_CHECKING:
    from xray_graph.serve.git_hooks import Hook


@click.command("install")
@click.argument("path", default=".", type=click.Path(), metavar="[PATH]")
@click.option("--git-hooks", is_flag=True, help="Into the git hooks of the repository around PATH.")
@click.option("--server", metavar="URL", help="Which server the hooks tell. Without it, as `update`.")
@click.option("--uninstall", is_flag=True, help="Take it out again.")
@output.common
def command(path: str, git_hooks: bool, server: str | None, uninstall: bool, as_json: bool) -> None:
    """Have git tell a running server of each commit, checkout and merge.

    The hooks that are there stay and go on working. Ours starts `xray graph update` in the background, with
    a time-out, and does nothing where no server runs; it cannot fail a commit. Again brings it up to date.
    """
    if not git_hooks:
        raise UsageError("what is to be installed?", where="install", hint="add --git-hooks")
    from xray_graph.serve import git_hooks as hooks

    done = hooks.uninstall(Path(path)) if uninstall else hooks.install(Path(path), program(), server or "")
    output.result({"hooks": [_told(hook) for hook in done]}, as_json=as_json, text=lambda: _lines(done))


def program() -> list[str]:
    """How to start this program again: its console script, or the interpreter with the module."""
    for script in (Path(sys.argv[0]), Path(sys.executable).with_name("xray")):
        if script.name == "xray" and script.is_file() and os.access(script, os.X_OK):
            return [str(script.absolute())]
    return [sys.executable, "-m", "xray_graph.cli"]


def _told(hook: Hook) -> dict[str, str]:
    return {"name": hook.name, "file": str(hook.file), "state": hook.state}


def _lines(done: list[Hook]) -> str:
    return "\n".join(f"{hook.state} {hook.file}" for hook in done)
