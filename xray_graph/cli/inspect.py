"""`xray graph inspect FILE`: what a snapshot's header tells, read from its first kilobytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from xray_graph.cli import output


@click.command("inspect")
@click.argument("file", type=click.Path())
@output.common
def command(file: str, as_json: bool) -> None:
    """Show a snapshot's header: what it maps, from which commit, with which tools, how large.

    Reads only the first kilobytes of FILE, and checks them; `verify` checks the rest.
    """
    from xray_graph.snapshot import inspect

    header = inspect(file)
    output.result(header, as_json=as_json, text=lambda: _text(header))


def _text(header: Mapping[str, Any]) -> str:
    if "label" not in header:  # sealed, and there is no key
        size = _size(header["file_bytes"])
        kinds = ", ".join(header["recipients"]) or "kinds that only a key tells"
        return (
            f"{header['file']} ({size}) is sealed to {len(header['recipients'])} ({kinds}).\n"
            "What it maps is told to who has a key: XRAY_AGE_KEY_FILE or XRAY_AGE_KEY."
        )
    rows = [("map", header["label"]), ("file", f"{header['file']} ({_size(header['file_bytes'])})")]
    for repository in header["repositories"]:
        commit = repository["commit"][:12] or "no commit"
        branch = f" on {repository['branch']}" if repository["branch"] else ""
        rows.append(
            (
                "from",
                f"{repository['name']} at {commit}{branch}"
                + (", changed since" if repository["dirty"] else ""),
            )
        )
    summary = header["summary"]
    rows += [
        ("format", str(header["format"])),
        ("made by", header["tool"]),
        ("digest", header["content_digest"]),
        ("embedder", header["fingerprint"] or "none: searched by words alone"),
        ("files", _counts(header["files"])),
        ("languages", _counts(header["languages"])),
        ("nodes", _counts(header["nodes"])),
        ("edges", _counts(header["edges"])),
        ("sources", _size(header["source_bytes"])),
        ("summary", f"from {summary['source']}: {summary['text']}" if summary["text"] else "none"),
    ]
    lines = [f"{name:<10} {value}" for name, value in rows]
    lines.append(
        f"{'sections':<10} " + ", ".join(f"{s['name']} {_size(s['stored'])}" for s in header["sections"])
    )
    return "\n".join(lines)


def _counts(counts: Mapping[str, int]) -> str:
    """The most frequent first, behind their sum."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return f"{sum(counts.values())}: " + ", ".join(f"{n} {name}" for name, n in ordered) if counts else "0"


def _size(size: int) -> str:
    """A number of bytes, for a reader."""
    for unit, bytes_of in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= bytes_of:
            return f"{size / bytes_of:.1f} {unit}"
    return f"{size} B"
