"""What git prints for programs, read: the replies of `ls-files` and `status`, parted by NUL.

Paths stay bytes, as git has them. Called by `git`, which asks.
"""

from __future__ import annotations

from typing import Final

_SUBMODULE: Final = b"160000"  # its mode


def read_files(reply: bytes) -> tuple[list[bytes], list[bytes], list[bytes]]:
    """(files and links, those outside a sparse work tree, submodules) of `ls-files -z --stage -t`."""
    files: dict[bytes, None] = {}  # a file in conflict is listed once for each side
    absent: dict[bytes, None] = {}
    submodules: list[bytes] = []
    for item in reply.split(b"\0")[:-1]:
        about, _, path = item.partition(b"\t")  # `H 100644 <object> <side>`
        if about[2:8] == _SUBMODULE:
            submodules.append(path)
        elif about[:1] == b"S":
            absent[path] = None
        else:
            files[path] = None
    return list(files), list(absent), submodules


def read_status(reply: bytes) -> tuple[str, str, bool, list[bytes], list[bytes], list[bytes]]:
    """(commit, branch, changed, untracked files, untracked repositories, ignored) of `status -z`."""
    commit = branch = ""
    changed = False
    untracked: list[bytes] = []
    nested: list[bytes] = []
    ignored: list[bytes] = []
    items = iter(reply.split(b"\0")[:-1])
    for item in items:
        kind, _, rest = item.partition(b" ")
        if kind == b"?":
            (nested if rest.endswith(b"/") else untracked).append(rest.removesuffix(b"/"))
        elif kind == b"!":
            ignored.append(rest)
        elif kind == b"#":
            name, _, value = rest.partition(b" ")
            if name == b"branch.oid" and not value.startswith(b"("):
                commit = value.decode()
            elif name == b"branch.head" and value != b"(detached)":
                branch = value.decode(errors="replace")
        else:
            changed = True
            if kind == b"2":
                next(items)  # a renamed file's former name
    return commit, branch, changed, untracked, nested, ignored
