"""What a Kubernetes object refers to: one walk over its tree, and the kinds that have forms of their own.

A custom resource is read by shape: a list of containers makes a pod, and keys that mean one thing everywhere
(`secretKeyRef`, `configMapRef`, `secretName`, `...Ref` with a kind and a name) mean it there too. What the
references are called is said in `manifests`, which calls this.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.yaml_nodes import MAX_VISITED, Mapping, Node, Scalar

MAX_LABELS: Final = 50  # of one object

# Objects that carry data or schemas, whose keys mean nothing to Kubernetes.
DATA: Final = frozenset({"Secret", "ConfigMap", "CustomResourceDefinition", "Kustomization", "Component"})
BUILT_IN: Final = frozenset(
    {
        *("Pod", "PodTemplate", "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"),
        *("ReplicationController", "Job", "CronJob"),
    }
)
# A pod's fields: containers in lists of these names have images.
_CONTAINERS: Final = frozenset({"containers", "initContainers", "ephemeralContainers", "sidecars"})
_SINGLE: Final = frozenset({"container", "script"})  # of custom resources
_CLASSES: Final = {"priorityClassName": "k8s.PriorityClass", "runtimeClassName": "k8s.RuntimeClass"}
_STORAGE: Final = frozenset({"PersistentVolumeClaim", "PersistentVolume", "StatefulSet"})
_ROUTES: Final = frozenset({"HTTPRoute", "GRPCRoute", "TCPRoute", "TLSRoute", "UDPRoute"})
_IMAGE: Final = re.compile(r"(?=.*[/:@{])[^\s,;]+|\S*\{\{.*")
_ADDRESS: Final = re.compile(r"(?:\w+://)?(?:[^@/]+@)?([a-z][a-z0-9-]*)(?:\.[a-z0-9.-]+)?:\d{2,5}(?:/.*)?")
_SECRET_KEYS: Final = frozenset({"secretKeyRef", "secretRef", "secretKeySelector"})
_CONFIG_KEYS: Final = frozenset({"configMapKeyRef", "configMapRef"})


def label_pairs(holder: Mapping | None, key: str, record: Record) -> list[str]:
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


class References:
    """One walk over one object, outer before inner."""

    def __init__(self, root: Mapping, record: Record, index: int) -> None:
        self._root = root
        self._record = record
        self._index = index
        self._kind = root.text("kind").strip()
        self._custom = self._kind not in BUILT_IN and "." in root.text("apiVersion").partition("/")[0]
        self._said: set[tuple[str, str, int]] = set()

    def read(self) -> None:
        rules = _BY_KIND.get(self._kind)
        if rules is not None:
            rules(self)
        elif "{{" in self._kind and self._root.get("roleRef") is not None:
            self.binding()
        elif "{{" in self._kind and "gateway.networking" in self._root.text("apiVersion"):
            self.route()
        if self._kind in DATA and "flux" not in self._root.text("apiVersion"):
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
        elif key in _CONTAINERS or (key in _SINGLE and self._custom):
            self._each("image", node, "image")
        elif key == "image" and above == "volumes":
            self._each("image", node, "reference")

    def _each(self, kind: str, node: Mapping, key: str, namespace: str = "") -> None:
        """Refer to what a key names in each arm of a condition."""
        for name in node.every(key):
            self.refer(kind, name, namespace)

    def _scalar(self, node: Scalar, key: str, above: str) -> None:
        if key in {"serviceAccountName", "serviceAccount"}:
            self.refer("k8s.ServiceAccount", node)
        elif key in _CLASSES:
            self.refer(_CLASSES[key], node)
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
        """The pods that it sends to.

        What a NetworkPolicy or a PodDisruptionBudget selects is no reference: they rule over whatever pods
        come by, also none, and use none of them.
        """
        spec = self._root.mapping("spec")
        placed = spec.key("selector") if spec is not None else None
        pairs = label_pairs(spec, "selector", self._record)
        if spec is not None and placed is not None and pairs:
            selector = spec.mapping("selector")
            first = next((key.line for key, _ in selector.items()), placed.line) if selector else placed.line
            self._record.refer("selector", "\n".join(pairs), first, self._index)

    def webhooks(self) -> None:
        for one in self._root.mappings("webhooks"):
            self._serving(one.mapping("clientConfig", "service"))

    def conversion(self) -> None:
        self._serving(self._root.mapping("spec", "conversion", "webhook", "clientConfig", "service"))

    def api_service(self) -> None:
        self._serving(self._root.mapping("spec", "service"))

    def _serving(self, service: Mapping | None) -> None:
        if service is not None:
            self.refer("k8s.Service", service.get("name"), service.text("namespace"))

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


_BY_KIND: Final[dict[str, Callable[[References], None]]] = {
    "Service": References.service,
    "ValidatingWebhookConfiguration": References.webhooks,
    "MutatingWebhookConfiguration": References.webhooks,
    "CustomResourceDefinition": References.conversion,
    "APIService": References.api_service,
    "Ingress": References.ingress,
    **dict.fromkeys(_ROUTES, References.route),
    "Gateway": References.gateway,
    "VirtualService": References.virtual_service,
    "RoleBinding": References.binding,
    "ClusterRoleBinding": References.binding,
    "StatefulSet": References.stateful_set,
    "PersistentVolumeClaim": References.volume,
    "PersistentVolume": References.volume,
    "ServiceAccount": References.service_account,
    "ScaledObject": References.scaled_object,
    "Config": References.built,
}
