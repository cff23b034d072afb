"""Reads GitHub's workflows and actions: jobs, what each waits for, which actions, images and files it uses.

A job is `Job/name`, an action `Action/name`. References: `job` (by name, in this file), `uses` (as it is
written: `./local`, `owner/action@v1`, `docker://image`), `image`, `built` (see `building`), and what the
commands start (see `commands`), each with `|` and the folder that it is run in. Called by `yaml_files`.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.parse.documents import building, commands
from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.yaml_nodes import Mapping, Node, Scalar, Sequence
from xray_graph.parse.documents.yaml_tree import Document

MAX_COMMAND: Final = 2000  # characters of a command that are looked at
MAX_PARTS: Final = 200  # lines of one

_VARIABLE: Final = re.compile(r"\$\{?(\w+)\}?")
_ENVIRONMENT: Final = re.compile(r"\$\{\{\s*env\.(\w+)\s*\}\}")


def read(document: Document, record: Record) -> None:
    """Declare the jobs of a workflow, or an action."""
    root = document.root
    if not isinstance(root, Mapping):
        return
    jobs = root.mapping("jobs")
    if jobs is not None:
        record.doc = root.text("name")
        for name, job in jobs.items():
            if isinstance(job, Mapping):
                _job(name, job, root, record)
    elif (runs := root.mapping("runs")) is not None:
        _action(document, root, runs, record)


def _job(name: Scalar, job: Mapping, root: Mapping, record: Record) -> None:
    workflow = root.text("name")
    runner = job.text("runs-on")
    index = record.declare(
        "job",
        f"Job/{name.text}",
        name.line,
        max(name.line, job.end_line),
        signature=f"job {name.text}" + (f" of {workflow}" if workflow else ""),
        doc=job.text("name"),
        attributes=(f"runs-on={runner}",) if runner and "${{" not in runner else (),
    )
    for needed in one_or_more(job.get("needs")):
        record.refer("job", needed.text, needed.line, index)
    known = environment(root.mapping("env"), job.mapping("env"))
    container = job.get("container")
    _image(container.get("image") if isinstance(container, Mapping) else container, known, record, index)
    services = job.mapping("services")
    for _, service in services.items() if services is not None else ():
        if isinstance(service, Mapping):
            _image(service.get("image"), known, record, index)
    _uses(job.get("uses"), record, index)
    folder = job.text("defaults", "run", "working-directory") or root.text(
        "defaults", "run", "working-directory"
    )
    for step in job.mappings("steps"):
        _step(step, folder, known, record, index)


def _action(document: Document, root: Mapping, runs: Mapping, record: Record) -> None:
    name = root.key("name")
    index = record.declare(
        "job",
        f"Action/{root.text('name')}" if name is not None else "Action",
        document.line,
        document.end_line,
        name_line=name.line if name is not None else 0,
        signature=f"action {root.text('name')}",
        doc=root.text("description"),
    )
    for key in ("main", "pre", "post"):
        file = runs.get(key)
        if isinstance(file, Scalar):
            record.refer("entry", f"{file.text}|.", file.line, index)
    image = runs.get("image")
    if isinstance(image, Scalar):
        if image.text.startswith("docker://"):
            record.refer("image", image.text.removeprefix("docker://"), image.line, index)
        else:
            record.refer("build", f".|{image.text}", image.line, index)
    for step in runs.mappings("steps"):
        _step(step, "", {}, record, index)


def _step(step: Mapping, folder: str, known: dict[str, str], record: Record, index: int) -> None:
    uses, run = step.get("uses"), step.get("run")
    _uses(uses, record, index)
    if isinstance(uses, Scalar):
        inputs = step.mapping("with")
        for image, context, dockerfile in building.built_with(uses.text, _known(inputs, known)):
            record.refer("built", f"{image}|//{context}|{dockerfile}", uses.line, index)
    if isinstance(run, Scalar):
        script(run, step.text("working-directory") or folder, known, record, index)


def script(run: Scalar, folder: str, known: dict[str, str], record: Record, index: int) -> None:
    """What the lines of a script start and build."""
    rows = run.text.split("\n")
    literal = len(rows) > 1 and run.end_line - run.line >= len([row for row in rows if row.strip()])
    line, first, parts = run.line, 0, list[str]()
    for row in rows:
        line += literal
        first = first if parts else line
        parts.append(row.rstrip().removesuffix("\\"))
        if row.rstrip().endswith("\\") and len(parts) < MAX_PARTS:
            continue
        said = _ENVIRONMENT.sub(lambda m: known.get(m[1], m[0]), " ".join(parts)[:MAX_COMMAND])
        said = _VARIABLE.sub(lambda m: known.get(m[1], m[0]), said)
        parts = []
        for kind, word in commands.starts(said):
            record.refer(kind, f"{word}|//{folder}", first, index)
        for image, context, dockerfile in building.built_by(said):
            inside = f"{folder}/{context}" if folder and not context.startswith("/") else context
            if dockerfile:
                dockerfile = f"//{folder}/{dockerfile}" if folder else f"//{dockerfile}"
            record.refer("built", f"{image}|//{inside}|{dockerfile}", first, index)


def environment(*mappings: Mapping | None) -> dict[str, str]:
    """The variables that have a plain text; later mappings win."""
    return {
        name.text: value.text
        for one in mappings
        if one is not None
        for name, value in one.items()
        if isinstance(value, Scalar) and "$" not in value.text
    }


def one_or_more(node: Node | None) -> list[Scalar]:
    """A scalar, or the scalars of a list."""
    items = node.items if isinstance(node, Sequence) else [node]
    return [item for item in items if isinstance(item, Scalar)]


def _known(inputs: Mapping | None, known: dict[str, str]) -> Mapping | None:
    """The inputs of a step with the variables of the environment put in."""
    if inputs is None:
        return None
    put = Mapping(inputs.line)
    for key, value in inputs.items():
        if isinstance(value, Scalar):
            text = _ENVIRONMENT.sub(lambda m: known.get(m[1], m[0]), value.text)
            value = Scalar(text, value.line, value.end_line, value.tag, plain=value.plain)
        put.entries[key.text] = (key, value)
    return put


def _uses(node: Node | None, record: Record, index: int) -> None:
    if isinstance(node, Scalar) and "${{" not in node.text:
        record.refer("uses", node.text, node.line, index)


def _image(node: Node | None, known: dict[str, str], record: Record, index: int) -> None:
    if isinstance(node, Scalar):
        name = building.named(_ENVIRONMENT.sub(lambda m: known.get(m[1], m[0]), node.text))
        record.refer("image", name, node.line, index)
