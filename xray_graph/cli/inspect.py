"""`xray graph inspect FILE`: what a snapshot's header tells, read from its first kilobytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from xray_graph.cli import opening as openings
from xray_graph.cli import output

if TYPE_CHECKING:
    from xray_graph.snapshot import Opening


@click.command("inspect")
@click.argument("file", type=output.PATH)
@openings.options
@output.common
def command(file: str, opening: Opening, as_json: bool) -> None:
    """Show a snapshot's header: what it maps, from which commit, with which tools, how large.

    Reads only the first kilobytes of FILE, and checks them; `verify` checks the rest. Of a sealed file
    without its key: to whom it is sealed, as far as the seal tells, and how large it is.
    """
    from xray_graph.snapshot import inspect

    header = inspect(file, opening.keys, max_bytes=opening.max_bytes)
    output.result(header, as_json=as_json, text=lambda: _text(header))


def _text(header: Mapping[str, Any]) -> str:
    if "label" not in header:  # sealed, and there is no key
        return _sealed(header)
    rows = [("map", header["label"]), ("file", f"{header['file']} ({output.size(header['file_bytes'])})")]
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
    if header["sealed"]:
        rows.append(("sealed to", f"{len(header['recipients'])}: {', '.join(header['recipients'])}"))
    rows += [
        ("format", str(header["format"])),
        ("made by", header["tool"]),
        ("digest", header["content_digest"]),
        ("embedder", header["fingerprint"] or "none: searched by words alone"),
        ("files", _counts(header["files"])),
        ("languages", _counts(header["languages"])),
        ("nodes", _counts(header["nodes"])),
        ("edges", _counts(header["edges"])),
        ("sources", output.size(header["source_bytes"])),
        ("summary", f"from {summary['source']}: {summary['text']}" if summary["text"] else "none"),
    ]
    lines = [f"{name:<10} {value}" for name, value in rows]
    lines.append(
        f"{'sections':<10} "
        + ", ".join(f"{s['name']} {output.size(s['stored'])}" for s in header["sections"])
    )
    return "\n".join(lines)


def _sealed(header: Mapping[str, Any]) -> str:
    """What can be told without a key."""
    recipients = header["recipients"]
    return "\n".join(
        [
            f"{header['file']} ({output.size(header['file_bytes'])}) is sealed to "
            f"{output.counted(len(recipients), 'recipient')}: " + ", ".join(recipients),
            f"It holds {output.size(header['plain_bytes'])}. What it maps is told to who has a key: "
            "--snapshot-key FILE, XRAY_AGE_KEY_FILE or XRAY_AGE_KEY.",
        ]
    )


def _counts(counts: Mapping[str, int]) -> str:
    """The most frequent first, behind their sum."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return f"{sum(counts.values())}: " + ", ".join(f"{n} {name}" for name, n in ordered) if counts else "0"
