"""A server of embeddings on loopback, which works, limits, refuses, stalls or lies as it is told."""

from __future__ import annotations

import contextlib
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from xray_graph.testing import CountingEmbedder


@dataclass
class Behaviour:
    """What the server does. A change counts for the next request."""

    dims: int = 16
    most_texts: int = 1000
    most_characters: int = 1_000_000  # of a request
    takes_dims: bool = True  # whether it knows the wish for dimensions
    busy: list[tuple[int, dict[str, str]]] = field(default_factory=list)  # answered first, one a request
    stalls: int = 0  # requests that get no answer
    drips: bool = False  # the answer comes a byte at a time
    key: str = ""  # without it: 401
    lie: object = None  # the answer's data → another; or bytes, sent as they are
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, behaviour: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.behaviour = behaviour
        self.requests: list[dict] = []  # all that were asked, also in vain
        self.seen: list[dict[str, str]] = []  # the headers of each
        self.embedded: list[str] = []  # texts that got a vector
        self.open = self.most_open = 0
        self.lock = threading.Lock()
        self.ended = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request, client_address):
        """A client that hangs up is no fault here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        server, does = self.server, self.server.behaviour
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with server.lock:
            server.requests.append(asked)
            server.seen.append({name.lower(): value for name, value in self.headers.items()})
            server.open += 1
            server.most_open = max(server.most_open, server.open)
            busy = does.busy.pop(0) if does.busy else None
            stalls, does.stalls = does.stalls > 0, max(does.stalls - 1, 0)
        try:
            if stalls:
                server.ended.wait(30)
                self.close_connection = True
                return
            status, headers, body = self._answer(asked, does, busy)
            self._send(status, headers, body, drips=does.drips)
        finally:
            with server.lock:
                server.open -= 1

    def _answer(self, asked, does, busy):
        texts = asked["input"]
        if does.key and self.headers.get("authorization") != f"Bearer {does.key}":
            return 401, {}, f"wrong key: {self.headers.get('authorization')}".encode()
        if busy is not None:
            return *busy, b"slow down"
        if does.status != 200:
            return does.status, does.headers, b"no"
        if "dimensions" in asked and not does.takes_dims:
            return 400, {}, b'{"error": "this model does not support dimensions"}'
        if len(texts) > does.most_texts or sum(map(len, texts)) > does.most_characters:
            return 400, {}, b'{"error": "too much input"}'
        rows = CountingEmbedder(does.dims).embed(texts)
        data = [{"index": k, "embedding": (3 * row).tolist()} for k, row in enumerate(rows)]
        if isinstance(does.lie, bytes):
            return 200, does.headers, does.lie
        if does.lie is not None:
            data = does.lie(data)
        else:
            with self.server.lock:
                self.server.embedded += texts
        return 200, does.headers, json.dumps({"object": "list", "data": data}).encode()

    def _send(self, status, headers, body, *, drips):
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        for at in range(len(body)) if drips else ():
            if self.server.ended.wait(0.05):
                return
            self.wfile.write(body[at : at + 1])
        self.wfile.write(b"" if drips else body)


@contextlib.contextmanager
def serving(**behaviour):
    """A running server; it ends with the block."""
    server = Server(Behaviour(**behaviour))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
