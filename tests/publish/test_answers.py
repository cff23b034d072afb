"""A registry may answer anything: what is right arrives, and all else ends soon with the cause."""

from __future__ import annotations

import hashlib
import itertools
import json

import pytest

from xray_graph.errors import AccessError, ImageError, NotFoundError, RegistryError, XrayError
from xray_graph.publish import Registry, make_image, parse_reference, publish, pull
from xray_graph.publish.descriptor import Descriptor
from xray_graph.publish.patience import Patience, TooSlowError
from xray_graph.publish.transport import _ATTEMPTS, Connection

QUICK = Connection(timeout=0.5)


def push(registry, maps, tag="1", connection=QUICK):
    where = parse_reference(f"{registry.host}/team/maps:{tag}")
    with make_image(maps) as image, Registry(where, connection, push=True) as target:
        return publish(image, target, tag)


def fetch(registry, folder, wanted="1", connection=QUICK):
    where = parse_reference(f"{registry.host}/team/maps:1")
    with Registry(where, connection) as source:
        return pull(source, wanted, folder)


def login(home, registry, **more):
    (home / ".docker").mkdir()
    (home / ".docker" / "config.json").write_text(json.dumps({"auths": {registry.host: more}}))


@pytest.mark.parametrize("location", ["relative", "absolute"])
def test_there_and_back(small, maps, tmp_path, location):
    registry = small(location=location)
    pushed = push(registry, maps)
    pulled = fetch(registry, tmp_path / "got")
    assert pulled.digest == pushed.digest
    for file in maps:
        assert (tmp_path / "got" / file.name).read_bytes() == file.read_bytes()


def test_blobs_first_asked_for_before_they_are_sent_and_the_tag_last(small, maps):
    registry = small()
    push(registry, maps)
    wrote = [line.split("?")[0] for line in registry.methods() if line.startswith(("POST", "PUT"))]
    kinds = ["upload" if "uploads" in line else "manifest" for line in wrote]
    assert kinds == ["upload"] * 8 + ["manifest"] * 4
    assert wrote[-1].endswith("/manifests/1")
    assert all("/manifests/sha256:" in line for line in wrote[8:-1])
    heads = [line for line in registry.methods() if line.startswith("HEAD")]
    assert len(heads) == 4
    assert registry.methods().index(heads[0]) < registry.methods().index("POST /v2/team/maps/blobs/uploads/")


def test_what_is_there_is_not_sent_again(small, maps):
    registry = small()
    assert push(registry, maps).sent == 4
    registry.requests.clear()
    again = push(registry, maps, "2")
    assert (again.sent, again.present) == (0, 4)
    assert not registry.methods("uploads")


def test_uploads_are_whole_with_their_length(small, maps):
    registry = small()
    push(registry, maps)
    uploads = [
        headers for method, path, headers in registry.requests if method == "PUT" and "uploads" in path
    ]
    assert all(
        "Transfer-Encoding" not in headers and int(headers["Content-Length"]) > 0 for headers in uploads
    )
    assert not registry.methods("PATCH")


def test_another_digest_than_ours_is_refused(small, maps):
    registry = small(wrong_digest=True)
    with pytest.raises(ImageError, match="stored"):
        push(registry, maps)
    assert "1" not in registry.manifests, "no tag for what was not stored"


def test_a_registry_that_tells_no_digest_is_asked(small, maps):
    registry = small(says_digest=False)
    push(registry, maps)
    assert "GET /v2/team/maps/manifests/1" in registry.methods()


def test_a_registry_that_stores_another_manifest(small, maps):
    registry = small(says_digest=False)
    kept = registry.manifests

    # What is read back is not what was put.
    class Other(dict):
        def __setitem__(self, key, value):
            super().__setitem__(key, (value[0] + b" ", value[1]))

    registry.manifests = Other(kept)
    with pytest.raises(ImageError):
        push(registry, maps)


@pytest.mark.parametrize(
    "location", ["", "ftp://127.0.0.1/x", "http://example.com/x", "http://u:p@127.0.0.1/x", "http://[/"]
)
def test_an_upload_that_leads_elsewhere(small, maps, location):
    with pytest.raises(RegistryError, match="points to"):
        push(small(location=location), maps)


