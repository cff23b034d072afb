"""Reads a Compose file: its services, and the secrets and configs that it declares.

A service is `Service/name`; its ports are attributes. References: `image`, `service` (what it depends on, is
linked to, shares a network with or extends, and whose address its variables hold; `file|service` in another
file), `secret` and `config` (by name),
`build` (`context|Dockerfile`, as written), `built` (`image|context|Dockerfile`) where the image that it
builds has a name, and what its command starts (see `commands`), with `|` and the build context. Other files
that are read with it (`include`, `extends`, `env_file`, `file`) are imports. Called by `yaml_files`.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.parse.documents import commands
from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.yaml_nodes import Mapping, Node, Scalar, Sequence
from xray_graph.parse.documents.yaml_tree import Document

_NAME: Final = r"([A-Za-z0-9][A-Za-z0-9_.-]*)"
_ADDRESS: Final = re.compile(rf"{_NAME}:\d+")
_URL: Final = re.compile(rf"[a-z][a-z0-9+.-]*://(?:[^@/\s]*@)?{_NAME}(?::\d+)?(?:[/?]\S*)?")
_BARE: Final = re.compile(_NAME)
_HOST: Final = re.compile(r"(?:^|_)(?:HOST|HOSTNAME|ADDR|ADDRESS|SERVER)$|^PGHOST$", re.IGNORECASE)


def is_compose(root: Node) -> bool:
    """Whether a document has services in Compose's form."""
    services = root.mapping("services") if isinstance(root, Mapping) else None
    if services is None:
        return False
    found = [value for _, value in services.items()]
    return (
        bool(found)
        and all(isinstance(value, Mapping) for value in found)
        and any(
            isinstance(value, Mapping) and {"image", "build", "extends"} & value.entries.keys()
            for value in found
        )
    )


def read(document: Document, record: Record) -> None:
    """Declare what a Compose file declares."""
    root = document.root
    assert isinstance(root, Mapping)
    for kind, sort, key in (("secret", "Secret", "secrets"), ("config", "Config", "configs")):
        declared = root.mapping(key)
        for name, value in declared.items() if declared is not None else ():
            record.declare(kind, f"{sort}/{name.text}", name.line, max(name.line, value.end_line))
            if isinstance(value, Mapping):
                _file(value.get("file"), "file", record)
    for item in root.listed("include"):
        paths = item.get("path") if isinstance(item, Mapping) else item
        for path in paths.items if isinstance(paths, Sequence) else [paths]:
            _file(path, "include", record)
    services = root.mapping("services")
    for name, value in services.items() if services is not None else ():
        if isinstance(value, Mapping):
            _service(name, value, record)


def _service(name: Scalar, service: Mapping, record: Record) -> None:
    attributes = [f"port={port}" for port in _ports(service)]
    attributes += [f"profile={p.text}" for p in service.listed("profiles") if isinstance(p, Scalar)]
    index = record.declare(
        "service",
        f"Service/{name.text}",
        name.line,
        max(name.line, service.end_line),
        signature=f"service {name.text}",
        attributes=tuple(dict.fromkeys(attributes)),
    )
    image = service.get("image")
    if isinstance(image, Scalar):
        record.refer("image", image.text, image.line, index)
    _build(service, image.text if isinstance(image, Scalar) else "", record, index)
    _starts(service, record, index)
    for key in ("depends_on", "links"):
        for one in _names(service.get(key)):
            record.refer("service", one.text.partition(":")[0], one.line, index)
    extends = service.get("extends")
    if isinstance(extends, Mapping):
        _file(extends.get("file"), "extends", record)
        file = f"{extends.text('file')}|" if extends.get("file") is not None else ""
        named = extends.get("service")
        if isinstance(named, Scalar):
            record.refer("service", f"{file}{named.text}", named.line, index)
    elif isinstance(extends, Scalar):
        record.refer("service", extends.text, extends.line, index)
    for key in ("network_mode", "ipc", "pid"):
        mode = service.get(key)
        if isinstance(mode, Scalar) and mode.text.startswith("service:"):
            record.refer("service", mode.text.removeprefix("service:"), mode.line, index)
    for key, kind in (("secrets", "secret"), ("configs", "config")):
        for item in service.listed(key):
            source = item.get("source") if isinstance(item, Mapping) else item
            if isinstance(source, Scalar):
                record.refer(kind, source.text, source.line, index)
    _addresses(service, record, index)
    env = service.get("env_file")
    for item in service.listed("env_file") or ([env] if env is not None else []):
        _file(item.get("path") if isinstance(item, Mapping) else item, "env_file", record)


def _addresses(service: Mapping, record: Record, index: int) -> None:
    """The hosts that variables hold: of `host:port`, of a URL, or of a variable that is called a host."""
    given = service.get("environment")
    rows: list[tuple[str, str, int]] = []
    if isinstance(given, Mapping):
        rows = [(key.text, value.text, key.line) for key, value in given.items() if isinstance(value, Scalar)]
    else:
        for item in service.listed("environment"):
            if isinstance(item, Scalar):
                key, _, value = item.text.partition("=")
                rows.append((key, value, item.line))
    for key, value, line in rows:
        match = _ADDRESS.fullmatch(value) or _URL.fullmatch(value)
        if match is None and _HOST.search(key):
            match = _BARE.fullmatch(value)
        if match is not None:
            record.refer("service", match[1], line, index)


def _starts(service: Mapping, record: Record, index: int) -> None:
    """What its command starts: a word, `|` and the folder that is built, where the files come from."""
    build = service.get("build")
    context = build.text if isinstance(build, Scalar) else service.text("build", "context")
    work = service.text("working_dir").rstrip("/") + "/"
    for key in ("entrypoint", "command"):
        command = service.get(key)
        if isinstance(command, Scalar):
            found = commands.starts(command.text)
        else:
            found = commands.started([one.text for one in service.listed(key) if isinstance(one, Scalar)])
        for kind, word in found:
            word = word.removeprefix(work) if len(work) > 1 else word
            record.refer(kind, f"{word}|{context}", command.line if command is not None else 0, index)


def _build(service: Mapping, image: str, record: Record, index: int) -> None:
    build = service.get("build")
    if isinstance(build, Scalar):
        context, dockerfile, line = build.text, "", build.line
    elif isinstance(build, Mapping):
        context, dockerfile, line = build.text("context") or ".", build.text("dockerfile"), build.line
        target = build.text("dockerfile_inline")
        if target:
            return
    else:
        return
    record.refer("build", f"{context}|{dockerfile}", line, index)
    if image:
        record.refer("built", f"{image}|{context}|{dockerfile}", line, index)


def _ports(service: Mapping) -> list[str]:
    """The ports inside the container."""
    found = []
    for port in [*service.listed("ports"), *service.listed("expose")]:
        text = (
            port.text("target")
            if isinstance(port, Mapping)
            else port.text
            if isinstance(port, Scalar)
            else ""
        )
        if text:
            found.append(text.rpartition(":")[2].partition("/")[0])
    return found


def _names(node: Node | None) -> list[Scalar]:
    """The names of a list, or the keys of a mapping."""
    if isinstance(node, Mapping):
        return [key for key, _ in node.items()]
    items = getattr(node, "items", [])
    return [item for item in items if isinstance(item, Scalar)] if isinstance(items, list) else []


def _file(node: Node | None, kind: str, record: Record) -> None:
    if isinstance(node, Scalar):
        record.take_in(node.text, node.line, kind)
