"""Signatures by ssh-keygen and what else is attached: with and without the registry's own list."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.conftest import real_part
from xray_graph.errors import ImageError, UsageError
from xray_graph.publish import Layout, Registry, make_image, parse_reference, publish, pull
from xray_graph.publish.attachment import SIGNATURE, SPDX, bill_of_materials, read_attached
from xray_graph.publish.signature import NAMESPACE, sign
from xray_graph.publish.transport import Connection


@pytest.fixture
def key(tmp_path):
    """`key("ada")`: the file of a private key; its public one is beside it."""

    def make(name, kind="ed25519"):
        file = tmp_path / name
        subprocess.run(
            [
                real_part("ssh-keygen"),
                "-q",
                "-t",
                kind,
                "-N",
                "",
                "-C",
                f"{name}@example.org",
                "-f",
                str(file),
            ],
            check=True,
        )
        return file

    return make


@pytest.fixture(params=["referrers", "tag", "layout"])
def place(request, small, tmp_path):
    """`place()`: opens the same place again, a registry with or without the API, or a folder."""
    if request.param == "layout":
        return lambda: Layout(tmp_path / "layout", create=True)
    registry = small(with_referrers=request.param == "referrers")
    where = parse_reference(f"{registry.host}/team/maps:1")
    return lambda: Registry(where, Connection(timeout=5), push=True)


def publish_signed(place, maps, *keys, tag="1", more=()):
    with make_image(maps) as image, place() as target:
        attached = [sign(image.index, key) for key in keys]
        return publish(image, target, tag, attachments=[*attached, *more])


def test_signed_and_verified(place, maps, key, tmp_path):
    ada, eve = key("ada"), key("eve")
    publish_signed(place, maps, ada)
    with place() as source:
        assert pull(source, "1", tmp_path / "got", keys=f"{ada}.pub").verified
        with pytest.raises(ImageError, match=r"none of its 1 signatures is by a key of .*eve\.pub"):
            pull(source, "1", tmp_path / "no", keys=f"{eve}.pub")
    assert not (tmp_path / "no").exists()


def test_one_of_several_keys_and_signatures(place, maps, key, tmp_path):
    ada, eve, bob = key("ada"), key("eve"), key("bob", "ecdsa")
    publish_signed(place, maps, eve)
    publish_signed(place, maps, bob)
    allowed = tmp_path / "allowed"
    allowed.write_text(
        f"# who may\n\n{ada.with_suffix('.pub').read_text()}{bob.with_suffix('.pub').read_text()}"
    )
    with place() as source:
        assert pull(source, "1", tmp_path / "got", keys=allowed).verified


def test_not_signed(place, maps, key, tmp_path):
    ada = key("ada")
    publish_signed(place, maps)
    with place() as source:
        assert not pull(source, "1", tmp_path / "got").verified
        with pytest.raises(ImageError, match="is not signed"):
            pull(source, "1", tmp_path / "no", keys=f"{ada}.pub")


def test_a_signature_is_for_one_image(place, maps, key, tmp_path):
    """Moved to another image, it is none."""
    ada = key("ada")
    with make_image(maps[:1]) as image:
        stolen = sign(image.index, ada)
    publish_signed(place, maps, more=[stolen])
    with place() as source, pytest.raises(ImageError, match="none of its 1 signatures"):
        pull(source, "1", tmp_path / "no", keys=f"{ada}.pub")


def test_what_was_signed_for_another_purpose_is_no_signature(place, maps, key, tmp_path):
    """A signature of the same bytes that ssh-keygen made in another namespace."""
    ada = key("ada")
    with make_image(maps) as image:
        made = subprocess.run(
            [real_part("ssh-keygen"), "-Y", "sign", "-f", str(ada), "-n", "git"],
            input=image.index,
            capture_output=True,
            check=True,
        )
        other = sign(image.index, ada)._replace(data=made.stdout)
    publish_signed(place, maps, more=[other])
    with place() as source, pytest.raises(ImageError, match="none of its 1 signatures"):
        pull(source, "1", tmp_path / "no", keys=f"{ada}.pub")


def test_without_this_program(place, maps, key, tmp_path):
    """ssh-keygen alone checks it, over the bytes that a registry gives."""
    ada = key("ada")
    digest = publish_signed(place, maps, ada).digest
    with place() as source:
        index, _ = source.manifest("1")
        (signature,) = read_attached(source, digest, SIGNATURE)
    (tmp_path / "signature").write_bytes(signature)
    (tmp_path / "allowed").write_text(f"ada {ada.with_suffix('.pub').read_text()}")
    command = [
        real_part("ssh-keygen"),
        "-Y",
        "verify",
        "-f",
        str(tmp_path / "allowed"),
        "-I",
        "ada",
        "-n",
        NAMESPACE,
    ]
    subprocess.run(
        [*command, "-s", str(tmp_path / "signature")], input=index, check=True, capture_output=True
    )


def test_a_bill_of_materials_beside_a_signature(place, maps, key):
    told = json.dumps({"spdxVersion": "SPDX-2.3", "name": "maps"}).encode()
    digest = publish_signed(place, maps, key("ada"), more=[bill_of_materials(told, "sbom.json")]).digest
    again = publish_signed(place, maps, more=[bill_of_materials(told, "sbom.json")]).digest
    assert again == digest, "what is attached does not change the image"
    with place() as source:
        assert list(read_attached(source, digest, SPDX)) == [told]
        assert len(list(read_attached(source, digest, SIGNATURE))) == 1


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"{", b'{"bomFormat": "other"}', b"[" * 100_000])
def test_what_is_no_bill_of_materials(text):
    with pytest.raises(UsageError, match="no bill of materials"):
        bill_of_materials(text, "x.json")


def test_keys_that_cannot_be_used(place, maps, key, tmp_path):
    ada = key("ada")
    publish_signed(place, maps, ada)
    with pytest.raises(UsageError, match="is no file of a key"):
        sign(b"{}", tmp_path / "nowhere")
    (tmp_path / "garbage").write_text("garbage")
    (tmp_path / "garbage").chmod(0o600)
    with pytest.raises(UsageError, match="cannot sign"):
        sign(b"{}", tmp_path / "garbage")
    (tmp_path / "empty").write_text("# nobody\n")
    for file, why in (
        (ada, "no public key"),
        (tmp_path / "empty", "no public key"),
        (tmp_path / "no", "cannot be read"),
    ):
        with place() as source, pytest.raises(UsageError, match=why):
            pull(source, "1", tmp_path / "got", keys=file)
    assert "PRIVATE" not in str(tmp_path / "got")
