"""The process that reads files: batches in, the facts of each file out. Started by `pool` only.

It imports what parsing needs and nothing else (no numpy, no click), holds no state between files and
touches neither network nor file system beyond its imports. It trusts its two pipes and nothing in
the files it is sent. Every file is answered before the next is begun, so that whoever sees it die
knows which file it died on.

A frame to the worker is a length and MessagePack: first one Setup, then lists of (number, language,
bytes). A frame from it is length, number, Status, and what Status says. End of input ends it.
"""

from __future__ import annotations

import enum
import gc
import importlib
import os
import resource
import signal
import struct
from collections.abc import Callable, Mapping
from typing import BinaryIO, Final

import msgspec

from xray_graph.errors import XrayError
from xray_graph.model import FileFacts

Reader = Callable[[bytes, str], FileFacts]

REQUEST: Final = struct.Struct("<I")  # length of what follows
REPLY: Final = struct.Struct("<IIB")  # length of what follows, number of the file, Status

CODE_READER: Final = "xray_graph.parse.extract:extract"
# Who reads what is not code: `module:function`, called as f(bytes, dialect) -> FileFacts.
DOCUMENT_READERS: Final[Mapping[str, str]] = {
    "dockerfile": "xray_graph.parse.documents.dockerfile:extract",
    "dotenv": "xray_graph.parse.documents.line_settings:extract",
    "ini": "xray_graph.parse.documents.line_settings:extract",
    "json": "xray_graph.parse.documents.json_files:extract",
    "markdown": "xray_graph.parse.documents.markdown:extract",
    "properties": "xray_graph.parse.documents.line_settings:extract",
    "rst": "xray_graph.parse.documents.rst:extract",
    "prisma": "xray_graph.parse.documents.prisma:extract",
    "sql": "xray_graph.parse.documents.sql:extract",
    "template": "xray_graph.parse.documents.helm:extract",
    "toml": "xray_graph.parse.documents.toml_files:extract",
    "yaml": "xray_graph.parse.documents.yaml_files:extract",
}

# Seconds of the clock that a worker may be silent for each second of CPU that a file may cost: on a busy
# machine it gets a part of one processor. What waits for ever is ended so.
PATIENCE: Final = 10
_GRACE_SECONDS: Final = 30
_LONGEST_SECONDS: Final = 1e6
_LOG_BYTES: Final = 1 << 20


class Status(enum.IntEnum):
    """What a reply's payload is."""

    READY = 0  # nothing: the worker has started
    FACTS = 1  # MessagePack of FileFacts
    FAILED = 2  # text: the reader raised; the worker goes on
    MEMORY = 3  # text: the budget is used up; the worker ends
    FAULT = 4  # MessagePack of (message, where, hint): the reader itself is broken, whatever the file


class Setup(msgspec.Struct, frozen=True):
    """The first frame. `readers` adds to, or stands in for, the table above."""

    memory_bytes: int
    file_seconds: float  # of CPU
    readers: dict[str, str] = {}


def main() -> None:
    """Serve until the input ends, then leave without the interpreter's clean-up."""
    inbox, outbox = _claim_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides
    setup = msgspec.msgpack.decode(_receive(inbox) or b"", type=Setup)
    _limit(setup.memory_bytes)
    _send(outbox, 0, Status.READY, b"")
    gc.freeze()
    gc.disable()  # facts and trees hold no cycles; what an error left is collected after the batch
    _serve(inbox, outbox, setup)
    os._exit(0)


def _serve(inbox: BinaryIO, outbox: BinaryIO, setup: Setup) -> None:
    readers: dict[str, Reader] = {}
    encode = msgspec.msgpack.Encoder().encode
    decode = msgspec.msgpack.Decoder(list[tuple[int, str, bytes]]).decode
    # Both end the process by default, which needs no interpreter: the timer a file that costs too much, the
    # alarm a worker whose parent was killed.
    budget = min(setup.file_seconds, _LONGEST_SECONDS)
    patience = int(PATIENCE * budget) + _GRACE_SECONDS
    while frame := _receive(inbox):
        for number, language, data in decode(frame):
            signal.setitimer(signal.ITIMER_PROF, budget)
            signal.alarm(patience)
            status, payload = Status.FACTS, b""
            try:
                reader = readers.get(language)
                if reader is None:
                    reader = readers[language] = _load(language, setup.readers)
                payload = encode(reader(data, language))
            except MemoryError:
                status, payload = Status.MEMORY, b"out of memory"
            except XrayError as error:
                status, payload = Status.FAULT, encode((error.message, error.where, error.hint))
            except Exception as error:  # noqa: BLE001 - whatever a reader raises costs this one file
                status, payload = Status.FAILED, f"{type(error).__name__}: {error}"[:500].encode()
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.alarm(0)
            _send(outbox, number, status, payload)
            if status is Status.MEMORY:
                return
        gc.collect()
        gc.freeze()  # grammars and modules stay: what is left now needs no second look


def _load(language: str, more: Mapping[str, str]) -> Reader:
    name = more.get(language) or DOCUMENT_READERS.get(language.partition("+")[0]) or CODE_READER
    module, _, function = name.partition(":")
    reader: Reader = getattr(importlib.import_module(module), function)
    return reader


def _claim_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes under private numbers, so that a stray print cannot speak on them."""
    inbox, outbox = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return os.fdopen(inbox, "rb", 1 << 16), os.fdopen(outbox, "wb", 1 << 16)


def _limit(memory_bytes: int) -> None:
    """Bound what the process may allocate, so that one file cannot take the machine's memory."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_LOG_BYTES, _LOG_BYTES))  # its log is all it may write
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        memory_bytes = min(memory_bytes, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, hard))


def _receive(inbox: BinaryIO) -> bytes | None:
    head = inbox.read(REQUEST.size)
    if len(head) < REQUEST.size:
        return None
    (length,) = REQUEST.unpack(head)
    body = inbox.read(length)
    return body if len(body) == length else None


def _send(outbox: BinaryIO, number: int, status: Status, payload: bytes) -> None:
    outbox.write(REPLY.pack(len(payload), number, status))
    outbox.write(payload)
    outbox.flush()
