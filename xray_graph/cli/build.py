"""`xray graph build PATH…`: one map a path, as a snapshot file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from xray_graph.cli import embedding, locate, output
from xray_graph.config import BuildSettings, build_settings, check_label
from xray_graph.errors import BuildError, ExitCode, UsageError
from xray_graph.folders import MAP_FOLDER, MAP_SUFFIX

if TYPE_CHECKING:
    from xray_graph.model import Diagnostic
    from xray_graph.pipeline import Built
    from xray_graph.snapshot import Header

_SHOWN: Final = 10  # paths that are named for one kind of loss; --json names all

# Every setting that is a flag. Their names are those of `config`, which checks the values.
_OPTIONS: Final = (
    click.option("-o", "--output", metavar="DIR", help="Where to write. Without it: .xray in each PATH."),
    click.option("--name", metavar="LABEL", help="The map's label. Without it: the repository's name."),
    click.option(
        "--description", metavar="TEXT", help="What the map is about, for those who choose among maps."
    ),
    click.option("--no-embed", is_flag=True, help="No vectors: the map is searched by words alone."),
    *embedding.OPTIONS,
    click.option("--embedding-dims", type=int, metavar="N", help="Dimensions of a vector. [default: 256]"),
    click.option(
        "--embedding-max-input-chars",
        type=int,
        metavar="N",
        help="Longest text that is embedded. [default: 8192]",
    ),
    click.option(
        "--snapshot-recipient",
        multiple=True,
        metavar="R",
        help="Seal the map: age1…, ssh-ed25519 …, or a file of such lines. May be repeated.",
    ),
    click.option(
        "--hnsw",
        type=click.Choice(["auto", "always", "never"]),
        help="A graph index over the vectors. [default: auto: from 200,000 vectors on, if hnswlib is there]",
    ),
    click.option("--follow-symlinks", is_flag=True, help="Walk into folders that are links, inside PATH."),
    click.option(
        "--include", multiple=True, metavar="GLOB", help="Take what a rule leaves out. May be repeated."
    ),
    click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out. May be repeated."),
    click.option(
        "--max-file-bytes", type=int, metavar="N", help="Largest file that is read. [default: 2 MiB]"
    ),
    click.option("--jobs", type=int, metavar="N", help="Processes that parse. [default: one a processor]"),
    click.option("--strict", is_flag=True, help="End with 3 when a file was partial or could not be read."),
)


def settings_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of a build; they reach the command as keyword arguments by their names."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class Task(NamedTuple):
    """One map to make."""

    root: Path
    settings: BuildSettings
    folder: Path | None  # None: the default one, which is made when there is something to write


@click.command("build")
@click.argument("paths", nargs=-1, type=output.PATH, metavar="[PATH]...")
@settings_options
@output.common
def command(paths: tuple[str, ...], as_json: bool, **flags: Any) -> int:
    """Map each PATH (the current folder when there is none) and write one snapshot for it.

    A snapshot is named after its map: LABEL.graph.gz. Settings come from flags, then XRAY_* variables,
    then .xray.toml in PATH.
    """
    roots = [Path(path) for path in paths or (".",)]
    if flags["name"] and len(roots) > 1:
        raise UsageError(
            "one label cannot be that of several maps", where="--name", hint="build them one by one"
        )
    tasks = [task(root, flags) for root in roots]
    _refuse_early(tasks)
    done: list[dict[str, Any]] = []
    code = ExitCode.DONE
    for each in tasks:
        built, file, header = make(each, taken={told["label"]: told["file"] for told in done})
        told = _told(built, file, header, strict=each.settings.strict)
        done.append(told)
        code = max(code, built.report.exit_code(strict=each.settings.strict))
        if not as_json:
            click.echo(output.plain(_line(told)))
        _losses(built)
        if each.folder is None:
            _others(file)
    if as_json:
        output.json_line({"maps": done})
    return code


def task(root: Path, flags: Mapping[str, Any]) -> Task:
    """What to build for one PATH, from the flags and what `.xray.toml` and the environment add.

    Raises:
        UsageError: a setting does not fit.
    """
    settings = build_settings(root, flags)
    if settings.name:
        check_label(settings.name)
    if not settings.output:
        return Task(root, settings, None)
    # A folder in the repository's own file is a folder of the repository.
    asked_here = flags.get("output") or os.environ.get("XRAY_OUTPUT")
    return Task(root, settings, Path(settings.output) if asked_here else root / settings.output)


def _refuse_early(tasks: Sequence[Task]) -> None:
    """What would fail after the build fails before it: two maps of one label, a place that cannot be
    written, a recipient that is none, a sealed map where this one would be plain.
    """
    from xray_graph.snapshot.write import refuse_downgrade

    roots: dict[str, Path] = {}
    for each in tasks:
        if not each.root.is_dir():
            continue  # the walk says what is wrong with it
        label = _label(each)
        if label in roots:
            raise _two_of(label, each.root, roots[label])
        roots[label] = each.root
        folder = each.folder or each.root / MAP_FOLDER
        nearest = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
            raise BuildError(
                "maps cannot be written here", where=str(nearest), hint="choose another folder with -o"
            )
        if each.settings.snapshot_recipient:
            from xray_graph.snapshot.seal import recipient_lines

            recipient_lines(each.settings.snapshot_recipient)
        else:
            refuse_downgrade(folder / (label + MAP_SUFFIX))


def _label(each: Task) -> str:
    """What the map is going to be called; of a folder that is not there, its path."""
    from xray_graph.route.viewpoint import repository_name

    return each.settings.name or (repository_name(each.root) if each.root.is_dir() else str(each.root))


def _two_of(label: str, root: Path, other: Path | str) -> UsageError:
    return UsageError(
        f"two of the maps would be labelled {label!r}",
        where=f"{other}, {root}",
        hint="build them one by one, and give one of them a --name",
    )


def make(each: Task, *, taken: Mapping[str, str]) -> tuple[Built, Path, Header]:
    """Build one map and write it; progress goes to standard error.

    Raises:
        XrayError: it cannot be built or written, or its label is one of `taken` (label → file).
    """
    from xray_graph import pipeline
    from xray_graph.cli.progress import progress
    from xray_graph.snapshot.owner import refuse_others

    embedding.tell(each.settings.embed)
    with progress(_label(each)) as shown:
        before = each.folder or each.root / MAP_FOLDER
        built = pipeline.build(each.root, each.settings, shown, before=before)
        if built.label in taken:
            raise _two_of(built.label, each.root, taken[built.label])
        refuse_others(before / built.file_name, built.label, each.root, built.parts.sources.keys())
        folder = _made(each.folder) if each.folder else locate.default_output(each.root)
        file, header = pipeline.write(built, folder, shown, recipients=each.settings.snapshot_recipient)
    return built, file, header


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BuildError(
            f"the folder cannot be made: {error.strerror or error}",
            where=str(folder),
            hint="choose another with -o",
        ) from error
    return folder


def _told(built: Built, file: Path, header: Header, *, strict: bool) -> dict[str, Any]:
    """One map of the result: where it is, what is in it, then the report."""
    return {
        "label": built.label,
        "file": str(file),
        "file_bytes": file.stat().st_size,
        "content_digest": header.content_digest.hex(),
        "nodes": dict(header.about.nodes),
        "edges": dict(header.about.edges),
        **built.report.to_json(strict=strict),
    }


def _line(told: Mapping[str, Any]) -> str:
    files = told["files"]
    parts = [output.counted(files["complete"], "file")]
    parts += [f"{files[kind]} {kind}" for kind in ("partial", "skipped") if files[kind]]
    nodes, edges = sum(told["nodes"].values()), sum(told["edges"].values())
    seconds = sum(told["seconds"].values())
    return (
        f"{told['label']}: {nodes} nodes, {edges} edges from {', '.join(parts)}, in {seconds:.1f} s\n"
        f"  {told['file']}  {output.size(told['file_bytes'])}"
    )


def _losses(built: Built) -> None:
    """Name the files of which something is missing, and why."""
    report = built.report
    _some("partly read", [_partly(path, report.diagnostics[path]) for path in report.partial])
    _some(
        "not read",
        [f"{skip.path}: {skip.reason}{f', {skip.detail}' if skip.detail else ''}" for skip in report.lost],
    )
    left_out = {reason: count for reason, count in report.skips_by_reason().items() if count}
    if left_out:
        output.note("left out: " + ", ".join(f"{count} {reason}" for reason, count in left_out.items()))


def _partly(path: str, diagnostics: Sequence[Diagnostic]) -> str:
    """The first of what is wrong with a file, with its lines, and how much more there is."""
    first = diagnostics[0]
    lines = f":{first.line}" if first.line else ""
    lines += f"-{first.end_line}" if first.end_line > first.line else ""
    more = f", and {output.counted(len(diagnostics) - 1, 'more place')}" if len(diagnostics) > 1 else ""
    return f"{path}{lines}: {first.message}{more}"


def _others(file: Path) -> None:
    """Name the maps beside a map that was written where questions look: they answer too."""
    others = [path.name for path in locate.snapshots_in(file.parent) if path.name != file.name]
    if others:
        output.note(f"questions asked here go to {', '.join(others)} too; delete what is old: {file.parent}")


def _some(what: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    output.warning(f"{output.counted(len(lines), 'file')} {what}:")
    for line in lines[:_SHOWN]:
        output.note(f"  {line}")
    if len(lines) > _SHOWN:
        output.note(f"  and {len(lines) - _SHOWN} more; --json names them all")
