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

Custom resources are read by shape: a list of containers makes a pod, and keys that mean one thing everywhere
(`secretKeyRef`, `configMapRef`, `secretName`, `...Ref` with a kind and a name) mean it there too. Nothing is
looked up. Called by `yaml_files`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from xray_graph.model import Parameter
from xray_graph.parse.documents.record import MAX_TEXT, Record
from xray_graph.parse.documents.yaml_nodes import MAX_VISITED, Mapping, Node, Scalar
from xray_graph.parse.documents.yaml_tree import Document

MAX_LABELS: Final = 50  # of one object

# A pod's fields: containers in lists of these names have images.
_CONTAINERS: Final = frozenset({"containers", "initContainers", "ephemeralContainers", "sidecars"})
# Objects that carry data or schemas, whose keys mean nothing to Kubernetes.
_DATA: Final = frozenset({"Secret", "ConfigMap", "CustomResourceDefinition", "Kustomization", "Component"})
_BUILT_IN: Final = frozenset(
    {
        *("Pod", "PodTemplate", "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"),
        *("ReplicationController", "Job", "CronJob"),
    }
)
_STORAGE: Final = frozenset({"PersistentVolumeClaim", "PersistentVolume", "StatefulSet"})
_ROUTES: Final = frozenset({"HTTPRoute", "GRPCRoute", "TCPRoute", "TLSRoute", "UDPRoute"})
_IMAGE: Final = re.compile(r"(?=.*[/:@{])[^\s,;]+|\S*\{\{.*")
_ADDRESS: Final = re.compile(r"(?:\w+://)?(?:[^@/]+@)?([a-z][a-z0-9-]*)(?:\.[a-z0-9.-]+)?:\d{2,5}(?:/.*)?")
_SECRET_KEYS: Final = frozenset({"secretKeyRef", "secretRef", "secretKeySelector"})
_CONFIG_KEYS: Final = frozenset({"configMapKeyRef", "configMapRef"})


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
        _References(root, record, index).read()
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
    if kind in _DATA:
        return ()
    spec = root.mapping("spec")
    if kind == "Pod":
        places = [(root.mapping("metadata"), "labels")]
    elif kind == "CronJob":
        places = [(root.mapping("spec", "jobTemplate", "spec", "template", "metadata"), "labels")]
    elif kind not in _BUILT_IN and root.get("spec", "template", "spec") is None:
        return ()
    else:
        places = [(root.mapping("spec", "template", "metadata"), "labels")]
        if kind != "ReplicationController" and spec is not None:
            places.append((spec.mapping("selector"), "matchLabels"))
    found = {pair: None for holder, key in places for pair in _pairs(holder, key, record)}
    return tuple(Parameter(text, flags="pod") for text in found)


def _pairs(holder: Mapping | None, key: str, record: Record) -> list[str]:
    """`key=value` of each label under a key, sorted, and the named templates that make some."""
    placed = holder.key(key) if holder is not None else None
    if holder is None or placed is None:
        return []
    labels = holder.mapping(key)
    pairs = [
        f"{one.text}={record.expand(value.text, value.line)}"
        for one, value in (labels.items() if labels is not None else ())
        if isinstance(value, Scalar)
    ]
    return sorted([*pairs, *record.put_under(placed.line)])[:MAX_LABELS]


