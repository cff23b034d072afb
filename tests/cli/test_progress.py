"""Progress: a bar on a terminal, plain lines elsewhere, and never on standard output."""

from __future__ import annotations

import os
import pty
import subprocess

from tests.serve.running import PROGRAM, environment
from xray_graph.cli import progress
from xray_graph.model import Diagnostic, Skip, SkipReason

FILES = {"a.py": "def f():\n    return 1\n"}


def read_all(descriptor: int) -> str:
    data = b""
    try:
        while piece := os.read(descriptor, 65536):
            data += piece
    except OSError:  # how a pseudo-terminal tells its end
        pass
    return data.decode()


def test_a_terminal_sees_a_bar(repo, tmp_path):
    mine, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "build", str(repo(FILES)), "-o", str(tmp_path)],
        env=environment(TERM="xterm", COLUMNS="100"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    ) as child:
        os.close(theirs)
        shown = read_all(mine)
        result = child.stdout.read()
    os.close(mine)
    assert child.returncode == 0
    assert "\x1b[" in shown
    assert result.startswith("shop: ")
    assert "\x1b" not in result


def test_lines_tell_each_stage_and_then_now_and_again(capfd, monkeypatch):
    clock = iter([0.0, 1.0, progress.EVERY + 1, progress.EVERY + 2, 2 * progress.EVERY + 2])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with progress.Lines("shop") as lines:
        lines.stage("parse", 10)
        for _ in range(4):
            lines.advance(2)
        lines.note("walked without git", where="shop", hint="install git")
        lines.skip(Skip("a.bin", SkipReason.BINARY))
        lines.diagnostic("a.py", Diagnostic("parse-error", "line 3"))
    assert capfd.readouterr() == (
        "",
        "shop: parse (10)\nshop: parse 4 of 10\nshop: parse 8 of 10\n"
        "note: shop: walked without git (install git)\n",
    )


def test_a_bar_takes_whatever_a_build_says(capfd):
    with progress.Bar("[red]shop\x1b[2J") as bar:
        bar.stage("walk")
        bar.stage("parse", 10)
        bar.advance(3)
        bar.note("[bold]odd\x1b[2J", where="a")
        bar.skip(Skip("a.bin", SkipReason.BINARY))
        bar.diagnostic("a.py", Diagnostic("parse-error", "line 3"))
    shown, beside = capfd.readouterr()
    assert shown == ""
    assert "[bold]odd\\x1b[2J" in beside


def test_without_a_terminal_there_are_lines(capfd):
    assert isinstance(progress.progress("shop"), progress.Lines)
