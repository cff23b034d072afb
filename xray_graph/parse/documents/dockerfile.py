"""Reads a Dockerfile: its stages, what each is made from and copies from, its ports, what it starts.

Each `FROM` begins a stage, `Stage/name` or by its number, an image that is made here. Heredocs are taken as
the text they are, so a `FROM` inside one is none. References: `image` (a base; variables with a default have
it), `stage` (another stage, by name or number), and what is started (see `commands`).
Called by `parse.worker`.
"""

from __future__ import annotations

import json
import re
from typing import Final

from xray_graph.model import FileFacts
from xray_graph.parse.documents import commands
from xray_graph.parse.documents.record import Record

_INSTRUCTION: Final = re.compile(r"[ \t]*([A-Za-z]+)[ \t]+(.*)", re.DOTALL)
_HEREDOC: Final = re.compile(r"<<-?[\"']?([A-Za-z_]\w*)[\"']?")
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
            more = line.rstrip().endswith(("\\", "`")) and len(line.rstrip()) > 1
            parts.append(line.rstrip()[:-1] if more else line)
            if not more:
                break
        if not parts:
            continue
        whole = " ".join(part.strip() for part in parts)
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
        self._arguments: dict[str, str] = {}
        self._stages: list[_Stage] = []

    def take(self, first: int, last: int, text: str) -> None:
        match = _INSTRUCTION.match(text)
        if match is None:
            return
        word, rest = match[1].upper(), match[2].strip()
        if word == "FROM" and len(self._stages) < MAX_STAGES:
            self._from(rest, first)
        elif word == "ARG" and not self._stages:
            name, _, value = rest.partition("=")
            self._arguments[name.strip()] = value.strip().strip("\"'")
        if not self._stages:
            return
        stage = self._stages[-1]
        stage.last = last
        if word in {"COPY", "ADD"}:
            for flag, value in _FLAG.findall(rest):
                if flag == "from" and value:
                    stage.references.append((*self._named(self._put_in(value)), first))
        elif word == "EXPOSE":
            stage.attributes += [f"port={port}" for port in rest.split()]
        elif word in {"ENTRYPOINT", "CMD"}:
            stage.references += [(kind, said, first) for kind, said in _started(rest)]
        elif word == "WORKDIR":
            stage.attributes.append(f"workdir={rest}")

    def _from(self, rest: str, line: int) -> None:
        while flag := _FLAG.match(rest):
            rest = rest[flag.end() :]
        words = rest.split()
        if not words:
            return
        name = words[2] if len(words) > 2 and words[1].upper() == "AS" else str(len(self._stages))
        stage = _Stage(line, name, f"FROM {rest}")
        stage.references.append((*self._named(self._put_in(words[0])), line))
        self._stages.append(stage)

    def _named(self, name: str) -> tuple[str, str]:
        """A stage that stands above, by its name (in any case) or number; else an image."""
        for number, stage in enumerate(self._stages):
            if stage.name.lower() == name.lower() or str(number) == name:
                return "stage", stage.name
        return ("", "") if name.lower() == "scratch" else ("image", name)

    def _put_in(self, text: str) -> str:
        """The text with the defaults of its variables; one without a default stays as it is written."""
        return _VARIABLE.sub(
            lambda m: self._arguments.get(m[1] or m[3], "") or m[2] or m[0], text.strip("\"'")
        )

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
