"""Signatures with ssh keys, by ssh-keygen: `ssh-keygen -Y sign` over the bytes of the image's index.

The index names every manifest, and those every layer, by SHA-256, so it stands for all of them. Without
this program it is checked so:

    skopeo inspect --raw docker://REF | ssh-keygen -Y verify -f ALLOWED -I WHO -n maps@xray-graph -s SIGNATURE

It says which bytes, not under which tag they should stand: an older image is signed just as well.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from xray_graph.errors import ImageError, UsageError, unreadable
from xray_graph.publish import programs
from xray_graph.publish.attachment import SIGNATURE, SIGNATURE_BLOB, Attachment

NAMESPACE: Final = "maps@xray-graph"
_WHO: Final = "maps"
_SECONDS: Final = 120.0  # a hardware key waits for a touch
_KEY: Final = re.compile(
    r"(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh\.com"
    r"|sk-ecdsa-sha2-nistp256@openssh\.com) [A-Za-z0-9+/=]+(?= |$)"
)
_HINT: Final = "ssh-keygen is in the package openssh-client"
_LARGEST: Final = 1 << 20


def sign(index: bytes, key: Path | str) -> Attachment:
    """A signature of an image's index.

    Args:
        index: its bytes.
        key: a private key's file, or a public one's when an agent holds the private key.

    Raises:
        UsageError: ssh-keygen does not sign with it; its reason is told.
        XrayError: there is no ssh-keygen.
    """
    if not Path(key).is_file():
        raise UsageError("is no file of a key", where=str(key), hint="`ssh-keygen -t ed25519` makes one")
    command = ["ssh-keygen", "-Y", "sign", "-f", str(key), "-n", NAMESPACE]
    answer = programs.run(command, index, seconds=_SECONDS, hint=_HINT)
    if answer.code or not answer.output.startswith(b"-----BEGIN SSH SIGNATURE-----"):
        raise UsageError(f"cannot sign: {answer.said}", where=str(key))
    return Attachment("signature", SIGNATURE, SIGNATURE_BLOB, answer.output)


def verify(index: bytes, signatures: Iterable[bytes], keys: Path | str, where: str) -> None:
    """Return when one of the signatures is by one of the keys, over exactly these bytes.

    Args:
        index: the bytes that a tag or a digest stands for.
        signatures: what is attached to it.
        keys: a file of public keys, a line each.
        where: what messages call the image.

    Raises:
        ImageError: none is.
        UsageError: the file of keys cannot be used.
    """
    lines = _allowed(keys)
    tried = 0
    with tempfile.TemporaryDirectory() as folder:
        allowed, file = Path(folder, "allowed"), Path(folder, "signature")
        allowed.write_text("".join(f'{_WHO} namespaces="{NAMESPACE}" {line}\n' for line in lines), "ascii")
        command = [
            "ssh-keygen",
            "-Y",
            "verify",
            "-f",
            str(allowed),
            "-I",
            _WHO,
            "-n",
            NAMESPACE,
            "-s",
            str(file),
        ]
        for signature in signatures:
            tried += 1
            file.write_bytes(signature)
            if not programs.run(command, index, seconds=_SECONDS, hint=_HINT).code:
                return
    what = f"none of its {tried} signatures is by a key of {keys}" if tried else "is not signed"
    raise ImageError(what, where=where, hint="nothing was written; is it the right image, and the right key?")


def _allowed(keys: Path | str) -> list[str]:
    try:
        with Path(keys).open("rb") as file:
            text = file.read(_LARGEST).decode("utf-8", "replace")
    except OSError as error:
        raise unreadable(error, keys) from error
    lines = []
    for line in text.splitlines():
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        key = _KEY.match(bare)
        if key is None:
            hint = "a line is `ssh-ed25519 AAAA… comment`, as in a .pub file"
            raise UsageError("holds a line that is no public key", where=str(keys), hint=hint)
        lines.append(key.group())
    if not lines:
        raise UsageError("holds no public key", where=str(keys), hint="name a .pub file, or several in one")
    return lines
