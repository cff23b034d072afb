"""Reads a Dockerfile: its stages, what each is made from and copies from, its ports, what it starts.

Each `FROM` begins a stage, `Stage/name` or by its number, an image that is made here. Heredocs are taken as
the text they are, so a `FROM` inside one is none. References: `image` (a base; variables with a default have
it), `stage` (another stage, by name or number), what is started (see
`commands`), and `package`, the Go package that the program started is built from.
Called by `parse.worker`.
"""

from __future__ import annotations

import json
import posixpath
import re
from itertools import pairwise
from typing import Final

from xray_graph.model import FileFacts
from xray_graph.parse.documents import commands
from xray_graph.parse.documents.record import Record

_INSTRUCTION: Final = re.compile(r"[ \t]*([A-Za-z]+)[ \t]+(.*)", re.DOTALL)
_HEREDOC: Final = re.compile(r"<<-?[\"']?([A-Za-z_]\w*)[\"']?")
_ESCAPE: Final = re.compile(
    r"(?:[ \t\r]*#[^\n]*\n)*?[ \t]*#[ \t]*escape[ \t]*=[ \t]*(\S)[ \t]*(?=\r?\n)", re.IGNORECASE
)
_ASSIGNED: Final = re.compile(r"([A-Za-z_]\w*)=(\"[^\"]*\"|'[^']*'|\S*)")
_MOUNTED: Final = re.compile(r"--mount=\S*?\bfrom=([^,\s]+)")
_GO_BUILD: Final = re.compile(r"\bgo\s+(?:build|install)\b([^;&|]*)")
_FLAG: Final = re.compile(r"--([a-z-]+)(?:=(\S+))?\s*")
_VARIABLE: Final = re.compile(r"\$(?:\{(\w+)(?::-([^}]*))?\}|(\w+))")
_WORD: Final = re.compile(r"[^\s\"'\[\],;&|]+")
_TAKES_HEREDOC: Final = frozenset({"RUN", "COPY", "ADD"})
MAX_STAGES: Final = 200


def extract(data: bytes, dialect: str = "dockerfile") -> FileFacts:
    """The facts of one Dockerfile. Never raises for its content."""
    record = Record(data, dialect.partition("+")[0])
    reader = _Reader(record)
    for first, last, text in _instructions(data.decode("utf-8", "replace")):
        reader.take(first, last, text)
    reader.close()
    return record.facts()


def _instructions(text: str) -> list[tuple[int, int, str]]:
    """(first line, last line, text without continuations) of each instruction."""
    lines = text.split("\n")
    stated = _ESCAPE.match(text)
    escape = stated[1] if stated else "\\"
    found: list[tuple[int, int, str]] = []
    at = 0
    while at < len(lines):
        first = at
        parts: list[str] = []
        while at < len(lines):
            line = lines[at].rstrip("\r")
            at += 1
            if not line.strip() or line.lstrip().startswith("#"):
                if parts:
                    continue
                break
            more = line.rstrip().endswith(escape) and len(line.rstrip()) > 1
            parts.append(line.rstrip()[:-1] if more else line)
            if not more:
                break
        if not parts:
            continue
        whole = " ".join(part.strip() for part in parts)
        if not whole.strip():
            continue
        last = at
        if whole.split(None, 1)[0].upper() in _TAKES_HEREDOC:
            for word in _HEREDOC.findall(whole):
                while at < len(lines) and lines[at].strip() != word:
                    at += 1
                at += 1
                last = min(at, len(lines))
        found.append((first + 1, last, whole))
    return found


def _started(rest: str) -> list[tuple[str, str]]:
    """What a command starts, in either of its forms."""
    if rest.startswith("["):
        try:
            words = json.loads(rest)
        except ValueError:
            words = _WORD.findall(rest)
        return commands.started([word for word in words if isinstance(word, str)])
    return commands.starts(rest)


class _Stage:
    def __init__(self, line: int, name: str, written: str) -> None:
        self.line = line
        self.name = name
        self.written = written
        self.last = line
        self.attributes: list[str] = []
        self.references: list[tuple[str, str, int]] = []


