"""Where a server listens and whom it lets in: the flags that `serve` and `serve-snapshots` share.

A token comes from a file or from the environment, never from an argument: every user of a machine can
read those. Not here: the checks themselves (`serve.guard`).
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from xray_graph.cli import output
from xray_graph.errors import AccessError, UsageError

if TYPE_CHECKING:
    from xray_graph.serve.guard import Policy
    from xray_graph.serve.listen import Address

TOKEN: Final = "XRAY_GRAPH_TOKEN"  # noqa: S105 - the name of the variable
_SHORTEST: Final = 8  # characters of a token in a file; less can be guessed


class Access(NamedTuple):
    """Where to listen, and who may ask."""

    address: Address
    policy: Policy
    tls: tuple[str, str] | None  # files of the certificate and its key

    @property
    def scheme(self) -> str:
        return "https" if self.tls else "http"


def options(port: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the flags; they reach the command by their names."""
    flags = (
        click.option(
            "--addr",
            default=f"127.0.0.1:{port}",
            show_default=True,
            metavar="HOST:PORT",
            help="Where to listen. Port 0 takes a free one. Beyond this machine a token is needed.",
        ),
        click.option(
            "--allow-host",
            multiple=True,
            metavar="NAME[:PORT]",
            help="A host name that requests may carry, beside those of this machine. May be repeated.",
        ),
        click.option(
            "--allow-origin",
            multiple=True,
            metavar="ORIGIN",
            help="A web site whose pages may ask, as https://portal.example. May be repeated.",
        ),
        click.option(
            "--token-file",
            type=output.PATH,
            metavar="FILE",
            help=f"Clients must send the token in this file. Without it: in {TOKEN}, if that is set.",
        ),
        click.option(
            "--new-token",
            is_flag=True,
            help="Make a token and write it into --token-file, for you alone to read, if there is none.",
        ),
        click.option(
            "--tls-cert", type=output.PATH, metavar="FILE", help="Speak TLS with this certificate (PEM)."
        ),
        click.option("--tls-key", type=output.PATH, metavar="FILE", help="Its private key (PEM)."),
        click.option("--print-config", is_flag=True, help="Print what would be in force, and end."),
    )

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for flag in reversed(flags):
            command = flag(command)
        return command

    return add


def read(flags: dict[str, Any]) -> Access:
    """Take the flags of `options` out of `flags`, except print_config.

    Raises:
        UsageError: one of them makes no sense.
        AccessError: listening beyond this machine without a token.
    """
    from xray_graph.serve import listen
    from xray_graph.serve.guard import Policy

    address = listen.parse_address(flags.pop("addr"))
    hosts, origins = flags.pop("allow_host"), flags.pop("allow_origin")
    token = _token(flags.pop("token_file"), new=flags.pop("new_token"))
    listen.check_exposure(address, token)
    cert, key = flags.pop("tls_cert"), flags.pop("tls_key")
    if bool(cert) != bool(key):
        hint = "give both, or neither"
        raise UsageError("a certificate and its key go together", where="--tls-cert, --tls-key", hint=hint)
    return Access(address, Policy.make(hosts, origins, token), (cert, key) if cert else None)


def shown(access: Access) -> dict[str, Any]:
    """What is in force, without anything secret."""
    policy = access.policy
    return {
        "addr": str(access.address),
        "tls": bool(access.tls),
        "token": bool(policy.token),
        "allow_host": sorted(f"{host.name}:{host.port}" if host.port else host.name for host in policy.hosts),
        "allow_origin": sorted(f"{scheme}://{name}:{port}" for scheme, (name, port) in policy.origins),
        "max_body": policy.max_body,
    }


def _token(file: str | None, *, new: bool) -> str:
    if file is None:
        if new:
            raise UsageError("where to?", where="--new-token", hint="name a file with --token-file")
        return os.environ.get(TOKEN, "")
    path = Path(file)
    if new and not os.path.lexists(path):
        _make(path)
    try:
        with path.open("rb") as opened:
            status = os.fstat(opened.fileno())
            text = opened.read(4096).decode("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it holds more than ASCII"
        raise UsageError(
            f"the token cannot be read: {reason}", where=file, hint="--new-token makes one"
        ) from error
    if len(text) < _SHORTEST:
        hint = "remove the file and let --new-token make one"
        raise UsageError(f"the token is shorter than {_SHORTEST} characters", where=file, hint=hint)
    if status.st_mode & stat.S_IROTH:
        raise AccessError(
            "everybody on this machine can read the token", where=file, hint=f"chmod 600 {file}"
        )
    return text


def _make(path: Path) -> None:
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        hint = "choose another --token-file"
        raise UsageError(
            f"the token cannot be written: {error.strerror}", where=str(path), hint=hint
        ) from error
    with os.fdopen(number, "w", encoding="ascii") as opened, contextlib.closing(opened):
        opened.write(secrets.token_urlsafe(32) + "\n")
