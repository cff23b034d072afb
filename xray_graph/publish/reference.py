"""What a reference says: `registry/repository[:tag][@digest]`, as every tool for images writes it.

A reference names its registry. Other tools take one without for Docker Hub; a map of private code is not
sent to a public place because a host was forgotten.
"""

from __future__ import annotations

import ipaddress
import re
from typing import Final, NamedTuple

from xray_graph.errors import UsageError
from xray_graph.publish.descriptor import DIGEST

_HOST: Final = re.compile(
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9A-Fa-f:.]+\])"
    r"(?::[0-9]{1,5})?"
)
_PART: Final = r"[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*"
_REPOSITORY: Final = re.compile(rf"{_PART}(?:/{_PART})*")
_TAG: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,127}")
_LONGEST: Final = 255  # characters of registry and repository, by the specification
_HUB: Final = ("docker.io", "index.docker.io")  # the one registry whose name is not its address
_HUB_ADDRESS: Final = "registry-1.docker.io"


class Reference(NamedTuple):
    """A place in a registry. Of tag and digest one at least is there; the digest decides."""

    registry: str  # host, and port when one is given
    repository: str
    tag: str = ""
    digest: str = ""

    @property
    def wanted(self) -> str:
        """What a registry is asked for."""
        return self.digest or self.tag

    @property
    def address(self) -> str:
        """The host, and port, to connect to."""
        return _HUB_ADDRESS if self.registry in _HUB else self.registry

    @property
    def is_loopback(self) -> bool:
        """Whether it is a registry on this machine."""
        return is_loopback(self.registry)

    def at(self, digest: str) -> str:
        """The same repository, at a digest."""
        return f"{self.registry}/{self.repository}@{digest}"

    def __str__(self) -> str:
        tag = f":{self.tag}" if self.tag else ""
        digest = f"@{self.digest}" if self.digest else ""
        return f"{self.registry}/{self.repository}{tag}{digest}"


def is_loopback(host: str) -> bool:
    """Whether a host (with or without a port) is this machine, told by its name alone."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host
    name = name.partition(":")[0] if name.count(":") == 1 else name
    if name.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def parse_reference(text: str) -> Reference:
    """The parts of a reference; the tag is `latest` when neither tag nor digest is given.

    Raises:
        UsageError: it is none, or names no registry.
    """
    rest, at, digest = text.partition("@")
    if at and not DIGEST.fullmatch(digest):
        raise _unusable(text, "what stands behind `@` is no sha256 digest")
    host, slash, path = rest.partition("/")
    if not slash or not (set(".:[") & set(host) or host == "localhost"):
        raise _unusable(text, "it names no registry")
    if not _HOST.fullmatch(host):
        raise _unusable(text, f"{host!r} is no host")
    repository, colon, tag = path.partition(":")
    if colon and not _TAG.fullmatch(tag):
        raise _unusable(text, f"{tag!r} is no tag")
    if host in _HUB and "/" not in repository:
        repository = f"library/{repository}"
    if not _REPOSITORY.fullmatch(repository) or len(host) + len(repository) >= _LONGEST:
        raise _unusable(
            text, f"{repository!r} is no repository: lower-case letters, digits, `.`, `_`, `-`, `/`"
        )
    return Reference(host, repository, tag or ("" if digest else "latest"), digest)


def _unusable(text: str, why: str) -> UsageError:
    return UsageError(
        f"{text!r} is no reference: {why}", where="REF", hint="write it as registry.example.com/team/maps:tag"
    )