class _Reader:
    def __init__(self, record: Record) -> None:
        self._record = record
        self._arguments: dict[str, str] = {}  # in front of all stages
        self._known: dict[str, str] = {}  # where reading is
        self._stages: list[_Stage] = []
        self._programs: dict[str, str] = {}  # path of a program → the Go package it is built from

    def take(self, first: int, last: int, text: str) -> None:
        match = _INSTRUCTION.match(text)
        if match is None:
            return
        word, rest = match[1].upper(), match[2].strip()
        if word == "FROM" and len(self._stages) < MAX_STAGES:
            self._from(rest, first)
        elif word in {"ARG", "ENV"}:
            self._take_variables(rest)
        if not self._stages:
            return
        stage = self._stages[-1]
        stage.last = last
        if word in {"COPY", "ADD"}:
            for flag, value in _FLAG.findall(rest):
                if flag == "from" and value:
                    stage.references.append((*self._named(self._put_in(value)), first))
            self._copied(rest)
        elif word == "RUN":
            stage.references += [(*self._named(self._put_in(name)), first) for name in _MOUNTED.findall(rest)]
            self._made(rest)
        elif word == "EXPOSE":
            stage.attributes += [f"port={self._put_in(port)}" for port in rest.split()]
        elif word in {"ENTRYPOINT", "CMD"}:
            for kind, said in _started(rest):
                stage.references.append((kind, said, first))
                if kind == "entry" and (package := self._package(said)):
                    stage.references.append(("package", package, first))
        elif word == "WORKDIR":
            stage.attributes.append(f"workdir={rest}")

    def _take_variables(self, rest: str) -> None:
        """Variables with a value; one in front of all stages counts in a stage that asks for it."""
        for name, value in _ASSIGNED.findall(rest):
            self._known[name] = self._put_in(value)
            if not self._stages:
                self._arguments[name] = self._known[name]
        if self._stages and "=" not in rest:
            self._known.update({n: v for n, v in self._arguments.items() if n in rest.split()})

    def _from(self, rest: str, line: int) -> None:
        while flag := _FLAG.match(rest):
            rest = rest[flag.end() :]
        words = rest.split()
        if not words:
            return
        self._known = dict(self._arguments)
        name = words[2] if len(words) > 2 and words[1].upper() == "AS" else str(len(self._stages))
        stage = _Stage(line, name, f"FROM {rest}")
        stage.references.append((*self._named(self._put_in(words[0])), line))
        self._stages.append(stage)
        self._known = {}

    def _made(self, command: str) -> None:
        """The program that `go build -o PROGRAM PACKAGE` makes."""
        for match in _GO_BUILD.finditer(command):
            words = match[1].split()
            output = next((b for a, b in pairwise(words) if a == "-o"), "")
            last = words[-1] if words else "."
            package = last if last.startswith(".") else "."
            if output:
                self._programs[posixpath.normpath(output)] = package

    def _copied(self, rest: str) -> None:
        """A program goes by another path where it is copied to."""
        words = [word for word in _WORD.findall(rest) if not word.startswith("--")]
        for source in words[:-1]:
            package = self._package(source)
            if package:
                target = words[-1]
                if target.endswith(("/", ".")):
                    target = posixpath.join(target, posixpath.basename(source))
                self._programs[posixpath.normpath(target)] = package

    def _package(self, program: str) -> str:
        """The Go package that a program is built from: by its path, else by its name."""
        path = posixpath.normpath(program)
        if path in self._programs:
            return self._programs[path]
        base = posixpath.basename(path)
        found = {p for name, p in self._programs.items() if posixpath.basename(name) == base}
        return found.pop() if len(found) == 1 and base not in {"", "."} else ""

    def _named(self, name: str) -> tuple[str, str]:
        """A stage that stands above, by its name (in any case) or number; else an image."""
        for number, stage in enumerate(self._stages):
            if stage.name.lower() == name.lower() or str(number) == name:
                return "stage", stage.name
        return ("", "") if name.lower() == "scratch" else ("image", name)

    def _put_in(self, text: str) -> str:
        """The text with the defaults of its variables; one without a default stays as it is written."""
        return _VARIABLE.sub(lambda m: self._known.get(m[1] or m[3], "") or m[2] or m[0], text.strip("\"'"))

    def close(self) -> None:
        for stage in self._stages:
            index = self._record.declare(
                "image",
                f"Stage/{stage.name}",
                stage.line,
                stage.last,
                signature=stage.written,
                attributes=tuple(dict.fromkeys(stage.attributes)),
            )
            for kind, name, line in stage.references:
                if kind:
                    self._record.refer(kind, name, line, index)
