"""Sealed snapshots, against the real `age` and `ssh-keygen`: what each writes the other reads."""

from __future__ import annotations

import subprocess

import pytest

from tests.conftest import real_part
from tests.snapshot.maps import parts
from xray_graph.errors import SealError, UsageError
from xray_graph.snapshot import inspect, open_map, read_header, verify, write_map
from xray_graph.snapshot.seal import generate, read_keys, recipient_lines, stanzas


@pytest.fixture
def key(tmp_path):
    """(a key file, its recipient)"""
    secret, recipient = generate()
    file = tmp_path / "key.txt"
    file.write_text(f"# a comment\n{secret}\n")
    return file, recipient


def run(name, *arguments):
    subprocess.run([real_part(name), *arguments], check=True, capture_output=True)


def test_what_is_sealed_is_read_with_the_key(tmp_path, key):
    file, recipient = key
    written = write_map(tmp_path / "m.graph.gz", parts(), recipients=[recipient])
    assert (tmp_path / "m.graph.gz").read_bytes().startswith(b"age-encryption.org/v1")
    keys = read_keys([file])
    assert read_header(tmp_path / "m.graph.gz", keys).content_digest == written.content_digest
    with open_map(tmp_path / "m.graph.gz", keys) as found:
        assert found.header.content_digest == written.content_digest
        assert len(found.graph) == len(parts().graph)


def test_age_opens_what_we_sealed(tmp_path, key):
    file, recipient = key
    plain = write_map(tmp_path / "plain.graph.gz", parts())
    write_map(tmp_path / "m.graph.gz", parts(), recipients=[recipient])
    run("age", "-d", "-i", file, "-o", tmp_path / "out.graph.gz", tmp_path / "m.graph.gz")
    assert (tmp_path / "out.graph.gz").read_bytes() == (tmp_path / "plain.graph.gz").read_bytes()
    assert verify(tmp_path / "out.graph.gz").content_digest == plain.content_digest


@pytest.mark.parametrize("armor", [[], ["-a"]], ids=["binary", "armored"])
def test_we_open_what_age_sealed(tmp_path, key, armor):
    file, recipient = key
    written = write_map(tmp_path / "plain.graph.gz", parts())
    run("age", *armor, "-r", recipient, "-o", tmp_path / "m.graph.gz", tmp_path / "plain.graph.gz")
    with open_map(tmp_path / "m.graph.gz", read_keys([file])) as found:
        assert found.header.content_digest == written.content_digest


def test_several_recipients_ssh_among_them(tmp_path, key):
    file, recipient = key
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "ssh")
    lines = tmp_path / "recipients"
    lines.write_text(f"# who reads\n\n{(tmp_path / 'ssh.pub').read_text()}{recipient}\n")
    write_map(tmp_path / "m.graph.gz", parts(), recipients=[str(lines)])
    assert stanzas(tmp_path / "m.graph.gz")[:2] == ("ssh-ed25519", "X25519")
    for one in (file, tmp_path / "ssh"):
        with open_map(tmp_path / "m.graph.gz", read_keys([one])) as found:
            assert len(found.graph)


def test_inspect_tells_without_a_key_what_can_be_told(tmp_path, key):
    file, recipient = key
    write_map(tmp_path / "m.graph.gz", parts(), recipients=[recipient])
    told = inspect(tmp_path / "m.graph.gz")
    assert told["sealed"] is True
    assert told["recipients"][0] == "X25519"
    assert "label" not in told
    assert inspect(tmp_path / "m.graph.gz", read_keys([file]))["label"] == "shop"


def test_the_environment_may_hold_the_key(tmp_path, key, monkeypatch):
    file, recipient = key
    write_map(tmp_path / "m.graph.gz", parts(), recipients=[recipient])
    for name, value in (("XRAY_AGE_KEY_FILE", str(file)), ("XRAY_AGE_KEY", file.read_text())):
        with monkeypatch.context() as patched:
            patched.setenv(name, value)
            with open_map(tmp_path / "m.graph.gz") as found:
                assert len(found.graph)


def test_each_failure_says_which_it_is(tmp_path, key):
    file, recipient = key
    path = tmp_path / "m.graph.gz"
    write_map(path, parts(), recipients=[recipient])
    other = tmp_path / "other.txt"
    other.write_text(generate()[0])
    data = path.read_bytes()
    with pytest.raises(SealError, match=r"is sealed.*XRAY_AGE_KEY_FILE"):
        open_map(path)
    with pytest.raises(SealError, match=r"no key of .*other\.txt opens it"):
        open_map(path, read_keys([other]))
    path.write_bytes(data[:-1])
    with pytest.raises(SealError, match="damaged or cut"):
        open_map(path, read_keys([file]))
    path.write_bytes(data[:60])
    with pytest.raises(SealError, match="seal is damaged"):
        open_map(path, read_keys([file]))
    path.write_bytes(data[:-300] + bytes([data[-300] ^ 1]) + data[-299:])
    with pytest.raises(SealError, match="damaged or cut"):
        open_map(path, read_keys([file]))


def test_a_plain_map_never_takes_the_place_of_a_sealed_one(tmp_path, key):
    _, recipient = key
    path = tmp_path / "m.graph.gz"
    write_map(path, parts(), recipients=[recipient])
    before = path.read_bytes()
    with pytest.raises(SealError, match="would be plain"):
        write_map(path, parts())
    assert path.read_bytes() == before
    write_map(path, parts(), recipients=[recipient])
    assert path.read_bytes() != before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("age1qqqq", "no age or ssh-ed25519 recipient"),
        ("ssh-ed25519 AAAA", "no age or ssh-ed25519 recipient"),
        ("who@example.org", "no recipient"),
        ("", "no recipient"),
    ],
)
def test_what_is_no_recipient_is_told(text, said):
    with pytest.raises(UsageError, match=said):
        recipient_lines([text])


@pytest.mark.parametrize("text", ["", "# only words\n", "AGE-SECRET-KEY-1QQQ\n", "something else\n"])
def test_what_is_no_key_is_told_and_not_shown(tmp_path, text):
    file = tmp_path / "key"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        read_keys([file])
    assert "SECRET" not in str(caught.value)
    assert "SECRET" not in repr(read_keys())
