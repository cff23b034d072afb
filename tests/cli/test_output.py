"""What a command prints where, and how an error reads."""

from __future__ import annotations

import click
import msgspec
import pytest

from xray_graph.cli import output
from xray_graph.errors import NotFoundError, XrayError


class Pair(msgspec.Struct):
    name: str
    line: int


def test_a_result_goes_to_standard_output(capfd):
    output.result(Pair("f", 3), as_json=False, text=lambda: "f on line 3")
    assert capfd.readouterr() == ("f on line 3\n", "")


def test_a_result_as_json_is_one_value_on_one_line(capfd):
    output.result(Pair("f", 3), as_json=True, text=lambda: "")
    assert capfd.readouterr() == ('{"name":"f","line":3}\n', "")


def test_a_name_that_is_no_text_is_still_json(capfd):
    output.result(Pair("caf\udce9.py", 1), as_json=True, text=lambda: "")
    assert capfd.readouterr().out == '{"name":"caf\\udce9.py","line":1}\n'


def test_notes_and_warnings_go_beside_the_result(capfd):
    output.note("one file")
    output.warning("two files")
    assert capfd.readouterr() == ("", "one file\nwarning: two files\n")


def test_an_error_says_what_where_and_what_to_do(capfd):
    output.failure(XrayError("it is damaged", where="a.graph.gz", hint="build it again"))
    assert capfd.readouterr() == (
        "",
        "error: it is damaged\n  where: a.graph.gz\n  hint:  build it again\n",
    )


def test_an_error_leaves_out_what_it_does_not_know(capfd):
    output.failure(NotFoundError("no such node", nearest=("a//b::c", "a//b::d")))
    assert capfd.readouterr().err == "error: no such node\n  nearest: a//b::c, a//b::d\n"


def test_a_fault_of_ours_is_short_and_says_how_to_report_it(capfd):
    output.fault(KeyError("x"))
    shown = capfd.readouterr().err
    assert "KeyError" in shown
    assert "--debug" in shown
    assert "Traceback" not in shown
    assert shown.count("\n") <= 4


@pytest.mark.parametrize("text", ["\x1b[2J", "\x07", "\r", "\x9b2J", "\u202edrowssap", "\udce9"])
def test_text_from_a_repository_cannot_drive_the_terminal(text, capfd):
    output.note(f"name {text} end")
    shown = capfd.readouterr().err
    assert text not in shown
    assert "\\x" in shown or "\\u" in shown


def test_tabs_and_lines_of_a_body_stay():
    assert output.plain("def f():\n\treturn 1") == "def f():\n\treturn 1"
    assert output.plain("def f():\r\n\treturn 1\r") == "def f():\n\treturn 1\\x0d"


def test_numbers_are_written_for_a_reader():
    assert [output.size(n) for n in (0, 999, 1500, 2_000_000, 3 * 10**9)] == [
        "0 B", "999 B", "1.5 kB", "2.0 MB", "3.0 GB",
    ]  # fmt: skip
    assert [output.counted(n, "map") for n in (0, 1, 2)] == ["0 maps", "1 map", "2 maps"]


def test_common_options_reach_a_command_made_by_hand():
    command = output.common(click.Command("x", callback=lambda as_json: as_json))
    assert command.main([], standalone_mode=False) is False
    assert command.main(["--json", "--debug"], standalone_mode=False) is True
