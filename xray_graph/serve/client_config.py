"""The configuration of MCP clients: puts this server into the file that a client reads, and takes it out.

Only our own entry is touched; the first change leaves a copy of the file beside it. A token is never
written: clients that can are told the name of the variable that holds it. A file that cannot be read back
in full (JSON with comments) is not touched. Called by `xray graph install`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from xray_graph.errors import UsageError

NAME: Final = "xray-graph"
ASIDE: Final = ".before-xray"
_TOKEN: Final = "XRAY_GRAPH_TOKEN"  # noqa: S105 - the name of the variable

State: TypeAlias = Literal["installed", "changed", "unchanged", "removed", "absent"]
Entry: TypeAlias = dict[str, Any]


class Client(NamedTuple):
    """One client: where its file lies, and what an entry in it looks like."""

    file: Callable[[Path], Path]  # from the folder of the project
    table: str  # that holds the entries
    http: Callable[[str], Entry]
    stdio: tuple[tuple[str, str], ...] = ()  # beside command and args


def _http(reference: str) -> Callable[[str], Entry]:
    def entry(url: str) -> Entry:
        return {"type": "http", "url": url, "headers": {"Authorization": f"Bearer {reference}"}}

    return entry


def _codex_file(_: Path) -> Path:
    return Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex") / "config.toml"


CLIENTS: Final[Mapping[str, Client]] = {
    "claude": Client(
        lambda root: root / ".mcp.json", "mcpServers", _http("${" + _TOKEN + ":-}"), (("type", "stdio"),)
    ),
    "cursor": Client(
        lambda root: root / ".cursor" / "mcp.json", "mcpServers", _http("${env:" + _TOKEN + "}")
    ),
    "vscode": Client(
        lambda root: root / ".vscode" / "mcp.json",
        "servers",
        _http("${env:" + _TOKEN + "}"),
        (("type", "stdio"),),
    ),
    "codex": Client(_codex_file, "mcp_servers", lambda url: {"url": url, "bearer_token_env_var": _TOKEN}),
}


def entry_for(client: str, root: Path, command: Sequence[str], server: str = "") -> Entry:
    """What goes into the file: our server at `server`, or one that the client starts by itself."""
    if server:
        return CLIENTS[client].http(server.rstrip("/") + "/mcp")
    arguments = [*command[1:], "graph", "mcp", str(root.resolve())]
    return {**dict(CLIENTS[client].stdio), "command": command[0], "args": arguments}


def shown(client: str, entry: Entry) -> str:
    """The entry as it would stand in the file."""
    if _is_toml(client):
        return _toml(client, entry)
    return json.dumps({CLIENTS[client].table: {NAME: entry}}, indent=2, ensure_ascii=False) + "\n"


def put(client: str, root: Path, entry: Entry | None) -> tuple[Path, State]:
    """Put the entry in, or with None take ours out.

    Returns:
        The file, and what became of it.

    Raises:
        UsageError: the file cannot be read or written.
    """
    file = CLIENTS[client].file(root)
    text = _read(file)
    changed, state = (_in_toml if _is_toml(client) else _in_json)(client, file, text, entry)
    if changed == text:
        return file, state
    try:
        if changed is None:
            file.unlink()
        else:
            _write(file, changed, keep=text is not None)
    except OSError as error:
        hint = "add --print, and put the entry in by hand"
        raise UsageError(
            f"cannot be written: {error.strerror or error}", where=str(file), hint=hint
        ) from error
    return file, state


def _in_json(client: str, file: Path, text: str | None, entry: Entry | None) -> tuple[str | None, State]:
    table = CLIENTS[client].table
    try:
        values = json.loads(text) if text and text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"is not plain JSON: {error}", where=str(file), hint="add --print, and put the entry in by hand"
        ) from error
    entries = values.get(table, {}) if isinstance(values, dict) else None
    if not isinstance(entries, dict):
        raise UsageError(f"holds no table {table!r} of servers", where=str(file), hint="add --print")
    state = _state(entries.get(NAME), entry)
    if state in {"unchanged", "absent"}:
        return text, state
    entries.pop(NAME, None)
    if entry is not None:
        entries[NAME] = entry
    values[table] = entries
    if entry is None and not entries:
        del values[table]
    return (json.dumps(values, indent=2, ensure_ascii=False) + "\n") if values else None, state


def _in_toml(client: str, file: Path, text: str | None, entry: Entry | None) -> tuple[str | None, State]:
    try:
        values = tomllib.loads(text or "")
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"is not TOML: {error}", where=str(file), hint="add --print") from error
    state = _state(values.get(CLIENTS[client].table, {}).get(NAME), entry)
    if state in {"unchanged", "absent"}:
        return text, state
    head = re.escape(f"[{CLIENTS[client].table}.{NAME}]")
    rest, found = re.subn(rf"(?m)^\n?{head}[^\n]*\n(?:(?!\[)[^\n]*(?:\n|\Z))*", "", text or "")
    if state != "installed" and not found:
        raise UsageError("holds our entry in another form", where=str(file), hint="change it by hand")
    block = "" if entry is None else ("\n" if rest.strip() else "") + _toml(client, entry)
    if rest and not rest.endswith("\n"):
        rest += "\n"
    return (rest + block) or None, state


def _toml(client: str, entry: Entry) -> str:
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
    return "\n".join([f"[{CLIENTS[client].table}.{NAME}]", *lines]) + "\n"


def _is_toml(client: str) -> bool:
    return client == "codex"


def _state(there: object, entry: Entry | None) -> State:
    if entry is None:
        return "absent" if there is None else "removed"
    return "installed" if there is None else "unchanged" if there == entry else "changed"


def _read(file: Path) -> str | None:
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot be read: {error}", where=str(file)) from error


def _write(file: Path, text: str, *, keep: bool) -> None:
    """Whole or not at all, with the mode that was there, and a copy of what was there before us."""
    file = file.resolve()
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_name(file.name + ASIDE)
    if keep and not aside.exists():
        shutil.copy2(file, aside)
    temporary = file.with_name(f".{file.name}.xray-{os.getpid()}")
    try:
        temporary.write_text(text, "utf-8")
        if keep:
            shutil.copymode(file, temporary)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)
