"""Settings: what the flags, the environment and `.xray.toml` say, as frozen values.

    defaults  <  .xray.toml  <  XRAY_* environment  <  flags

A setting has one name everywhere: the flag `--max-file-bytes`, the key `max-file-bytes` (or with `_`)
in the file, the variable XRAY_MAX_FILE_BYTES (lists parted by commas). A list given higher up replaces
the one below it.

The file comes with the repository, so its author need not be the one who runs the build. It can not
choose where text is sent, which files are read or where files are written: an endpoint in it has to be
confirmed by a flag or the environment, a remote embedder has to be asked for by a flag, recipients stand in
it themselves, `output` stays in the repository.

Called by the command line and the server; each stage takes its own part of the result. Also what a map may be
called. Not here: what a setting does, and secrets (those who need one read it from the environment
themselves).
"""

from __future__ import annotations

import difflib
import hashlib
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, Literal

import msgspec
from msgspec import Meta

from xray_graph.errors import UsageError, unreadable

FILE_NAME: Final = ".xray.toml"
_FILE_BYTES: Final = 64 << 10
_LABEL_CHARACTERS: Final = 64
_LABEL_BYTES: Final = 200  # a file name holds 255, and `.graph.gz` and a temporary suffix are added
_LABEL: Final = re.compile(r"\w[\w.+@-]*")

Count = Annotated[int, Meta(ge=1)]


class WalkSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Which files. `include` and `exclude` are rules in the form of a `.gitignore` line."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    follow_symlinks: bool = False
    max_file_bytes: Count = 2 << 20
    # A root that holds more than this is taken for a mistake (a home folder) and refused.
    max_files: Count = 200_000
    max_total_bytes: Count = 4 << 30  # of the files whose content is read


class ParseSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How much of the machine reading may use. `jobs` 0 is one worker a processor."""

    jobs: Annotated[int, Meta(ge=0)] = 0
    file_seconds: Annotated[float, Meta(gt=0)] = 20.0  # of CPU, for one file
    memory_bytes: Count = 1 << 30  # for one worker


class EmbedSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How node texts become vectors. `endpoint`, `model` and `plain_http` belong to `openai`."""

    embedder: Literal["builtin", "openai", "none"] = "builtin"
    endpoint: str = ""
    model: str = ""
    plain_http: bool = False  # whether text may go to another machine unencrypted
    dims: Count = 256
    max_input_chars: Count = 8192


class BuildSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a build can be told. An empty `name` or `output` leaves the choice to the build."""

    name: str = ""
    description: str = ""
    output: str = ""  # a folder
    snapshot_recipient: tuple[str, ...] = ()
    strict: bool = False
    walk: WalkSettings = WalkSettings()
    parse: ParseSettings = ParseSettings()
    embed: EmbedSettings = EmbedSettings()
    hnsw: Literal["auto", "always", "never"] = "auto"  # whether the map gets a graph index over its vectors


# Key → (the part of BuildSettings it belongs to, field). Keys of BuildSettings itself have part "".
_KEYS: Final[Mapping[str, tuple[str, str]]] = {
    **{key: ("", key.replace("-", "_")) for key in ("name", "description", "output")},
    **{key: ("", key.replace("-", "_")) for key in ("snapshot-recipient", "strict", "hnsw")},
    **{key: ("walk", key.replace("-", "_")) for key in ("include", "exclude", "follow-symlinks")},
    **{key: ("walk", key.replace("-", "_")) for key in ("max-file-bytes", "max-files", "max-total-bytes")},
    "jobs": ("parse", "jobs"),
    "embedder": ("embed", "embedder"),
    "embedding-endpoint": ("embed", "endpoint"),
    "embedding-model": ("embed", "model"),
    "embedding-plain-http": ("embed", "plain_http"),
    "embedding-dims": ("embed", "dims"),
    "embedding-max-input-chars": ("embed", "max_input_chars"),
}
_NO_EMBED: Final = "no-embed"  # a second way to say `embedder = "none"`
_PARTS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "": BuildSettings,
    "walk": WalkSettings,
    "parse": ParseSettings,
    "embed": EmbedSettings,
}
_TYPES: Final[Mapping[str, Any]] = {
    key: {field.name: field.type for field in msgspec.structs.fields(_PARTS[part])}[name]
    for key, (part, name) in _KEYS.items()
} | {_NO_EMBED: bool}


def build_settings(
    root: Path | None, flags: Mapping[str, object], environment: Mapping[str, str] | None = None
) -> BuildSettings:
    """The settings of a build of `root`.

    Args:
        root: the folder to map; its `.xray.toml` is read, or else that of the work tree around it. None for
            settings that are of no repository.
        flags: option name (`-` or `_` between words) → value. None, an empty list and False stand for
            an option that was not given.
        environment: XRAY_* variables; the process's own when None.

    Raises:
        UsageError: an unknown key, a value of the wrong type or out of range, a file that is not TOML.
    """
    environment = os.environ if environment is None else environment
    path = find_file(root) if root else None
    in_file = _from_file(path) if path else {}
    in_environment = {
        key: _checked(key, _split(key, environment[name]), name)
        for key in _TYPES
        if environment.get(name := "XRAY_" + key.upper().replace("-", "_"), "") != ""
    }
    if "snapshot-recipient" not in in_environment and (recipients := age_recipients(environment)):
        in_environment["snapshot-recipient"] = recipients
    in_flags = {
        key: _checked(key, value, f"--{key}")
        for key, value in ((name.replace("_", "-"), value) for name, value in flags.items())
        if not (value is None or value is False or value in ((), []))
    }
    merged: dict[str, Any] = {}
    for layer in (in_file, in_environment, in_flags):
        if layer.get(_NO_EMBED):
            layer = {**layer, "embedder": "none"}
        merged.update(layer)
    merged.pop(_NO_EMBED, None)
    _refuse_what_others_chose(merged, in_file, {**in_environment, **in_flags}, in_flags, path)
    values: dict[str, dict[str, Any]] = {part: {} for part in _PARTS}
    for key, value in merged.items():
        part, name = _KEYS[key]
        values[part][name] = value
    return BuildSettings(
        **values[""],
        walk=WalkSettings(**values["walk"]),
        parse=ParseSettings(**values["parse"]),
        embed=EmbedSettings(**values["embed"]),
    )


def age_recipients(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The recipients in XRAY_AGE_RECIPIENTS, parted by commas."""
    return tuple(_split("snapshot-recipient", environment.get("XRAY_AGE_RECIPIENTS", "")))


def find_file(root: Path) -> Path | None:
    """The `.xray.toml` of `root`, else that of the nearest folder above up to its work tree's top."""
    for folder in (root, *root.absolute().parents):
        if os.path.lexists(folder / FILE_NAME):
            return folder / FILE_NAME
        if os.path.lexists(folder / ".git"):
            return None
    return None


def read_table(file: BinaryIO, where: object, example: str) -> dict[str, Any]:
    """The settings in an open file, which is TOML; `example` is a line of such.

    Raises:
        UsageError: it is too large, or no TOML.
    """
    data = file.read(_FILE_BYTES + 1)
    if len(data) > _FILE_BYTES:
        raise UsageError(
            f"is larger than {_FILE_BYTES} bytes", where=str(where), hint="name a file of settings"
        )
    try:
        return tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"is not TOML: {error}", where=str(where), hint=f"write `{example}`") from error


def _from_file(path: Path) -> dict[str, Any]:
    try:
        # Not through a link: the file is the repository's, and must not show what lies outside it.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            table = read_table(file, path, "jobs = 2")
    except OSError as error:
        raise unreadable(error, path) from error
    values = {}
    for name, value in table.items():
        key = name.replace("_", "-")
        if key not in _TYPES:
            close = difflib.get_close_matches(key, _TYPES, n=1)
            hint = f"did you mean {close[0]}?" if close else "the keys are " + ", ".join(sorted(_TYPES))
            raise UsageError(f"unknown key {name!r}", where=str(path), hint=hint)
        values[key] = _checked(key, value, f"{path}: {name}", strict=True)
    return values


def _split(key: str, text: str) -> str | list[str]:
    """The text of a variable, taken apart where the setting is a list."""
    is_list = _TYPES[key] == tuple[str, ...]
    return [part.strip() for part in text.split(",") if part.strip()] if is_list else text


def _checked(key: str, value: object, where: str, *, strict: bool = False) -> Any:
    if key not in _TYPES:
        hint = f"the settings are {', '.join(sorted(_TYPES))}"
        raise UsageError("no such setting", where=where, hint=hint)
    try:
        return msgspec.convert(value, _TYPES[key], strict=strict)
    except msgspec.ValidationError as error:
        raise UsageError(f"{value!r} does not fit", where=where, hint=f"it takes {_takes(key)}") from error


