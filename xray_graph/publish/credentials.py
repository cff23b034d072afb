"""Who we are for a registry: from Docker's configuration file, or Podman's, and the programs they name.

Looked at in this order: REGISTRY_AUTH_FILE; DOCKER_CONFIG or `~/.docker`; Podman's file of this login,
then of the user. In a file: `credHelpers` of the host, `credsStore`, then `auths`. Nothing is written.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from xray_graph.errors import AccessError, UsageError, unreadable
from xray_graph.publish import programs
from xray_graph.publish.reference import Reference

_LARGEST: Final = 1 << 20
_SECONDS: Final = 20.0  # for a credential program, which may ask a cloud
_PROGRAM: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_TOKEN_USER: Final = "<token>"  # noqa: S105 - by which a program says that its secret is an identity token
_HUB_KEYS: Final = ("index.docker.io/v1", "index.docker.io", "docker.io", "registry-1.docker.io")


@dataclass(frozen=True, slots=True)
class Credentials:
    """A name with a password, an identity token, or a registry's own token. Empty: nobody."""

    user: str = ""
    password: str = field(default="", repr=False)
    identity_token: str = field(default="", repr=False)
    registry_token: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return bool(self.user or self.identity_token or self.registry_token)


class _Entry(msgspec.Struct):
    auth: str = ""
    username: str = ""
    password: str = ""
    identitytoken: str = ""
    registrytoken: str = ""


class _File(msgspec.Struct, rename="camel"):
    auths: dict[str, _Entry] = {}
    cred_helpers: dict[str, str] = {}
    creds_store: str = ""


class _Given(msgspec.Struct):
    """What a credential program prints."""

    username: str = msgspec.field(default="", name="Username")
    secret: str = msgspec.field(default="", name="Secret")


def find(reference: Reference, environment: Mapping[str, str] | None = None) -> Credentials:
    """The credentials for a reference's registry; empty when nobody has any.

    Raises:
        UsageError: a configuration file cannot be read.
        AccessError: a credential program fails.
    """
    environment = os.environ if environment is None else environment
    for path in _files(environment):
        if found := _in_file(path, reference):
            return found
    return Credentials()


def _files(environment: Mapping[str, str]) -> Iterator[Path]:
    if given := environment.get("REGISTRY_AUTH_FILE"):
        yield Path(given)
    home = environment.get("HOME", "")
    if docker := environment.get("DOCKER_CONFIG"):
        yield Path(docker, "config.json")
    elif home:
        yield Path(home, ".docker", "config.json")
    if run := environment.get("XDG_RUNTIME_DIR"):
        yield Path(run, "containers", "auth.json")
    if home:
        yield Path(environment.get("XDG_CONFIG_HOME") or Path(home, ".config"), "containers", "auth.json")


def _in_file(path: Path, reference: Reference) -> Credentials:
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return Credentials()
    except OSError as error:
        raise unreadable(error, path) from error
    try:
        told = msgspec.json.decode(text or b"{}", type=_File)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"is no configuration of Docker ({error})", where=str(path)) from error
    keys = list(_keys(reference))
    for key, program in told.cred_helpers.items():
        if _bare(key) in keys:
            return _from_program(program, key, path)
    auths = {_bare(key): (key, entry) for key, entry in told.auths.items()}
    for key in keys:
        if key in auths and (found := _from_entry(auths[key][1], path)):
            return found
    if told.creds_store:
        name = next((auths[key][0] for key in keys if key in auths), _store_key(reference))
        return _from_program(told.creds_store, name, path)
    return Credentials()


def _keys(reference: Reference) -> Iterator[str]:
    """Names under which a registry may stand, the narrowest first: Podman knows parts of one."""
    parts = reference.repository.split("/")
    for count in range(len(parts), 0, -1):
        yield "/".join([reference.registry, *parts[:count]])
    yield reference.registry
    if reference.address != reference.registry:  # the one registry whose name is not its address
        yield from _HUB_KEYS


def _store_key(reference: Reference) -> str:
    hub = reference.address != reference.registry
    return f"https://{_HUB_KEYS[0]}/" if hub else reference.registry


def _bare(key: str) -> str:
    """A key without scheme, and without the path of the interface that older tools add."""
    bare = key.removeprefix("https://").removeprefix("http://").rstrip("/")
    if bare == _HUB_KEYS[0]:
        return bare
    return bare.removesuffix("/v1").removesuffix("/v2")


def _from_entry(entry: _Entry, path: Path) -> Credentials:
    user, password = entry.username, entry.password
    if entry.auth:
        try:
            text = base64.b64decode(entry.auth, validate=True).decode().rstrip("\0")
        except (binascii.Error, UnicodeDecodeError) as error:
            raise UsageError(
                "an entry of `auths` is damaged", where=str(path), hint="log in again"
            ) from error
        user, _, password = text.partition(":")
    return Credentials(user, password, entry.identitytoken, entry.registrytoken)


def _from_program(name: str, key: str, path: Path) -> Credentials:
    if not _PROGRAM.fullmatch(name):
        raise UsageError(f"{name!r} can be no credential program", where=str(path))
    program = f"docker-credential-{name}"
    answer = programs.run(
        [program, "get"], key.encode(), seconds=_SECONDS, hint=f"{path} names it; install it, or log in again"
    )
    if answer.code:
        if "not found" in answer.said.lower():
            return Credentials()
        raise AccessError(f"has no credentials for {key}: {answer.said}", where=program, hint="log in again")
    try:
        given = msgspec.json.decode(answer.output, type=_Given)
    except (ValueError, RecursionError) as error:
        raise AccessError("answered something that is no JSON", where=program) from error
    if given.username == _TOKEN_USER:
        return Credentials(identity_token=given.secret)
    return Credentials(given.username, given.secret)
