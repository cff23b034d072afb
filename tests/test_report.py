"""The account of a build: three numbers, every reason, and the exit code that follows."""

from __future__ import annotations

import json

from xray_graph.errors import ExitCode
from xray_graph.model import Diagnostic, Skip, SkipReason, SourceFile
from xray_graph.report import BuildReport, CallCounts, Recorder, Reporter, Silent


class Told:
    """A Reporter that writes down what it hears."""

    def __init__(self):
        self.heard = []

    def stage(self, name, total=None):
        self.heard.append(("stage", name, total))

    def advance(self, steps=1):
        self.heard.append(("advance", steps))

    def note(self, message, *, where="", hint=""):
        self.heard.append(("note", message, where, hint))

    def skip(self, skip):
        self.heard.append(("skip", skip.path))

    def diagnostic(self, path, diagnostic):
        self.heard.append(("diagnostic", path, diagnostic.code))


def built() -> tuple[BuildReport, Told]:
    report, told = BuildReport("shop"), Told()
    recorder: Reporter = Recorder(report, told)
    recorder.stage("walk")
    recorder.skip(Skip("node_modules/", SkipReason.DEPENDENCY, "node_modules"))
    recorder.skip(Skip("b.png", SkipReason.BINARY))
    recorder.note("walked without git", where="shop", hint="install git")
    recorder.stage("parse", 3)
    recorder.advance()
    recorder.diagnostic("c.py", Diagnostic("parse-error", "unexpected `:`", 3, 4))
    recorder.diagnostic("d.py", Diagnostic("lossy-decode", "byte 0xe9 at offset 5 is not UTF-8", 1, 1))
    recorder.skip(Skip("d.py", SkipReason.TIMEOUT, "20 s"))
    report.add_files(SourceFile(path, "python", 1) for path in ("a.py", "c.py", "d.py"))
    report.add_files([SourceFile("b.png", "", 1, ("binary",))])
    return report, told


def test_complete_partial_and_skipped_are_three_numbers():
    report, _ = built()
    assert (report.total, report.complete, report.partial) == (4, ("a.py",), ("c.py",))
    assert report.skips_by_reason() == {"binary": 1, "dependency": 1, "timeout": 1}
    assert report.lost == (Skip("d.py", SkipReason.TIMEOUT, "20 s"),)
    assert report.languages() == {"python": 3}


def test_everything_is_passed_on():
    _, told = built()
    assert told.heard[:2] == [("stage", "walk", None), ("skip", "node_modules/")]
    assert ("note", "walked without git", "shop", "install git") in told.heard
    assert told.heard[-3:] == [
        ("diagnostic", "c.py", "parse-error"),
        ("diagnostic", "d.py", "lossy-decode"),
        ("skip", "d.py"),
    ]


def test_stages_are_timed_once_they_end():
    report = BuildReport()
    recorder = Recorder(report, Silent())
    for name in ("walk", "parse", "walk"):
        recorder.stage(name)
    recorder.close()
    recorder.close()
    assert list(report.seconds) == ["walk", "parse"]


def exit_codes(*skips, diagnostics=()):
    report = BuildReport()
    recorder = Recorder(report)
    for skip in skips:
        recorder.skip(skip)
    for path in diagnostics:
        recorder.diagnostic(path, Diagnostic("parse-error", ""))
    return report.exit_code(), report.exit_code(strict=True)


def test_the_exit_code():
    assert exit_codes() == (ExitCode.DONE, ExitCode.DONE)
    by_rule = [Skip("a", reason) for reason in (SkipReason.IGNORED, SkipReason.SECRET, SkipReason.SYMLINK)]
    assert exit_codes(*by_rule) == (ExitCode.DONE, ExitCode.DONE)
    assert exit_codes(Skip("a", SkipReason.TOO_LARGE)) == (ExitCode.DONE, ExitCode.PARTIAL)
    assert exit_codes(Skip("a", SkipReason.NO_PARSER)) == (ExitCode.DONE, ExitCode.PARTIAL)
    assert exit_codes(diagnostics=["a"]) == (ExitCode.DONE, ExitCode.PARTIAL)


def test_resolution_rate_leaves_out_what_lies_outside():
    counts = CallCounts(resolved=6, external=10, dynamic=1, ambiguous=1, unknown=2)
    assert (counts.total, counts.rate) == (20, 0.6)
    assert CallCounts(external=3).rate is None


def test_the_report_is_json():
    report, _ = built()
    report.count_calls("python", CallCounts(resolved=3, unknown=1))
    report.count_file("a.py", {"resolved": 3, "unknown": 1})
    report.count_file("b.py", {"resolved": 2})
    told = report.to_json(strict=True)
    assert json.loads(json.dumps(told)) == told
    assert told["exit_code"] == 3
    assert told["files"] == {"total": 4, "complete": 1, "partial": 1, "skipped": 3}
    assert told["calls"]["python"] == {
        "resolved": 3, "external": 0, "dynamic": 0, "ambiguous": 0, "unknown": 1, "builtin": 0, "total": 4,
        "rate": 0.75,
    }  # fmt: skip
    assert told["calls_by_file"] == {"a.py": {"unknown": 1}}
    assert told["partial"] == [
        {
            "path": "c.py",
            "diagnostics": [{"code": "parse-error", "message": "unexpected `:`", "line": 3, "end_line": 4}],
        }
    ]
    assert told["skipped"][-1] == {"path": "node_modules/", "reason": "dependency", "detail": "node_modules"}
    assert told["notes"] == [{"message": "walked without git", "where": "shop", "hint": "install git"}]
    assert list(told["seconds"]) == ["walk"]
