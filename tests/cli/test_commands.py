"""The shell around the commands: help, exit codes, and errors that nobody foresaw."""

from __future__ import annotations

import importlib
import re

import click
import pytest

from xray_graph import __version__
from xray_graph.cli import COMMANDS, Commands, graph, run
from xray_graph.errors import SealError

NAMES = [name for section in COMMANDS.values() for name in section]


def loaded(name: str) -> click.Command:
    return importlib.import_module(f"xray_graph.cli.{name.replace('-', '_')}").command


def test_help_lists_every_command(capfd):
    assert run(["graph", "--help"]) == 0
    shown, beside = capfd.readouterr()
    assert beside == ""
    for section in COMMANDS.values():
        for name, line in section.items():
            assert name in shown
            assert line.split()[0] in shown


@pytest.mark.parametrize("name", NAMES)
def test_each_command_has_help_and_the_common_options(name, capfd):
    command = loaded(name)
    assert command.name == name
    inner = [[name, each] for each in command.commands] if isinstance(command, click.Group) else [[name]]
    for words in inner:
        assert run(["graph", *words, "--help"]) == 0
        shown = capfd.readouterr().out
        assert "--json" in shown
        assert "--debug" in shown


def test_version(capfd):
    assert run(["graph", "--version"]) == 0
    assert run(["--version"]) == 0
    assert capfd.readouterr().out == f"xray-graph {__version__}\n" * 2


def test_an_unknown_command_is_wrong_usage_and_names_the_nearest(capfd):
    assert run(["graph", "serch", "x"]) == 2
    shown, beside = capfd.readouterr()
    assert shown == ""
    assert "did you mean search?" in beside


def test_who_asks_for_a_port_is_told_of_the_address(capfd):
    assert run(["graph", "serve", "--port", "80"]) == 2
    assert "did you mean --addr?" in capfd.readouterr().err
    assert run(["graph", "search", "x", "--port", "80"]) == 2
    assert "--addr" not in capfd.readouterr().err


def test_who_leaves_the_group_out_is_told(capfd):
    assert run(["search", "x"]) == 2
    assert "did you mean xray graph search?" in capfd.readouterr().err
    assert run(["sea", "x"]) == 2
    assert "did you mean" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["graph", "search"], ["graph", "search", "x", "--zzz"], ["graph", "search", "x", "--limit", "y"]],
)
def test_wrong_usage_is_told_as_every_error_is(arguments, capfd):
    assert run(arguments) == 2
    shown, beside = capfd.readouterr()
    assert shown == ""
    assert re.fullmatch(r"error: [^A-Z].*\n  where: .+\n  hint:  xray graph search --help lists .+\n", beside)


@pytest.fixture
def broken(monkeypatch):
    """Make every command do what the test says."""

    def put(action):
        command = click.Command("broken", callback=action)
        monkeypatch.setattr(Commands, "get_command", lambda *_: command)

    return put


def test_an_error_ends_with_its_own_code(broken, capfd):
    def refuse():
        raise SealError("no key fits", where="a.graph.gz", hint="give one with --snapshot-key")

    broken(refuse)
    assert run(["graph", "broken"]) == 4
    assert "--snapshot-key" in capfd.readouterr().err


def test_a_fault_of_ours_shows_no_trace_unless_asked(broken, capfd):
    def fail():
        raise ZeroDivisionError("oh")

    broken(fail)
    assert run(["graph", "broken"]) == 1
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "command", ["search x --map", "build", "serve", "mcp", "notes list --notes", "pull oci:"]
)
def test_a_path_that_cannot_be_looked_at_is_no_fault_of_ours(command, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    long = "x" * 300
    arguments = ["pull", f"oci:{long}:1", "maps"] if command == "pull oci:" else [*command.split(), long]
    assert run(["graph", *arguments]) == 1
    beside = capfd.readouterr().err
    assert "File name too long\n  where: xxx" in beside
    assert "fault in xray-graph" not in beside


def test_debug_shows_the_trace(monkeypatch, capfd):
    from xray_graph.cli import output

    def fail(as_json):
        raise ZeroDivisionError("oh")

    command = output.common(click.Command("broken", callback=fail))
    monkeypatch.setattr(Commands, "get_command", lambda *_: command)
    assert run(["graph", "broken", "--debug"]) == 1
    assert "ZeroDivisionError: oh" in capfd.readouterr().err


def test_stopping_is_no_fault(broken, capfd):
    def stop():
        raise KeyboardInterrupt

    broken(stop)
    assert run(["graph", "broken"]) == 130
    assert capfd.readouterr().err.strip() == "stopped"


def test_the_group_is_the_one_that_is_documented():
    assert graph.list_commands(click.Context(graph)) == NAMES
