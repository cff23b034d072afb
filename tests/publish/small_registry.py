"""A small real registry on loopback whose faults can be switched on: what odd registries answer."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

BLOB = re.compile(r"/v2/(?P<name>.+)/blobs/(?P<digest>sha256:[0-9a-f]{64})")
UPLOADS = re.compile(r"/v2/(?P<name>.+)/blobs/uploads/(?P<id>\w*)")
MANIFEST = re.compile(r"/v2/(?P<name>.+)/manifests/(?P<wanted>[^/]+)")
REFERRERS = re.compile(r"/v2/(?P<name>.+)/referrers/(?P<digest>.+)")


@dataclass
class SmallRegistry:
    """What it holds, how it behaves, and every request that it got, in order."""

    blobs: dict[str, bytes] = field(default_factory=dict)
    manifests: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)

    location: str = "relative"  # or "absolute", or a text that is sent as it is
    with_referrers: bool = False
    says_digest: bool = True
    wrong_digest: bool = False  # of what was put
    damage: bool = False  # one bit of every layer
    fail_first: int = 0  # requests that get `fail_with`
    fail_with: tuple[int, dict[str, str]] = (503, {})
    stall_on: str = ""  # a method whose requests are never answered
    drip_on: str = ""  # a method whose answers come a byte at a time
    drip_how: str = "body"  # that of them: "headers", "body", or "chunk", the line before a body's first part
    sip: bool = False  # takes uploads a byte at a time
    cut_uploads: int = 0  # that it breaks off in the middle; what arrived stays in the way of the next
    cut_blobs: int = 0  # answers that end in the middle
    redirect_blobs: str = ""  # where to; `{digest}` is replaced
    basic: str = ""  # user:password
    token: str = ""  # that requests need, when set
    realm: str = ""  # where it is had; else here
    token_for: str = ""  # user:password for the token; else for everybody

    dirty: set[str] = field(default_factory=set)

    def __post_init__(self):
        registry = self

        class Handler(_Handler):
            pass

        Handler.registry = registry
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.stopped.set()
        self.server.shutdown()
        self.server.server_close()

    def methods(self, path: str = "") -> list[str]:
        return [f"{method} {target}" for method, target, _ in self.requests if path in target]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    registry: SmallRegistry

    def log_message(self, *_):
        pass

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (ConnectionError, ValueError):  # a client that speaks TLS, or went away
            self.close_connection = True

    def _any(self):
        mine = self.registry
        url = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        chunked = "Transfer-Encoding" in self.headers
        if self.command == "PUT" and length > 2000 and mine.cut_uploads > 0:
            mine.cut_uploads -= 1
            self.rfile.read(1000)
            mine.dirty.add(self.path.partition("?")[0])
            self.close_connection = True
            return None
        if mine.sip and length > 1000:
            self._sip()
        body = b"" if chunked else self.rfile.read(length)
        mine.requests.append((self.command, self.path, dict(self.headers)))
        if url.path == "/token":
            return self._token(url, body)
        if chunked:
            self.close_connection = True
            return self._answer(411)
        if self.command == mine.stall_on:
            mine.stopped.wait(30)
            self.close_connection = True
            return None
        if mine.fail_first > 0:
            mine.fail_first -= 1
            return self._answer(mine.fail_with[0], headers=mine.fail_with[1])
        if not self._known():
            return None
        return self._route(url, body)

    do_GET = do_HEAD = do_POST = do_PUT = _any  # noqa: N815

    def _known(self) -> bool:
        mine, said = self.registry, self.headers.get("Authorization", "")
        if mine.token:
            if said == f"Bearer {mine.token}":
                return True
            realm = mine.realm or f"http://{mine.host}/token"
            ask = f'Bearer realm="{realm}",service="small",scope="repository:other:pull"'
        elif mine.basic:
            if said == "Basic " + base64.b64encode(mine.basic.encode()).decode():
                return True
            ask = 'Basic realm="small"'
        else:
            return True
        self._answer(
            401, b'{"errors":[{"code":"UNAUTHORIZED","message":"who asks?"}]}', {"WWW-Authenticate": ask}
        )
        return False

    def _token(self, url, body):
        mine = self.registry
        asked = parse_qs(body.decode() if self.command == "POST" else url.query)
        said = self.headers.get("Authorization", "")
        if mine.token_for:
            basic = "Basic " + base64.b64encode(mine.token_for.encode()).decode()
            if said != basic and asked.get("refresh_token") != [mine.token_for]:
                return self._answer(401)
        if not asked.get("scope", [""])[0].startswith("repository:team/"):
            return self._answer(400)
        return self._answer(200, json.dumps({"token": mine.token}).encode())

    def _route(self, url, body):
        if url.path == "/v2/":
            return self._answer(200, b"{}")
        if found := UPLOADS.fullmatch(url.path):
            return self._upload(found, url, body)
        if found := BLOB.fullmatch(url.path):
            return self._blob(found["digest"])
        if found := MANIFEST.fullmatch(url.path):
            return self._manifest(found["wanted"], body)
        if (found := REFERRERS.fullmatch(url.path)) and self.registry.with_referrers:
            return self._referrers(found["digest"])
        return self._answer(404)

    def _upload(self, found, url, body):
        mine = self.registry
        if self.command == "POST":
            place = f"/v2/{found['name']}/blobs/uploads/{len(mine.requests)}?state=a%2Fb"
            place = {"relative": place, "absolute": f"http://{mine.host}{place}"}.get(
                mine.location, mine.location
            )
            return self._answer(202, headers={"Location": place} if place else {})
        if url.path in mine.dirty:
            return self._answer(
                404, b'{"errors":[{"code":"BLOB_UPLOAD_UNKNOWN","message":"no such upload"}]}'
            )
        digest = parse_qs(url.query)["digest"][0]
        assert parse_qs(url.query)["state"] == ["a/b"]
        if "sha256:" + hashlib.sha256(body).hexdigest() != digest:
            return self._answer(400)
        mine.blobs[digest] = body
        return self._answer(201, headers=self._digest(digest))

    def _blob(self, digest):
        mine = self.registry
        if mine.redirect_blobs and self.command == "GET":
            return self._answer(307, headers={"Location": mine.redirect_blobs.replace("{digest}", digest)})
        if digest not in mine.blobs:
            return self._answer(404, b'{"errors":[{"code":"BLOB_UNKNOWN","message":"no such blob"}]}')
        data = mine.blobs[digest]
        if mine.damage and len(data) > 2000:
            data = data[:-1] + bytes([data[-1] ^ 1])
        if mine.cut_blobs and self.command == "GET" and len(data) > 2000:
            mine.cut_blobs -= 1
            self.close_connection = True
            return self._answer(200, data[: len(data) // 2], {"Content-Length": str(len(data))})
        return self._answer(200, data)

    def _manifest(self, wanted, body):
        mine = self.registry
        if self.command == "PUT":
            digest = "sha256:" + hashlib.sha256(body).hexdigest()
            kept = (body, self.headers["Content-Type"])
            mine.manifests[wanted] = mine.manifests[digest] = kept
            subject = json.loads(body).get("subject") if mine.with_referrers else None
            more = {"OCI-Subject": subject["digest"]} if subject else {}
            return self._answer(201, headers=self._digest(digest) | more)
        if wanted not in mine.manifests:
            return self._answer(404, b'{"errors":[{"code":"MANIFEST_UNKNOWN","message":"no such manifest"}]}')
        data, kind = mine.manifests[wanted]
        return self._answer(200, data, {"Content-Type": kind})

    def _referrers(self, digest):
        listed = []
        for name, (data, kind) in sorted(self.registry.manifests.items()):
            told = json.loads(data)
            if name.startswith("sha256:") and told.get("subject", {}).get("digest") == digest:
                more = {"artifactType": told["artifactType"], "mediaType": kind}
                listed.append({"digest": name, "size": len(data), **more})
        data = json.dumps({"schemaVersion": 2, "manifests": listed}).encode()
        return self._answer(200, data, {"Content-Type": "application/vnd.oci.image.index.v1+json"})

    def _digest(self, digest):
        mine = self.registry
        told = "sha256:" + "0" * 64 if mine.wrong_digest else digest
        return {"Docker-Content-Digest": told} if mine.says_digest else {}

    def _answer(self, status, body=b"", headers=None):
        dripping = self.registry.drip_how if self.command == self.registry.drip_on else ""
        self.send_response(status)
        told = {"Content-Length": str(len(body)), **(headers or {})}
        if dripping == "chunk":
            told = {"Transfer-Encoding": "chunked", **(headers or {})}
            body = b"1;" + b"x" * 1000
        for name, value in told.items():
            self.send_header(name, value)
        if dripping == "headers":
            self._drip(b"".join(self._headers_buffer))
            self._headers_buffer = []
        self.end_headers()
        if self.command == "HEAD":
            return
        if dripping:
            self._drip(body)
        else:
            self.wfile.write(body)

    def _drip(self, data):
        for at in range(len(data)):
            self.wfile.write(data[at : at + 1])
            self.wfile.flush()
            if self.registry.stopped.wait(0.05):
                return

    def _sip(self):
        while not self.registry.stopped.wait(0.05):
            self.rfile.read(1)
