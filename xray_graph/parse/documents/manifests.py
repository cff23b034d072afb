"""Reads Kubernetes objects: one declaration a document, and what it refers to.

A document with `kind` and `apiVersion` is one, whatever its kind; the items of a `List` are documents of
their own. Its name is `Kind/name`, its attributes say kind, apiVersion and namespace. What its pods are
labelled with stands in `parameters` (flags `pod`), so that selectors find it.

References, as they are written, with the line of the name:
- `k8s.<Kind>`  another object: `name`, or `namespace/name` where a namespace is stated
- `image`       an image
- `selector`    the labels of pods, `app=web` and so on, sorted, one a line
- `address`     the host of a container's variable that holds `host:port`
- `built`       `image|context|Dockerfile` of Skaffold's artifacts

What an object refers to is read by `manifest_references`. Nothing is looked up. Called by `yaml_files`.
"""

from __future__ import annotations

from xray_graph.model import Parameter
from xray_graph.parse.documents.manifest_references import BUILT_IN, DATA, MAX_LABELS, References, label_pairs
from xray_graph.parse.documents.record import MAX_TEXT, Record
from xray_graph.parse.documents.yaml_nodes import MAX_VISITED, Mapping, Node, Scalar
from xray_graph.parse.documents.yaml_tree import Document


def is_manifest(root: Node) -> bool:
    """Whether a document is an object of Kubernetes' form."""
    if not isinstance(root, Mapping):
        return False
    kind, version = root.get("kind"), root.get("apiVersion")
    return isinstance(kind, Scalar) and isinstance(version, Scalar) and bool(kind.text.strip())


def read(document: Document, record: Record) -> list[tuple[int, int, int]]:
    """Declare the objects of a document and refer to what they refer to.

    Returns the first line, the last line and the declaration of each.
    """
    assert isinstance(document.root, Mapping)
    found = []
    for root, line, end_line in _unwrapped(document):
        index = _declare(root, line, end_line, record)
        References(root, record, index).read()
        found.append((line, end_line, index))
    return found


def _unwrapped(document: Document) -> list[tuple[Mapping, int, int]]:
    """The objects of a document with their lines; those of a list, of lists in it too."""
    found: list[tuple[Mapping, int, int]] = []
    assert isinstance(document.root, Mapping)
    todo = [(document.root, document.line, document.end_line)]
    while todo and len(found) < MAX_VISITED:
        root, line, end_line = todo.pop(0)
        items = root.get("items")
        if root.text("kind").endswith("List") and items is not None:
            todo += [(item, item.line, item.end_line) for item in root.mappings("items") if is_manifest(item)]
        else:
            found.append((root, line, end_line))
    return found


def _declare(root: Mapping, line: int, end_line: int, record: Record) -> int:
    kind, version = root.text("kind").strip(), root.text("apiVersion")
    metadata = root.mapping("metadata") or Mapping(line)
    name = metadata.text("name") or metadata.text("generateName")
    namespace = metadata.text("namespace")
    attributes = [f"apiVersion={version}", f"kind={kind}"]
    if namespace and "{{" not in namespace:
        attributes.append(f"namespace={namespace}")
    attributes += [f"port={port}" for port in _ports(root, kind)]
    placed = metadata.key("name") or metadata.key("generateName")
    return record.declare(
        "manifest",
        f"{kind}/{name}" if name else kind,
        line,
        end_line,
        name_line=placed.line if placed is not None else line,
        signature=f"{version} {kind} {namespace + '/' if namespace else ''}{name}".rstrip(),
        doc=metadata.text("annotations", "kubernetes.io/description")
        or metadata.text("annotations", "description"),
        attributes=tuple(attributes),
        parameters=(*_pod_labels(root, kind, record), *_also(root, kind, name, record)),
    )


def _also(root: Mapping, kind: str, name: str, record: Record) -> tuple[Parameter, ...]:
    """What an object of a template is called besides, by the arms of a condition or a variable.

    Parameters `Kind/name`, flags `name`.
    """
    metadata = root.mapping("metadata")
    kinds = [one for one in root.every("kind") if isinstance(one, Scalar)]
    names = [one for one in metadata.every("name") if isinstance(one, Scalar)] if metadata is not None else []
    said = {
        f"{k.text.strip()}/{text}": None
        for k in kinds
        for n in names
        for text in (n.text, record.expand(n.text, n.line) if "{{" in n.text else n.text)
    }
    said.pop(f"{kind}/{name}", None)
    return tuple(Parameter(text[:MAX_TEXT], flags="name") for text in list(said)[:MAX_LABELS])


def _ports(root: Mapping, kind: str) -> list[str]:
    """The ports that a Service has, or the containers of a workload."""
    if kind == "Service":
        ports, key = root.mappings("spec", "ports"), "port"
    else:
        template = root if kind == "Pod" else root.mapping("spec", "template")
        containers = template.mappings("spec", "containers") if template is not None else []
        ports, key = [port for one in containers for port in one.mappings("ports")], "containerPort"
    return list(dict.fromkeys(port.text(key) for port in ports if port.text(key)))[:MAX_LABELS]


def _pod_labels(root: Mapping, kind: str, record: Record) -> tuple[Parameter, ...]:
    """The labels of the pods that an object is or makes, as parameters `key=value`.

    What a workload selects its own pods by are labels that they have.
    """
    if kind in DATA:
        return ()
    spec = root.mapping("spec")
    if kind == "Pod":
        places = [(root.mapping("metadata"), "labels")]
    elif kind == "CronJob":
        places = [(root.mapping("spec", "jobTemplate", "spec", "template", "metadata"), "labels")]
    elif kind not in BUILT_IN and root.get("spec", "template", "spec") is None:
        return ()
    else:
        places = [(root.mapping("spec", "template", "metadata"), "labels")]
        if kind != "ReplicationController" and spec is not None:
            places.append((spec.mapping("selector"), "matchLabels"))
    found = {pair: None for holder, key in places for pair in label_pairs(holder, key, record)}
    return tuple(Parameter(text, flags="pod") for text in found)
