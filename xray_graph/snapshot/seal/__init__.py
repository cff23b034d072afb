"""Sealed snapshots: the same file inside age encryption (age-encryption.org/v1), by pyrage.

The recipient writes and the key reads: whoever builds needs only recipients, whoever reads needs an
identity. `keys` reads both as users give them, `stream` seals and opens, `head` tells what can be told
without a key, `record` remembers what was sealed. Used by `write`, `map`, `header` and the command line;
imported by them only when a file is sealed or is to be.
"""

from xray_graph.snapshot.seal.head import AGAIN, Head, look
from xray_graph.snapshot.seal.keys import Key, Keys, generate, read_keys, read_recipients, recipient_lines
from xray_graph.snapshot.seal.stream import (
    NoKeyError,
    header_part,
    opened_by,
    seal_bytes,
    sealed,
    unseal,
    unseal_bytes,
)

__all__ = [
    "AGAIN",
    "Head",
    "Key",
    "Keys",
    "NoKeyError",
    "generate",
    "header_part",
    "look",
    "opened_by",
    "read_keys",
    "read_recipients",
    "recipient_lines",
    "seal_bytes",
    "sealed",
    "unseal",
    "unseal_bytes",
]
