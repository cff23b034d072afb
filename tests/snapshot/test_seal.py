"""Sealed snapshots, against the real `age` and `ssh-keygen`: what each writes the other reads."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile

import pytest

from tests.conftest import real_part
from tests.graph.shop import CART
from tests.snapshot.maps import LINKS, parts, sources
from xray_graph.errors import SealError, UsageError
from xray_graph.graph import build_graph
from xray_graph.model import Node
from xray_graph.snapshot import About, MapParts, inspect, open_map, read_header, verify, write_map
from xray_graph.snapshot.seal import generate, look, opened_by, read_keys, recipient_lines


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
    assert read_header(tmp_path / "m.graph.gz", read_keys([file])) == written
    told = look(tmp_path / "m.graph.gz")
    assert told.plain_bytes == (tmp_path / "plain.graph.gz").stat().st_size
    assert told.armored == bool(armor)
    assert told.recipients == ("X25519",)


def test_several_recipients_ssh_among_them(tmp_path, key):
    file, recipient = key
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "ssh")
    lines = tmp_path / "recipients"
    lines.write_text(f"# who reads\n\n{(tmp_path / 'ssh.pub').read_text()}{recipient}\n")
    write_map(tmp_path / "m.graph.gz", parts(), recipients=[str(lines)])
    kinds = look(tmp_path / "m.graph.gz").recipients
    assert [kind.split()[0] for kind in kinds] == ["ssh-ed25519", "X25519"]
    for one in (file, tmp_path / "ssh"):
        with open_map(tmp_path / "m.graph.gz", read_keys([one])) as found:
            assert len(found.graph)
    keys = read_keys([file, tmp_path / "ssh"])
    public = (tmp_path / "ssh.pub").read_text().rsplit(" ", 1)[0]
    assert [key.recipient for key in opened_by(tmp_path / "m.graph.gz", keys).held] == [recipient, public]
    write_map(tmp_path / "m.graph.gz", parts(), recipients=[recipient])
    assert [key.recipient for key in opened_by(tmp_path / "m.graph.gz", keys).held] == [recipient]


def test_inspect_tells_without_a_key_what_can_be_told(tmp_path, key, monkeypatch):
    file, recipient = key
    write_map(tmp_path / "m.graph.gz", parts(), recipients=[recipient])
    told = inspect(tmp_path / "m.graph.gz")
    assert told["sealed"] is True
    assert told["recipients"] == ["X25519"]
    assert told["plain_bytes"] > 1000
    assert "label" not in told
    other = tmp_path / "other"
    other.write_text(generate()[0])
    monkeypatch.setenv("XRAY_AGE_KEY_FILE", str(other))
    assert inspect(tmp_path / "m.graph.gz") == told, "a key in the environment that is for another map"
    with pytest.raises(SealError, match="no key of"):
        inspect(tmp_path / "m.graph.gz", read_keys([other]))
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
    with pytest.raises(SealError, match="it is cut, in the header of its seal"):
        open_map(path, read_keys([file]))
    path.write_bytes(data[:-300] + bytes([data[-300] ^ 1]) + data[-299:])
    with pytest.raises(SealError, match="damaged or cut"):
        open_map(path, read_keys([file]))


def test_a_cut_is_told_wherever_it_is(tmp_path, key):
    """Also where the header, which lies before it, is whole."""
    file, recipient = key
    path = tmp_path / "m.graph.gz"
    text = random.Random(1).randbytes(300_000)
    graph = build_graph("m", [Node("a", "", "file", end_byte=len(text))], [])
    write_map(path, MapParts(About(label="m"), graph, {"a": text}), recipients=[recipient])
    data, keys = path.read_bytes(), read_keys([file])
    for size in (19, 100, 250, 400, 65_000, 66_000, 140_000, len(data) - 1):
        path.write_bytes(data[:size])
        for read in (read_header, verify, open_map, inspect):
            with pytest.raises(SealError, match="cut|no end"):
                read(path, keys)


def test_a_plain_map_never_takes_the_place_of_a_sealed_one(tmp_path, key):
    _, recipient = key
    path = tmp_path / "m.graph.gz"
    write_map(path, parts(), recipients=[recipient])
    before = path.read_bytes()
    with pytest.raises(SealError, match="would be plain"):
        write_map(path, parts())
    assert path.read_bytes() == before
    write_map(path, parts(hnsw=LINKS), recipients=[recipient])
    assert path.read_bytes() == before, "the same map, for the same recipient"
    write_map(path, other_parts(), recipients=[recipient])
    assert path.read_bytes() != before


def other_parts():
    return parts(sources=sources() | {CART: b"x" * 700})


def test_an_unchanged_map_is_not_sealed_again(tmp_path, key, monkeypatch):
    """Told by a note of what was sealed, or by keys; and sealed again whenever neither is sure."""
    file, recipient = key
    secret, second = generate()
    path = tmp_path / "m.graph.gz"

    def writes(recipients, **how):
        before = path.read_bytes() if path.exists() else b""
        write_map(path, parts(), recipients=recipients, **how)
        return path.read_bytes() != before

    assert writes([recipient])
    assert not writes([recipient])
    assert writes([recipient, second]), "one more may read"
    assert not writes([second, recipient])
    assert writes([second]), "one may no longer read"
    assert writes([recipient])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another"))
    assert writes([recipient]), "no note, and no key"
    (tmp_path / "another" / "xray" / "seals").rename(tmp_path / "away")
    assert not writes([recipient], keys=read_keys([file])), "proven by the key"
    assert writes([recipient, second], keys=read_keys([file])), "the key of one tells nothing of the other"
    (tmp_path / "another" / "xray" / "seals").rename(tmp_path / "away too")
    assert writes([recipient, second], keys=read_keys([file])), "still nothing of the other"
    (tmp_path / "another" / "xray" / "seals").rename(tmp_path / "and this")
    (tmp_path / "both").write_text(f"{secret}\n{file.read_text()}")
    assert not writes([recipient, second], keys=read_keys([tmp_path / "both"]))
    assert not writes([recipient], keys=read_keys([file]), any_recipients=True)
    data = path.read_bytes()
    path.write_bytes(data[:-20] + bytes([data[-20] ^ 1]) + data[-19:])
    assert writes([recipient], keys=read_keys([file]), any_recipients=True), "damaged behind its header"
    verify(path, read_keys([file]))


def test_memory_stays_flat(tmp_path, key):
    """Nothing of the size of the file is held: neither while it is sealed nor while it is opened."""
    file, recipient = key
    code = (
        "import resource, sys; from pathlib import Path; from xray_graph.snapshot import place, seal\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "path, key, recipient = sys.argv[1:]; before = peak(); keys = seal.read_keys([key])\n"
        "pieces = (bytes([k % 251]) * (1 << 20) for k in range(64))\n"
        "place.replace_by(path, seal.sealed(pieces, seal.read_recipients([recipient])))\n"
        "with seal.unseal(path, keys) as blob: assert blob.size == 64 << 20\n"
        "assert peak() - before < 24 << 10, peak() - before\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "m"), str(file), recipient]
    subprocess.run(command, check=True, env={"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)})


def test_what_is_sealed_is_nowhere_in_the_clear(tmp_path, key, monkeypatch):
    """The pieces go through memory; a folder for temporary files is not needed to seal."""
    _, recipient = key
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    write_map(tmp_path / "m.graph.gz", parts(), recipients=[recipient])


def test_opened_also_where_no_temporary_file_can_be_made(tmp_path, key, monkeypatch):
    file, recipient = key
    write_map(tmp_path / "m.graph.gz", parts(), recipients=[recipient])
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    assert verify(tmp_path / "m.graph.gz", read_keys([file])).about.label == "shop"


FULL = """
import resource, sys
from xray_graph.snapshot import place, seal
path, key, recipient = sys.argv[1:]
pieces = [b"x" * 100_000] * 3
place.replace_by(path, seal.sealed(pieces, seal.read_recipients([recipient])))
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
for act in (
    lambda: place.replace_by(path, seal.sealed(pieces, seal.read_recipients([recipient]))),
    lambda: seal.unseal(path, seal.read_keys([key])),
):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
"""


def test_a_full_disk_is_no_damage(tmp_path, key):
    file, recipient = key
    command = [sys.executable, "-c", FULL, str(tmp_path / "m"), str(file), recipient]
    env = {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)
    sealing, opening = done.stdout.splitlines()
    assert sealing.startswith("BuildError")
    assert "cannot write the snapshot: File too large" in sealing
    assert opening.startswith("BuildError")
    assert "temporary file: File too large" in opening
    assert "TMPDIR" in opening


def test_a_key_is_no_recipient(key):
    file, _ = key
    with pytest.raises(UsageError, match="not a recipient") as caught:
        recipient_lines([str(file)])
    assert "SECRET" not in str(caught.value)


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
