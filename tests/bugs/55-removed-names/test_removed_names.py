"""Files that depend on a name that is removed, or added, are not resolved again.

Seen in vitali87/code-graph-rag#1567. Dependents are found by the names that they wanted, also in vain.
"""

from __future__ import annotations

import pytest

from tests.update.comparing import assert_is_a_build, edges, living

CASES = {
    "python": (
        {"d.py": "from base import Base\n\nclass D(Base):\n    def run(self):\n        self.start()\n"},
        "base.py",
        "class Base:\n    def start(self):\n        pass\n",
        ["d.py::D -> base.py::Base", "d.py::D.run -> base.py::Base.start"],
    ),
    "java": (
        {"D.java": "class D extends Base { void run() { start(); } }\n"},
        "Base.java",
        "class Base { void start() {} }\n",
        ["D.java::D -> Base.java::Base", "D.java::D.run -> Base.java::Base.start"],
    ),
    "typescript": (
        {"d.ts": "import { Base } from './base';\nexport class D extends Base { run() { this.start(); } }\n"},
        "base.ts",
        "export class Base { start() {} }\n",
        ["d.ts::D -> base.ts::Base", "d.ts::D.run -> base.ts::Base.start"],
    ),
    "go": (
        {"d.go": "package shop\n\ntype D struct{ Base }\n\nfunc (d D) Run() { d.Start() }\n"},
        "base.go",
        "package shop\n\ntype Base struct{}\n\nfunc (b Base) Start() {}\n",
        ["d.go::D -> base.go::Base", "d.go::D.Run -> base.go::Base.Start"],
    ),
}


@pytest.mark.parametrize("language", CASES)
def test_dependents_follow_a_name_that_goes_and_comes(repo, language):
    files, base, text, expected = CASES[language]
    root = repo({**files, base: text})
    with living(root) as live:
        assert edges(live, "calls", "inherits") == expected
        (root / base).unlink()
        reply = live.update([base])
        assert reply.removed == (base,)
        assert reply.resolved >= 1
        assert edges(live, "calls", "inherits") == []
        assert_is_a_build(live)

        (root / base).write_text(text)  # wanted in vain meanwhile
        assert live.update([base]).updated == (base,)
        assert edges(live, "calls", "inherits") == expected
        assert_is_a_build(live)


@pytest.mark.parametrize("language", CASES)
def test_a_name_that_was_never_there(repo, language):
    files, base, text, expected = CASES[language]
    root = repo({"keep.md": "# Keep\n", **files})
    with living(root) as live:
        assert edges(live, "calls", "inherits") == []
        (root / base).write_text(text)
        live.update([base])
        assert edges(live, "calls", "inherits") == expected
        assert_is_a_build(live)


@pytest.mark.parametrize("language", CASES)
def test_a_name_that_moves_out_of_a_file_that_stays(repo, language):
    files, base, text, _ = CASES[language]
    root = repo({**files, base: text})
    comment = "#" if language == "python" else "//"
    with living(root) as live:
        (root / base).write_text("package shop\n" if language == "go" else f"{comment} nothing left\n")
        live.update([base])
        assert edges(live, "calls", "inherits") == []
        assert_is_a_build(live)
