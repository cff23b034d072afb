"""Reads GitLab's pipelines: jobs and templates of jobs, what each waits for, extends, runs in and starts.

A job is `Job/name`; one whose name begins with a dot is a template for others. References: `job` (by name,
here or in a file that is included), `image`, `built` and what its commands start, as in `workflows`;
`pipeline` for what is included from elsewhere. Files that are included from this repository are imports
(`include`). Called by `yaml_files`.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.model import NONE
from xray_graph.parse.documents import building, workflows
from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.yaml_nodes import Mapping, Node, Scalar, Sequence
from xray_graph.parse.documents.yaml_tree import Document

MAX_ITEMS: Final = 1000  # of one list, with those of the lists in it

_NO_JOBS: Final = frozenset(
    {
        *("stages", "variables", "include", "default", "workflow", "image", "services", "cache", "spec"),
        *("before_script", "after_script", "pages:deploy"),
    }
)
_JOB_KEYS: Final = frozenset(
    {"script", "extends", "trigger", "stage", "rules", "needs", "image", "before_script"}
)
_SCRIPTS: Final = ("before_script", "script", "after_script")
_VARIABLE: Final = re.compile(r"\$\{?(\w+)\}?")


def read(document: Document, record: Record) -> None:
    """Declare the jobs of a pipeline."""
    root = document.root
    if not isinstance(root, Mapping):
        return
    for item in _listed(root.get("include")):
        _include(item, NONE, record)
    known = workflows.environment(root.mapping("variables"))
    for holder in (root, root.mapping("default")):
        if holder is not None:
            _images(holder, known, NONE, record)
    for name, job in root.items():
        if name.text not in _NO_JOBS and isinstance(job, Mapping) and _JOB_KEYS & job.entries.keys():
            _job(name, job, root, record)


def _job(name: Scalar, job: Mapping, root: Mapping, record: Record) -> None:
    stage = job.text("stage")
    attributes = [f"stage={stage}"] if stage else []
    index = record.declare(
        "job",
        f"Job/{name.text}",
        name.line,
        max(name.line, job.end_line),
        signature=f"job {name.text}" + (f" in {stage}" if stage else ""),
        attributes=(*attributes, *(("template",) if name.text.startswith(".") else ())),
    )
    for key in ("needs", "dependencies", "extends"):
        for item in _listed(job.get(key)):
            if isinstance(item, Mapping) and item.get("project") is None and item.get("pipeline") is None:
                item = item.get("job") or item
            if isinstance(item, Scalar):
                record.refer("job", item.text, item.line, index)
    known = workflows.environment(root.mapping("variables"), job.mapping("variables"))
    _images(job, known, index, record)
    trigger = job.mapping("trigger")
    for item in _listed(trigger.get("include")) if trigger is not None else ():
        _include(item, index, record)
    for key in _SCRIPTS:
        for line in _listed(job.get(key)):
            if isinstance(line, Scalar):
                workflows.script(line, "", known, record, index)


def _include(item: Node, index: int, record: Record) -> None:
    """A file of this repository; of elsewhere what it is called there."""
    if isinstance(item, Scalar):
        if "://" in item.text:
            record.refer("pipeline", item.text, item.line, index)
        else:
            record.take_in(item.text.lstrip("/"), item.line, "include")
    elif isinstance(item, Mapping):
        local = item.get("local")
        if isinstance(local, Scalar):
            record.take_in(local.text.lstrip("/"), local.line, "include")
            return
        project = item.text("project")
        for key in ("file", "remote", "template", "component"):
            for one in workflows.one_or_more(item.get(key)):
                written = f"{project}/{one.text.lstrip('/')}" if project else one.text
                if "$" not in written:
                    record.refer("pipeline", written, one.line, index)


def _images(holder: Mapping, known: dict[str, str], index: int, record: Record) -> None:
    for node in [holder.get("image"), *_listed(holder.get("services"))]:
        image = node.get("name") if isinstance(node, Mapping) else node
        if isinstance(image, Scalar):
            name = _VARIABLE.sub(lambda m: known.get(m[1], m[0]), image.text)
            record.refer("image", building.named(name), image.line, index)


def _listed(node: Node | None) -> list[Node]:
    """The items of a list, of lists in it too; a single node is a list of one."""
    if node is None:
        return []
    found: list[Node] = []
    todo = [node]
    for _ in range(MAX_ITEMS):
        if not todo:
            break
        one = todo.pop(0)
        if isinstance(one, Sequence):
            todo[:0] = one.items[:MAX_ITEMS]
        else:
            found.append(one)
    return found
