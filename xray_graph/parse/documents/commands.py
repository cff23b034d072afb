"""What a command starts, as far as its words say: a file, a module, a script of `package.json`, an assembly.

The words of a shell are looked at, not run: quotes are taken off, parts are parted by `&&`, `;` and `|`, and
variables and programs that only pass a command on (`exec`, `tini`, `cross-env`) are skipped. Kinds:
`entry` a word that may be the path of a file, `module` one of Python, `script` one of a package, `assembly`
one of .NET. Whether there is such a thing is for who resolves it. Called by the readers of Dockerfiles,
Compose files and packages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

MAX_WORDS: Final = 200  # of one command

_WORD: Final = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|&&|\|\||[;|&()]|[^\s"';|&()]+)""")
_PARTS: Final = frozenset({"&&", "||", ";", "|", "&", "(", ")"})
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=.*")
_PASSES_ON: Final = frozenset(
    {
        *("exec", "sudo", "env", "command", "time", "nohup", "sh", "bash", "ash", "tini", "dumb-init"),
        *(
            "cross-env",
            "cross-env-shell",
            "dotenv",
            "npx",
            "bunx",
            "gosu",
            "su-exec",
            "uv",
            "poetry",
            "pipenv",
        ),
        *("ddtrace-run", "opentelemetry-instrument", "bundle"),
    }
)
_PACKAGE_RUNNERS: Final = frozenset({"npm", "yarn", "pnpm", "bun"})
_RUN: Final = frozenset({"run", "run-script"})
_OWN: Final = frozenset({"start", "test", "stop", "restart"})  # scripts that npm runs without `run`
_OF_NPM: Final = frozenset(
    {
        *(
            "install",
            "i",
            "ci",
            "add",
            "publish",
            "pack",
            "version",
            "exec",
            "audit",
            "update",
            "link",
            "init",
        ),
        *("cache", "config", "set", "remove", "dlx", "create", "workspaces", "workspace", "why", "x", "help"),
    }
)
_PYTHON: Final = re.compile(r"(?:python|pypy)[\d.]*")
_SERVERS: Final = frozenset(
    {"gunicorn", "uvicorn", "hypercorn", "daphne", "granian", "waitress-serve", "uwsgi"}
)
_APPLICATION: Final = re.compile(r"([A-Za-z_]\w*(?:\.\w+)*):[\w.]+(?:\(\))?")
_NAMES_APPLICATION: Final = frozenset({"-A", "--app", "-w", "--module"})
_MODULE: Final = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")


def starts(command: str) -> list[tuple[str, str]]:
    """(kind, word) of each thing that a command line names as what it starts, in order, each once."""
    words = [_bare(word) for word in _WORD.findall(command)[:MAX_WORDS]]
    return started(words)


def started(words: Sequence[str]) -> list[tuple[str, str]]:
    """Likewise of a command in words, as the list form of `CMD` has them."""
    found: dict[tuple[str, str], None] = {}
    part: list[str] = []
    for word in [*words[:MAX_WORDS], ";"]:
        if word in _PARTS:
            found.update(dict.fromkeys(_part(part)))
            part = []
        elif " " in word and part and part[-1] in {"-c", "-lc", "-ec"}:  # sh -c "..."
            found.update(dict.fromkeys(starts(word)))
        else:
            part.append(word)
    return list(found)


def _bare(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] in "\"'" and word[-1] == word[0] else word


def _part(words: list[str]) -> Iterator[tuple[str, str]]:
    """What one simple command starts."""
    at = 0
    while at < len(words) and (
        _ASSIGNMENT.fullmatch(words[at])
        or words[at].rpartition("/")[2] in _PASSES_ON
        or (at and words[at] in {"--", "run", "-lc", "-c", "-ec"})
    ):
        at += 1
    if at >= len(words):
        return
    program, rest = words[at].rpartition("/")[2], words[at + 1 :]
    plain = [word for word in rest if not word.startswith("-")]
    if program in _PACKAGE_RUNNERS:
        yield from _script(program, plain)
        return
    if program == "dotnet":
        yield from (
            ("assembly", w.removesuffix(".dll").rpartition("/")[2]) for w in plain if w.endswith(".dll")
        )
    if _PYTHON.fullmatch(program) and "-m" in rest[:-1]:
        module = rest[rest.index("-m") + 1]
        if _MODULE.fullmatch(module):
            yield "module", module
        program, plain = module, [word for word in plain if word != module]
    for option, value in pairwise(rest):
        if option in _NAMES_APPLICATION and _MODULE.fullmatch(value.partition(":")[0]) and "/" not in value:
            yield "module", value.partition(":")[0]
    if program in _SERVERS:
        for word in plain:
            if match := _APPLICATION.fullmatch(word):
                yield "module", match[1]
    yield from (("entry", word) for word in (words[at], *plain))


def _script(program: str, plain: list[str]) -> Iterator[tuple[str, str]]:
    if not plain:
        return
    if plain[0] in _RUN:
        yield from (("script", name) for name in plain[1:2])
    elif plain[0] in _OWN or (program != "npm" and plain[0] not in _OF_NPM):
        yield "script", plain[0]