def test_what_passes_is_tried_again(small, maps, tmp_path):
    registry = small(fail_first=2, fail_with=(429, {"Retry-After": "0"}))
    push(registry, maps)
    registry.fail_first = 3
    registry.fail_with = (503, {})
    assert fetch(registry, tmp_path / "got").maps


def test_what_does_not_pass_ends_with_the_cause(small, maps):
    down = small(fail_first=99)
    with pytest.raises(RegistryError, match="answered 503"):
        push(down, maps)
    assert len(down.requests) == _ATTEMPTS
    busy = small(fail_first=99, fail_with=(429, {"Retry-After": "3600"}))
    with pytest.raises(RegistryError, match="429") as caught:
        push(busy, maps)
    assert "3600" in caught.value.hint
    assert len(busy.requests) == 1, "nobody waits an hour"
    odd = small(fail_first=1, fail_with=(418, {}))
    with pytest.raises(RegistryError, match="answered 418"):
        push(odd, maps)
    assert len(odd.requests) == 1


def test_a_registry_that_stops_in_the_middle(small, maps, tmp_path):
    registry = small()
    push(registry, maps)
    registry.stall_on = "GET"
    with pytest.raises(RegistryError, match="no answer"):
        fetch(registry, tmp_path / "got", connection=Connection(timeout=0.3))


@pytest.mark.parametrize("how", ["headers", "body", "chunk"])
def test_a_registry_that_sends_a_byte_now_and_then(small, maps, tmp_path, how):
    registry = small()
    push(registry, maps)
    registry.drip_on, registry.drip_how = "GET", how
    with pytest.raises(RegistryError, match=f"{registry.host} sends too slowly"):
        fetch(registry, tmp_path / "got", connection=Connection(timeout=0.3))


def test_a_slow_link_is_waited_for(small):
    """Longer than any one wait, as long as it is no slower than a telephone."""
    patience, link = Patience(0.2), small().stopped

    def slowly(size):
        for _ in range(12):
            link.wait(0.05)
            yield b"x" * size

    assert sum(map(len, patience.received(slowly(1000)))) == 12_000
    with pytest.raises(TooSlowError):
        list(patience.received(slowly(10)))
    patience.close()


