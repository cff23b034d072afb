"""References: what is one, and what is refused with a word on why."""

from __future__ import annotations

import pytest

from xray_graph.errors import UsageError
from xray_graph.publish import Reference, parse_reference
from xray_graph.publish.reference import is_loopback

DIGEST = "sha256:" + "a" * 64


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("registry.example.com/maps", Reference("registry.example.com", "maps", "latest")),
        (
            "registry.example.com:5000/team/maps:1.2",
            Reference("registry.example.com:5000", "team/maps", "1.2"),
        ),
        ("localhost/maps:x", Reference("localhost", "maps", "x")),
        ("[::1]:5000/maps", Reference("[::1]:5000", "maps", "latest")),
        (f"r.example.com/m@{DIGEST}", Reference("r.example.com", "m", "", DIGEST)),
        (f"r.example.com/m:1@{DIGEST}", Reference("r.example.com", "m", "1", DIGEST)),
        ("docker.io/maps:1", Reference("docker.io", "library/maps", "1")),
    ],
)
def test_parts(text, expected):
    assert parse_reference(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("maps:1", "no registry"),
        ("team/maps:1", "no registry"),
        ("r.example.com/Maps", "no repository"),
        ("r.example.com/a/../b", "no repository"),
        ("r.example.com/", "no repository"),
        ("r.example.com/maps:", "no tag"),
        ("r.example.com/maps:a b", "no tag"),
        ("r.example.com/maps@sha256:12", "no sha256 digest"),
        ("user:pw@r.example.com/maps", "no sha256 digest"),
        ("r..example.com/maps", "no host"),
        ("r.example.com\n/maps", "no host"),
        ("", "no registry"),
        ("r.example.com/" + "a" * 300, "no repository"),
    ],
)
def test_refused(text, why):
    with pytest.raises(UsageError, match=why):
        parse_reference(text)


def test_written_back():
    for text in ("r.example.com/m:1", f"r.example.com/m@{DIGEST}", f"r.example.com/m:1@{DIGEST}"):
        assert str(parse_reference(text)) == text


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:5000", "127.0.0.1", "127.8.0.1:80", "[::1]", "[::1]:5000", "::1"]
)
def test_this_machine(host):
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["localhost.example.com", "127.0.0.1.example.com:80", "10.0.0.1", "[::2]:1", "example.com"]
)
def test_another_machine(host):
    assert not is_loopback(host)
