"""`xray graph update`: tell a running server what changed. A thin client, fast enough for a hook.

Reads no file and imports nothing heavy: names go to the server, which decides what is ours to read.
Only `--watch` looks at the tree itself.
"""

from __future__ import annotations

import json
import os
import select
import stat
import sys
import time
from collections.abc import Iterable
from typing import Any, Final

import click

from xray_graph.cli import output
from xray_graph.errors import UsageError
from xray_graph.serve import client

DEFAULT: Final = "http://127.0.0.1:8084"
STANDARD_INPUT: Final = "-"
_PATIENCE: Final = 0.5  # seconds until a pipe that nobody names is taken for none
_MANY: Final = 5000  # names from which on a look at the whole tree is the shorter request
_LONG: Final = 1 << 19  # bytes of names, likewise; a server takes twice of that
_TARGET: Final = "/v1/update"


@click.command("update")
@click.argument("files", nargs=-1, type=output.PATH, metavar="[FILE]...")
@click.option("--since", metavar="REV", help="Also every file that differs from this revision.")
@click.option("--watch", is_flag=True, help="Stay, and tell of each change as it comes.")
@click.option("--flush", is_flag=True, help="Have the snapshot written afterwards.")
@click.option("-z", "--null", is_flag=True, help="Names on standard input end in NUL, not in a line feed.")
@click.option(
    "--server",
    metavar="URL",
    envvar="XRAY_GRAPH_SERVER",
    show_envvar=True,
    help="Which server. Without it: the process of yours that keeps the repository of the current folder, "
    f"else {DEFAULT}. It gets the token in XRAY_GRAPH_TOKEN, if there is one.",
)
@click.option("--timeout", type=click.FloatRange(min=0.1), default=90.0, metavar="SECONDS", show_default=True,
              help="How long to wait for the answer.")  # fmt: skip
@click.option("--if-served", is_flag=True, help="Where no server answers, do nothing and say nothing.")
@output.common
def command(
    files: tuple[str, ...],
    since: str | None,
    watch: bool,
    flush: bool,
    null: bool,
    server: str | None,
    timeout: float,
    if_served: bool,
    as_json: bool,
) -> None:
    """Tell a running server which files changed; it takes them into its map and says what became of each.

    FILE is a file or a folder, also one that is gone. `-` reads names from standard input; so does a pipe
    when no FILE and no --since is given. Without any, the server looks at the whole tree. A path that is in
    no repository of the server comes back as unowned and is not read.
    """
    if watch and (files or since):
        raise UsageError(
            "what is watched is the whole tree", where="--watch", hint="leave FILE and --since out"
        )
    names = None if watch else _names(files, null=null, may_guess=not since)
    if names == [] and not since:
        return  # a list was given, and it is empty
    sender = Sender(server, timeout=timeout, flush=flush, as_json=as_json)
    if watch:
        from xray_graph.cli.watching import follow

        follow(lambda changed, everything: sender.send(changed, everything=everything))
        return
    try:
        sender.send(names or (), since=since or "")
    except client.UnreachableError:
        if not if_served:
            raise


class Sender:
    """Sends changes to one server and shows its answers."""

    def __init__(self, server: str | None, *, timeout: float, flush: bool, as_json: bool) -> None:
        self.server, self._fallback = (server, "") if server else _nearby()
        self._timeout = timeout
        self._flush = flush
        self._as_json = as_json
        self._token = os.environ.get("XRAY_GRAPH_TOKEN", "")

    def send(self, names: Iterable[str], *, since: str = "", everything: bool = False) -> None:
        """One request and its answer.

        Raises:
            UnreachableError: nobody answers.
            XrayError: the server refused, or the update failed.
        """
        files = list(names)
        if len(files) > _MANY or len(json.dumps(files)) > _LONG:
            files, everything = [], True
        asked = {
            "files": files, "since": since, "everything": everything, "flush": self._flush,
            "folder": os.getcwd(),  # noqa: PTH109 - pathlib is not imported here
        }  # fmt: skip
        begun = time.perf_counter()
        body = json.dumps(asked).encode("ascii")
        try:
            reply = client.post(self.server, self._token, _TARGET, body, timeout=self._timeout)
        except client.UnreachableError:
            if not self._fallback:
                raise
            self.server, self._fallback = self._fallback, ""  # one that was killed left its socket
            reply = client.post(self.server, self._token, _TARGET, body, timeout=self._timeout)
        self._show(reply, time.perf_counter() - begun, files)

    def _show(self, reply: bytes, seconds: float, files: Iterable[str]) -> None:
        if self._as_json:
            click.echo(reply)
            return
        try:
            told: dict[str, Any] = json.loads(reply)
            line = _line(told, seconds)
        except (ValueError, KeyError, TypeError) as error:
            raise client.not_ours(self.server) from error
        click.echo(output.plain(line))
        for skip in told["skipped"]:
            detail = f", {skip['detail']}" if skip.get("detail") else ""
            output.note(f"skipped {skip['path']}: {skip['reason']}{detail}")
        for path in told["unowned"]:
            output.warning(f"{path}: in no repository that is served")
        for name in files:
            if not os.path.lexists(name) and any(_is_one(name, path) for path in told["unchanged"]):
                output.warning(f"{name}: there is no such file, and there was none in the map")


def _is_one(name: str, path: str) -> bool:
    """Whether a name as it was given and a path from the top of a repository may be the same file."""
    one, other = f"/{os.path.normpath(name)}", f"/{path}"
    return one.endswith(other) or other.endswith(one)


def _line(told: dict[str, Any], seconds: float) -> str:
    kinds = ("updated", "removed", "unchanged", "skipped", "unowned")
    said = {"unchanged": "up to date"}  # changed since, maybe, and taken in by the watch before this
    counts = [f"{len(told[kind])} {said.get(kind, kind)}" for kind in kinds if told[kind]]
    maps = [f"{each['label']}: {each['nodes']} nodes, {each['edges']} edges" for each in told["maps"]]
    return "; ".join([", ".join(counts) or "all is up to date", *maps, f"{seconds:.2f} s"])


def _nearby() -> tuple[str, str]:
    """The address to try first, and the one after that."""
    from pathlib import Path

    from xray_graph.serve.rendezvous import nearest

    place = nearest(Path.cwd())
    return (DEFAULT, "") if place is None else (place.address, DEFAULT)


def _names(files: tuple[str, ...], *, null: bool, may_guess: bool) -> list[str] | None:
    """The files that are named; None when none are, and no list was given."""
    names = [name for name in files if name != STANDARD_INPUT]
    if STANDARD_INPUT in files:
        return names + _listed(sys.stdin.buffer.read(), null=null)
    if not files and may_guess and _has_input():
        return _listed(sys.stdin.buffer.read(), null=null) or None
    return names or None


def _has_input() -> bool:
    """Whether standard input is a list: a file, or a pipe in which something comes at once.

    A pipe that stays silent belongs to whoever started us. Taking it for none is safe in any case: then
    the whole tree is looked at.
    """
    try:
        number = sys.stdin.fileno()
        mode = os.fstat(number).st_mode
    except (OSError, ValueError, AttributeError):
        return False
    if stat.S_ISREG(mode):
        return True
    return stat.S_ISFIFO(mode) and bool(select.select([number], [], [], _PATIENCE)[0])


def _listed(data: bytes, *, null: bool) -> list[str]:
    end = b"\0" if null or b"\0" in data else b"\n"
    return [os.fsdecode(name) for name in data.split(end) if name]