def test_a_registry_that_takes_a_byte_now_and_then(small):
    registry = small(sip=True)
    where = parse_reference(f"{registry.host}/team/maps:1")
    blob, piece = Descriptor("x", "sha256:" + "0" * 64, 64 << 20), b"x" * (1 << 12)
    with (
        Registry(where, Connection(timeout=0.3), push=True) as target,
        pytest.raises(RegistryError, match=r"too slowly|no answer"),
    ):
        target.put_blob(blob, lambda: itertools.repeat(piece, blob.size // len(piece)))


def test_a_stall_while_publishing(small, maps):
    with pytest.raises(RegistryError, match="no answer from 127.0.0.1"):
        push(small(stall_on="PUT"), maps)


def test_a_broken_download_is_begun_again(small, maps, tmp_path):
    registry = small()
    push(registry, maps)
    registry.cut_blobs = 2
    fetch(registry, tmp_path / "got")
    assert (tmp_path / "got" / "shop.graph.gz").read_bytes() == maps[0].read_bytes()
    registry.cut_blobs = 99
    with pytest.raises(RegistryError):
        fetch(registry, tmp_path / "no")
    assert not (tmp_path / "no").exists()


def test_a_broken_upload_is_begun_anew(small, maps):
    """In another session, and not more than a few times."""
    registry = small(cut_uploads=2)
    push(registry, maps)
    assert not registry.cut_uploads
    with pytest.raises(RegistryError, match="cannot talk to"):
        push(small(cut_uploads=99), maps)


def test_no_program_is_asked_for_credentials_that_nobody_wants(small, maps, tmp_path, no_logins):
    registry = small()
    (no_logins / ".docker").mkdir()
    (no_logins / ".docker" / "config.json").write_text('{"credsStore": "not-installed"}')
    push(registry, maps)
    assert fetch(registry, tmp_path / "got").maps
    registry.token = "t0ken"
    with pytest.raises(XrayError, match="cannot be started"):
        fetch(registry, tmp_path / "got")


def test_a_map_that_is_there_is_not_fetched_again(small, maps, tmp_path):
    registry = small()
    push(registry, maps)
    assert [row["fetched"] for row in fetch(registry, tmp_path / "got").maps] == [True, True]
    registry.requests.clear()
    assert [row["fetched"] for row in fetch(registry, tmp_path / "got").maps] == [False, False]
    assert len(registry.methods("/blobs/")) == 1, "the configuration"
    (tmp_path / "got" / "shop.graph.gz").write_bytes(b"another")
    assert [row["fetched"] for row in fetch(registry, tmp_path / "got").maps] == [True, False]
    assert (tmp_path / "got" / "shop.graph.gz").read_bytes() == maps[0].read_bytes()


def test_a_damaged_blob_leaves_what_was_there(small, maps, tmp_path):
    registry = small()
    push(registry, maps)
    fetch(registry, tmp_path / "got")
    (tmp_path / "got" / "shop.graph.gz").write_bytes(b"as it was")
    before = {file.name: file.read_bytes() for file in (tmp_path / "got").iterdir()}
    registry.damage = True
    with pytest.raises(ImageError, match="damaged"):
        fetch(registry, tmp_path / "got")
    assert {file.name: file.read_bytes() for file in (tmp_path / "got").iterdir()} == before


def test_a_digest_that_is_asked_for_is_what_arrives(small, maps, tmp_path):
    registry = small()
    digest = push(registry, maps).digest
    assert fetch(registry, tmp_path / "got", digest).digest == digest
    data, kind = registry.manifests[digest]
    registry.manifests[digest] = (data.replace(b"amd64", b"arm64"), kind)
    with pytest.raises(ImageError, match="was asked for"):
        fetch(registry, tmp_path / "got", digest)


def test_no_such_image(small, tmp_path):
    with pytest.raises(NotFoundError, match="MANIFEST_UNKNOWN"):
        fetch(small(), tmp_path / "got")


def test_nobody_listens(tmp_path, small):
    registry = small()
    registry.close()
    with pytest.raises(RegistryError, match="cannot talk to 127.0.0.1"):
        fetch(registry, tmp_path / "got")


def test_through_a_proxy_but_not_to_this_machine(small, maps, tmp_path, monkeypatch):
    """The proxy here is a registry itself: what reaches it was sent through it."""
    proxy, own = small(), small()
    monkeypatch.setenv("HTTP_PROXY", f"http://{proxy.host}")
    monkeypatch.setenv("HTTPS_PROXY", f"http://{proxy.host}")
    where = parse_reference("registry.example.com/team/maps:1")
    with (
        make_image(maps) as image,
        Registry(where, Connection(plain_http=True, timeout=5), push=True) as target,
    ):
        publish(image, target, "1")
    assert all(path.startswith("http://registry.example.com/v2/") for _, path, _ in proxy.requests)
    assert "1" in proxy.manifests
    proxy.requests.clear()
    push(own, maps)
    assert not proxy.requests
    with (
        Registry(where, QUICK) as source,
        pytest.raises(RegistryError, match="cannot talk to registry.example.com"),
    ):
        pull(source, "1", tmp_path / "got")  # over TLS: the proxy is asked for a tunnel, and has none


class TestLogin:
    """Secrets go to whom they are for, when they are asked for."""

    def test_basic(self, small, maps, tmp_path, no_logins):
        registry = small(basic="ada:secret")
        with pytest.raises(AccessError, match=r"does not know who asks \(401"):
            push(registry, maps)
        login(no_logins, registry, auth="YWRhOnNlY3JldA==")
        push(registry, maps)
        assert fetch(registry, tmp_path / "got").maps

    def test_a_wrong_password_is_tried_once(self, small, maps, no_logins):
        registry = small(basic="ada:other")
        login(no_logins, registry, auth="YWRhOnNlY3JldA==")
        with pytest.raises(AccessError):
            push(registry, maps)
        assert sum("Authorization" in headers for _, _, headers in registry.requests) == 1

    def test_a_token_for_everybody(self, small, maps, tmp_path):
        registry = small(token="t0ken")
        push(registry, maps)
        assert fetch(registry, tmp_path / "got").maps
        asked = [path for _, path, _ in registry.requests if path.startswith("/token")]
        assert "scope=repository%3Ateam%2Fmaps%3Apull%2Cpush" in asked[0], "our scope, not the one it names"
        assert asked[-1].endswith("maps%3Apull")

    def test_a_token_for_a_password(self, small, maps, no_logins):
        registry = small(token="t0ken", token_for="ada:secret")
        with pytest.raises(AccessError):
            push(registry, maps)
        login(no_logins, registry, auth="YWRhOnNlY3JldA==")
        push(registry, maps)

    def test_a_token_for_an_identity_token(self, small, maps, no_logins):
        registry = small(token="t0ken", token_for="refresh-me")
        login(no_logins, registry, identitytoken="refresh-me")
        push(registry, maps)
        assert "POST /token" in registry.methods()

    def test_a_token_that_ends_on_the_way_is_had_again(self, small, maps, tmp_path):
        registry = small(token="first")
        push(registry, maps)
        where = parse_reference(f"{registry.host}/team/maps:1")
        with Registry(where, QUICK) as source:
            source.manifest("1")
            registry.token = "second"
            assert pull(source, "1", tmp_path / "got").maps

    def test_credentials_do_not_go_to_a_plain_place_elsewhere(self, small, maps, no_logins):
        registry = small(token="t0ken", realm="http://auth.example.com/token")
        login(no_logins, registry, auth="YWRhOnNlY3JldA==")
        with pytest.raises(
            RegistryError, match=r"points to http://auth.example.com/token, which is no secure place"
        ):
            push(registry, maps)

    @pytest.mark.parametrize("token", ["a b", "a\r\nX-Evil: 1", "é", " "])
    def test_a_token_that_is_none(self, small, maps, token):
        with pytest.raises(AccessError, match="gives none"):
            push(small(token=token), maps)

    def test_redirects_do_not_carry_the_token(self, small, maps, tmp_path):
        registry, store = small(token="t0ken"), small()
        push(registry, maps)
        store.blobs = registry.blobs
        registry.redirect_blobs = f"http://{store.host}/v2/elsewhere/blobs/{{digest}}?signature=1"
        assert fetch(registry, tmp_path / "got").maps
        assert store.requests
        assert not [headers for _, _, headers in store.requests if "Authorization" in headers]

    def test_a_redirect_that_never_ends(self, small, maps, tmp_path):
        registry = small()
        push(registry, maps)
        registry.redirect_blobs = "/v2/team/maps/blobs/{digest}"
        with pytest.raises(RegistryError, match="answered 307"):
            fetch(registry, tmp_path / "got")

    def test_a_redirect_to_a_plain_place_elsewhere(self, small, maps, tmp_path):
        registry = small()
        push(registry, maps)
        registry.redirect_blobs = "http://example.com/{digest}"
        with pytest.raises(RegistryError, match="no secure place"):
            fetch(registry, tmp_path / "got")


def test_an_answer_without_end_is_bounded(small, tmp_path):
    registry = small()
    data = b'{"mediaType": "application/vnd.oci.image.index.v1+json", "x": "' + b"x" * (5 << 20) + b'"}'
    registry.manifests["1"] = (data, "application/json")
    with pytest.raises(RegistryError, match="more than"):
        fetch(registry, tmp_path / "got")


def test_a_blob_that_is_larger_than_it_says_is_not_read_to_its_end(small, maps, tmp_path):
    registry = small()
    push(registry, maps)
    digest = next(iter(registry.blobs))
    registry.blobs[digest] += bytes(1 << 20)
    with pytest.raises(ImageError, match="bytes that it should"):
        fetch(registry, tmp_path / "got")


def test_digests_of_real_bytes(small, maps):
    registry = small()
    pushed = push(registry, maps)
    for digest, data in registry.blobs.items():
        assert digest == "sha256:" + hashlib.sha256(data).hexdigest()
    assert pushed.digest == "sha256:" + hashlib.sha256(registry.manifests["1"][0]).hexdigest()
