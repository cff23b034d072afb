"""How right the service catalogue is, against a plain reader of the manifests of one folder.

    python benchmarks/catalogue --repository DIR --manifests kubernetes-manifests [--results FILE]

Maps DIR, and reads the YAML files of the folder once more with PyYAML alone: each Deployment or StatefulSet
with its images, the ports of its containers and of the Services that select it, and the Services of the
folder whose addresses (`host:port`) its variables hold. Compared are the facts that the catalogue read from
that folder. Which folder an image is built from is compared with the artifacts of `skaffold.yaml`.
"""

from __future__ import annotations

import argparse
import datetime as dt
import platform
import re
from pathlib import Path

import yaml

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.retrieve import services
from xray_graph.snapshot import Map

HERE = Path(__file__).parent
ADDRESS = re.compile(r"([a-z0-9][a-z0-9-]*):[0-9]+")
FIELDS = ("names", "images", "ports", "depends_on", "built_from")
Facts = dict[str, set[tuple[str, ...]]]


def plain(root: Path, folder: str) -> Facts:
    """What the files state, read by PyYAML and nothing of this project."""
    objects = [
        one
        for path in sorted((root / folder).glob("*.y*ml"))
        for one in yaml.safe_load_all(path.read_text())
        if isinstance(one, dict) and "kind" in one
    ]
    exposed = [one for one in objects if one["kind"] == "Service"]
    workloads = [one for one in objects if one["kind"] in {"Deployment", "StatefulSet"}]
    found: Facts = {name: set() for name in FIELDS}
    selected = {
        service["metadata"]["name"]: [w["metadata"]["name"] for w in workloads if selects(service, w)]
        for service in exposed
    }
    for one in workloads:
        name, pod = one["metadata"]["name"], one["spec"]["template"]["spec"]
        found["names"].add((name,))
        for container in [*pod.get("containers", []), *pod.get("initContainers", [])]:
            found["images"].add((name, container["image"]))
            found["ports"] |= {(name, str(port["containerPort"])) for port in container.get("ports", [])}
            for variable in container.get("env", []):
                match = ADDRESS.fullmatch(str(variable.get("value", "")))
                for other in selected.get(match[1], []) if match else []:
                    if other != name:
                        found["depends_on"].add((name, other))
        for service in exposed:
            if selects(service, one):
                found["ports"] |= {(name, str(port["port"])) for port in service["spec"]["ports"]}
    skaffold = root / "skaffold.yaml"
    images = {image.partition(":")[0]: name for name, image in found["images"]}
    for document in yaml.safe_load_all(skaffold.read_text()) if skaffold.exists() else ():
        for artifact in document.get("build", {}).get("artifacts", []):
            name, context = images.get(artifact["image"]), Path(artifact["context"])
            docker = artifact.get("docker", {}).get("dockerfile", "Dockerfile")
            if name is not None:
                found["built_from"].add((name, (context / docker).as_posix()))
    return found


def selects(service: dict, workload: dict) -> bool:
    wanted = service["spec"].get("selector") or {}
    labels = workload["spec"]["template"]["metadata"]["labels"]
    return bool(wanted) and wanted.items() <= labels.items()


def catalogued(root: Path, folder: str) -> Facts:
    """What the catalogue says it read in the folder."""
    built = pipeline.build(root, BuildSettings(embed=EmbedSettings(embedder="none")))
    found: Facts = {name: set() for name in FIELDS}
    for one in services(Map.of(built.parts), limit=10_000).services:
        if not any(source.path.startswith(f"{folder}/") for source in one.sources):
            continue
        found["names"].add((one.name,))
        for name in FIELDS[1:]:
            for fact in getattr(one, name):
                if fact.path.startswith(f"{folder}/"):
                    found[name].add((one.name, fact.value))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repository", type=Path, required=True)
    parser.add_argument("--manifests", default="kubernetes-manifests")
    parser.add_argument("--results", type=Path, default=HERE / "results.md")
    options = parser.parse_args()
    stated, said = (
        plain(options.repository, options.manifests),
        catalogued(options.repository, options.manifests),
    )
    rows = []
    for name in FIELDS:
        right = len(stated[name] & said[name])
        precision = right / len(said[name]) if said[name] else 1.0
        recall = right / len(stated[name]) if stated[name] else 1.0
        rows.append(f"| {name} | {len(stated[name])} | {len(said[name])} | {precision:.3f} | {recall:.3f} |")
        for kind, rest in (("wrong", said[name] - stated[name]), ("missing", stated[name] - said[name])):
            for one in sorted(rest):
                print(kind, name, *one)
    today = dt.datetime.now(tz=dt.UTC).date()
    lines = [
        "# The service catalogue",
        "",
        f"Written by `python benchmarks/catalogue` on {today}, Python {platform.python_version()}.",
        "Against a plain reader of the same manifests.",
        "",
        f"## {options.repository.name}, {options.manifests}",
        "",
        "| fact | stated | in the catalogue | P | R |",
        "| --- | ---: | ---: | ---: | ---: |",
        *rows,
    ]
    options.results.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
