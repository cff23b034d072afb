"""Ignore lines decide as git decides: a table, and random lines against `git check-ignore`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xray_graph import testing
from xray_graph.walk.rules import decide, read_rules

# (ignore files by their folder, paths): what git says about the paths is the expected result.
TABLE = {
    "names": ({"": "*.log\nbuild\n/only-top\n"}, "a.log x/a.log build/a x/build only-top x/only-top a.logs"),
    "folders only": ({"": "out/\n"}, "out out/a x/out/a x/out"),
    "last line wins": ({"": "*.py\n!keep.py\n"}, "a.py keep.py x/keep.py"),
    "not below an ignored folder": ({"": "build/\n!build/keep.py\n"}, "build/keep.py build/a.py"),
    "a folder's content": ({"": "build/*\n!build/keep.py\n"}, "build/keep.py build/a.py build/x/keep.py"),
    "nested negation": ({"": "**/vendor/\n", "p/": "!vendor\n"}, "p/vendor/v.py q/vendor/v.py vendor/v.py"),
    "nested rule": ({"": "", "p/": "*.txt\n/top\n"}, "a.txt p/a.txt p/q/a.txt p/top p/q/top top"),
    "nearer file wins": ({"": "!a.txt\n", "p/": "a.txt\n", "p/q/": "!a.txt\n"}, "a.txt p/a.txt p/q/a.txt"),
    "stars across folders": ({"": "a/**/z\nb/**\n**/c/d\n"}, "a/z a/x/z a/x/y/z b b/x c/d x/c/d x/c/y/d"),
    "a star within a name": ({"": "foo*/x\n"}, "foo/x foobar/x foo/bar/x"),
    "two stars after text": ({"": "foo**/x\n"}, "foo/x foobar/x foo/bar/x fooz/bar/x"),
    "comments and escapes": ({"": "# no\n\\#yes\n\\!also\n"}, "# #yes !also no"),
    "spaces at the end": ({"": "a \nb\\ \nc \\ \n"}, ["a", "a ", "b", "b ", "c", "c  "]),
    "brackets": ({"": "[ab]x\n[!a]y\n[[:digit:]]z\n[]-]w\n"}, "ax bx cx ay by 1z az ]w -w aw"),
    "a range backwards": ({"": "[z-a]\n[a-]q\n"}, "z a aq -q"),
    "unclosed bracket": ({"": "[a\n"}, "[a a"),
    "backslash at the end": ({"": "a\\\n"}, ["a", "a\\"]),
    "carriage returns": ({"": "a.txt\r\nb/\r\n"}, "a.txt b/x"),
    "a byte order mark": ({"": "\ufeffa.txt\n"}, "a.txt"),
    "no name at all": ({"": "/\n!\n\n//\n"}, "a b/c"),
    "other alphabets": ({"": "目录/\n?.md\n"}, "目录/b.py é.md a.md"),
    "case counts": ({"": "README\n"}, "README readme"),
}


def ignored_by_git(root: Path, paths: list[bytes]) -> set[bytes]:
    done = subprocess.run(
        ["git", "-C", root, "check-ignore", "-z", "--no-index", "--stdin"],
        input=b"".join(path + b"\0" for path in paths),
        capture_output=True,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    return set(done.stdout.split(b"\0")[:-1])


def ignored_by_us(files, path: bytes) -> bool:
    """Asked from the top down, as the walk does."""
    parts = path.split(b"/")
    for end in range(1, len(parts) + 1):
        part = b"/".join(parts[:end])
        above = [file for file in files if part.startswith(file.base)]
        rule = decide(above, part, folder=end < len(parts))
        if rule and rule.ignored:
            return True
    return False


@pytest.mark.parametrize("case", TABLE)
def test_the_table(case, tmp_path):
    files, paths = TABLE[case]
    paths = [path.encode() for path in (paths.split() if isinstance(paths, str) else paths)]
    testing.git(tmp_path, "init", "--quiet")
    testing.write(tmp_path, {f"{folder}.gitignore": text for folder, text in files.items()})
    rules = [
        read_rules(folder.encode(), f"{folder}.gitignore", text.encode()) for folder, text in files.items()
    ]
    assert {path for path in paths if ignored_by_us(rules, path)} == ignored_by_git(tmp_path, paths)


WORDS = [
    b"a", b"b", b"foo", b"foobar", b"x]y", b"a b ", b"#x", b"!x", b"\xc3\xa9", b"\xe9", b"a\\b", b"-", b"A1", b"[",
]  # fmt: skip
PIECES = [
    b"*", b"**", b"?", b"/", b"/", b"a", b"b", b"foo", b"bar", b"[ab]", b"[!a]", b"[^b-z]", b"[]a]",
    b"[[:alpha:]]", b"[[:bogus:]]", b"[[:a]", b"[a-]", b"[\\]]", b"[z-a]", b"[!]a]", b"[a/b]", b"[b-\\x]",
    b"[a", b"\\*", b"\\", b"\\/", b" ", b"#", b"!", b"\xc3\xa9", b"\xe9",
]  # fmt: skip
LINES = st.builds(
    lambda sign, start, pieces, end: sign + start + b"".join(pieces) + end,
    st.sampled_from([b"", b"", b"", b"!"]),
    st.sampled_from([b"", b"", b"/", b"**/"]),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4),
    st.sampled_from([b"", b"", b"/", b"/**", b" ", b"\r"]),
).filter(lambda line: b"//" not in line)  # git reads an empty segment in ways of its own
PATHS = (
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(b"/".join).filter(b"a".__ne__)
)  # a folder


@pytest.fixture(scope="module")
def empty_repository(tmp_path_factory):
    root = tmp_path_factory.mktemp("rules")
    testing.git(root, "init", "--quiet")
    return root


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    top=st.lists(LINES, min_size=1, max_size=4),
    nested=st.lists(LINES, max_size=2),
    paths=st.lists(PATHS, min_size=20, max_size=40, unique=True),
)
def test_random_lines(empty_repository, top, nested, paths):
    root = empty_repository
    data, below = b"\n".join(top) + b"\n", b"\n".join(nested)
    testing.write(root, {".gitignore": data, "a/.gitignore": below})
    rules = [read_rules(b"", ".gitignore", data), read_rules(b"a/", "a/.gitignore", below)]
    assert {path for path in paths if ignored_by_us(rules, path)} == ignored_by_git(root, paths)


@pytest.mark.parametrize(
    "line",
    [
        b"*a" * 30 + b"b",
        b"**/a/" * 20 + b"b",
        b"?*" * 40 + b"!",
        b"[a-z]*" * 30 + b"9",
        b"x" + b"**/" * 30 + b"y",
    ],
)
def test_no_line_takes_forever(line):
    """An ignore file comes with the repository. These lines take exponential time when done naively."""
    rules = read_rules(b"", ".gitignore", line)
    assert decide([rules], b"/".join([b"a" * 200] * 40), folder=False) is None
    assert decide([rules], b"/".join([b"a"] * 2000), folder=False) is None


def test_the_rule_says_where_it_stands():
    rules = read_rules(b"sub/", "sub/.gitignore", b"# logs\n\n*.log\n!keep.log\n")
    assert str(decide([rules], b"sub/a.log", folder=False)) == "sub/.gitignore:3: *.log"
    kept = decide([rules], b"sub/keep.log", folder=False)
    assert (kept.ignored, kept.source) == (False, "sub/.gitignore:4")