def _takes(key: str) -> str:
    """What a setting may be, in plain words."""
    kind = msgspec.inspect.type_info(_TYPES[key])
    kind = kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind
    if isinstance(kind, msgspec.inspect.LiteralType):
        return " or ".join(map(str, kind.values))
    if isinstance(kind, msgspec.inspect.IntType):
        return f"a whole number, at least {kind.ge}"
    return {bool: "true or false", str: "text"}.get(_TYPES[key], "a list of texts")


def _refuse_what_others_chose(
    merged: Mapping[str, Any],
    in_file: Mapping[str, Any],
    in_own: Mapping[str, Any],  # flags and environment
    in_flags: Mapping[str, Any],
    path: Path | None,
) -> None:
    """What the module's comment says that a file, or a variable set long ago, cannot choose."""
    if merged.get("embedder") == "openai":
        if in_flags.get("embedder") != "openai":
            raise UsageError(
                "a remote embedder sends text off this machine, so a flag must ask for it",
                where="XRAY_EMBEDDER" if "embedder" in in_own else str(path),
                hint="add --embedder openai, or --no-embed",
            )
        endpoint = in_file.get("embedding-endpoint")
        if endpoint and "embedding-endpoint" not in in_own:
            raise UsageError(
                f"the repository's own file names the endpoint {endpoint}, which would be sent its text",
                where=str(path),
                hint=f"confirm it with --embedding-endpoint {endpoint}",
            )
        if in_file.get("embedding-plain-http") and "embedding-plain-http" not in in_own:
            raise UsageError(
                "the repository's own file would send its text unencrypted",
                where=str(path),
                hint="allow it with --embedding-plain-http",
            )
    for recipient in () if "snapshot-recipient" in in_own else in_file.get("snapshot-recipient", ()):
        if not recipient.startswith(("age1", "ssh-")):
            raise UsageError(
                f"snapshot-recipient {recipient!r} is no recipient; a file of them is named by a flag alone",
                where=str(path),
                hint="write age1… or ssh-ed25519 … here, or give --snapshot-recipient FILE",
            )
    output = in_file.get("output", "")
    if "output" not in in_own and (Path(output).is_absolute() or ".." in re.split(r"[/\\]", output)):
        raise UsageError(
            f"output {output!r} leads out of the repository",
            where=str(path),
            hint="give the folder with -o",
        )


def check_label(label: str, flag: str = "--name") -> str:
    """The label itself, when a map may be called that; `flag` is what gives another.

    A label stands in node names (`label//path::Symbol`), file names and addresses, so it starts with a
    letter, digit or `_`, and goes on with those and `.`, `+`, `@`, `-`.

    Raises:
        UsageError: it is empty, too long, or holds another character.
    """
    where = "the label of the map"
    if "/" in label:
        raise UsageError(f"a label holds no '/': {label!r}", where=where, hint=f"give another with {flag}")
    if not _LABEL.fullmatch(label):
        raise UsageError(
            f"{label!r} cannot be a label",
            where=where,
            hint="use letters, digits and . _ - + @, with a letter or digit first",
        )
    if len(label) > _LABEL_CHARACTERS or len(label.encode()) > _LABEL_BYTES:
        raise UsageError(
            f"{label[:20]!r}… has {len(label)} characters",
            where=where,
            hint=f"a label has at most {_LABEL_CHARACTERS}",
        )
    return label


def derived_label(origin: str, folder: str) -> str:
    """A label for a repository that was given none: the last part of its origin, else its folder's name.

    What no label may hold becomes `-`; a name that is too long is cut and ends in a hash of the whole,
    so that two long names stay apart.
    """
    for source in (origin, folder):
        last = re.split(r"[/\\:]", source.rstrip("/\\"))[-1].removesuffix(".git")
        label = re.sub(r"[^\w.+@-]+", "-", last).lstrip(".+@-").rstrip("-")
        if label:
            break
    else:
        return "map"
    if len(label) > _LABEL_CHARACTERS or len(label.encode()) > _LABEL_BYTES:
        digest = hashlib.sha256(label.encode()).hexdigest()[:8]
        label = f"{label.encode()[: _LABEL_CHARACTERS - 9].decode(errors='ignore')}-{digest}"
    return label