class _References:
    """One walk over one object, outer before inner."""

    def __init__(self, root: Mapping, record: Record, index: int) -> None:
        self._root = root
        self._record = record
        self._index = index
        self._kind = root.text("kind").strip()
        self._custom = self._kind not in _BUILT_IN and "." in root.text("apiVersion").partition("/")[0]
        self._said: set[tuple[str, str, int]] = set()

    def read(self) -> None:
        rules = _BY_KIND.get(self._kind)
        if rules is not None:
            rules(self)
        elif "{{" in self._kind and self._root.get("roleRef") is not None:
            self.binding()
        elif "{{" in self._kind and "gateway.networking" in self._root.text("apiVersion"):
            self.route()
        if self._kind in _DATA:
            return
        # (what, the key that leads to it, the key above that)
        todo: list[tuple[Node, str, str]] = [
            (value, key.text, "")
            for key, value in reversed(list(self._root.items()))
            if key.text not in {"metadata", "status", "apiVersion", "kind"}
        ]
        for _ in range(MAX_VISITED):
            if not todo:
                return
            node, key, above = todo.pop()
            if isinstance(node, Scalar):
                self._scalar(node, key, above)
            elif len(todo) > MAX_VISITED:
                continue  # more than will be looked at is waiting
            elif isinstance(node, Mapping):
                self._mapping(node, key, above)
                todo += [(value, k.text, key) for k, value in reversed(list(node.items()))]
            else:
                todo += [(item, key, above) for item in reversed(node.items)]

    def refer(self, kind: str, name: Node | None, namespace: str = "") -> None:
        """Refer to an object; `name` is where it is written."""
        if isinstance(name, Scalar) and name.text and kind and name.text != "null":
            said = self._record.expand(name.text, name.line) if "{{" in name.text else name.text
            text = f"{namespace}/{said}" if namespace else said
            if (kind, text, name.line) not in self._said:
                self._said.add((kind, text, name.line))
                self._record.refer(kind, text, name.line, self._index)

    def _mapping(self, node: Mapping, key: str, above: str) -> None:
        if key in _SECRET_KEYS or (key.endswith("SecretRef") and not node.text("kind")):
            self._each("k8s.Secret", node, "name", node.text("namespace"))
        elif key in _CONFIG_KEYS:
            self._each("k8s.ConfigMap", node, "name", node.text("namespace"))
        elif key in {"secret", "configMap"} and above in {"volumes", "sources"}:
            kind = "k8s.Secret" if key == "secret" else "k8s.ConfigMap"
            self._each(kind, node, "secretName" if node.own("secretName") is not None else "name")
        elif key == "persistentVolumeClaim":
            self._each("k8s.PersistentVolumeClaim", node, "claimName")
        elif key == "imagePullSecrets":
            self._each("k8s.Secret", node, "name")
        elif key.endswith("Ref") and key != "fieldRef":
            for stated in node.every("kind"):
                if isinstance(stated, Scalar) and stated.text:
                    self._each(f"k8s.{stated.text}", node, "name", node.text("namespace"))
        elif key in _CONTAINERS or (key == "container" and self._custom):
            self._each("image", node, "image")

    def _each(self, kind: str, node: Mapping, key: str, namespace: str = "") -> None:
        """Refer to what a key names in each arm of a condition."""
        for name in node.every(key):
            self.refer(kind, name, namespace)

    def _scalar(self, node: Scalar, key: str, above: str) -> None:
        if key in {"serviceAccountName", "serviceAccount"}:
            self.refer("k8s.ServiceAccount", node)
        elif key == "secretName" and above != "secret":
            self.refer("k8s.Secret", node)
        elif key == "storageClassName" and self._kind in _STORAGE:
            self.refer("k8s.StorageClass", node)
        elif key == "value" and above in _CONTAINERS | {"env"} and (address := _ADDRESS.fullmatch(node.text)):
            self._record.refer("address", address[1], node.line, self._index)
        elif key == "image" and self._custom and above not in _CONTAINERS and _IMAGE.fullmatch(node.text):
            self.refer("image", node)

    # --- kinds whose references have a form of their own -----------------------------------------

    def service(self) -> None:
        spec = self._root.mapping("spec")
        placed = spec.key("selector") if spec is not None else None
        pairs = _pairs(spec, "selector", self._record)
        if spec is not None and placed is not None and pairs:
            selector = spec.mapping("selector")
            first = next((key.line for key, _ in selector.items()), placed.line) if selector else placed.line
            self._record.refer("selector", "\n".join(pairs), first, self._index)

    def ingress(self) -> None:
        spec = self._root.mapping("spec")
        if spec is None:
            return
        backends = [spec.mapping("backend"), spec.mapping("defaultBackend")]
        for rule in spec.mappings("rules"):
            backends += [path.mapping("backend") for path in rule.mappings("http", "paths")]
        for backend in backends:
            if backend is not None:
                for name in (backend.get("service", "name"), backend.get("serviceName")):
                    self.refer("k8s.Service", name)
        self.refer("k8s.IngressClass", spec.get("ingressClassName"))

    def route(self) -> None:
        """The Gateway API's routes: a backend is a Service and a parent a Gateway unless they say."""
        spec = self._root.mapping("spec")
        if spec is None:
            return
        for parent in spec.mappings("parentRefs"):
            self._to(parent, "Gateway")
        for rule in spec.mappings("rules"):
            filters = [f.mapping("requestMirror", "backendRef") for f in rule.mappings("filters")]
            for backend in [*rule.mappings("backendRefs"), *(f for f in filters if f is not None)]:
                self._to(backend, "Service")

    def gateway(self) -> None:
        spec = self._root.mapping("spec")
        if spec is None:
            return
        self.refer("k8s.GatewayClass", spec.get("gatewayClassName"))
        for listener in spec.mappings("listeners"):
            for certificate in listener.mappings("tls", "certificateRefs"):
                self._to(certificate, "Secret")
        for server in spec.mappings("servers"):  # Istio's
            self.refer("k8s.Secret", server.get("tls", "credentialName"))

    def virtual_service(self) -> None:
        """Istio's: hosts that are names of Services, with or without the cluster's domain."""
        spec = self._root.mapping("spec")
        if spec is None:
            return
        for gateway in spec.listed("gateways"):
            if isinstance(gateway, Scalar) and gateway.text != "mesh":
                namespace, _, name = gateway.text.rpartition("/")
                self._named("k8s.Gateway", name, namespace, gateway.line)
        for protocol in ("http", "tcp", "tls"):
            for rule in spec.mappings(protocol):
                for route in [
                    *rule.mappings("route"),
                    *(m for m in [rule.mapping("mirror")] if m is not None),
                ]:
                    host = route.get("destination", "host") or route.get("host")
                    if isinstance(host, Scalar):
                        name, _, rest = host.text.partition(".")
                        parts = rest.split(".")
                        in_cluster = not rest or (len(parts) > 1 and parts[1] == "svc")
                        if in_cluster:
                            self._named("k8s.Service", name, parts[0], host.line)

    def binding(self) -> None:
        for subject in self._root.mappings("subjects"):
            self._to(subject, "")

    def stateful_set(self) -> None:
        self.refer("k8s.Service", self._root.get("spec", "serviceName"))

    def volume(self) -> None:
        self.refer("k8s.PersistentVolume", self._root.get("spec", "volumeName"))
        claim = self._root.mapping("spec", "claimRef")
        if claim is not None and not claim.text("kind"):
            self.refer("k8s.PersistentVolumeClaim", claim.get("name"), claim.text("namespace"))

    def service_account(self) -> None:
        for secret in self._root.mappings("secrets"):
            self.refer("k8s.Secret", secret.get("name"))

    def built(self) -> None:
        """Skaffold's artifacts: which image is built from where."""
        for one in (
            self._root.mappings("build", "artifacts") if "skaffold" in self._root.text("apiVersion") else ()
        ):
            image = one.get("image")
            if isinstance(image, Scalar):
                place = f"{one.text('context') or '.'}|{one.text('docker', 'dockerfile')}"
                self._record.refer("built", f"{image.text}|{place}", image.line, self._index)

    def scaled_object(self) -> None:
        target = self._root.mapping("spec", "scaleTargetRef")
        if target is not None and not target.text("kind"):
            self.refer("k8s.Deployment", target.get("name"))

    def _to(self, reference: Mapping, kind: str) -> None:
        kind = reference.text("kind") or kind
        self.refer(f"k8s.{kind}" if kind else "", reference.get("name"), reference.text("namespace"))

    def _named(self, kind: str, name: str, namespace: str, line: int) -> None:
        self.refer(kind, Scalar(name, line, line, "", plain=True), namespace)


_BY_KIND: Final[dict[str, Callable[[_References], None]]] = {
    "Service": _References.service,
    "Ingress": _References.ingress,
    **dict.fromkeys(_ROUTES, _References.route),
    "Gateway": _References.gateway,
    "VirtualService": _References.virtual_service,
    "RoleBinding": _References.binding,
    "ClusterRoleBinding": _References.binding,
    "StatefulSet": _References.stateful_set,
    "PersistentVolumeClaim": _References.volume,
    "PersistentVolume": _References.volume,
    "ServiceAccount": _References.service_account,
    "ScaledObject": _References.scaled_object,
    "Config": _References.built,
}
