"""The chart with the real helm, 3 and 4, and the schemas of Kubernetes; its build script with the real git and registry."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import kubernetes_validate
import pytest
import yaml

from tests.conftest import real_part
from tests.publish.conftest import docker_registry, maps, no_logins  # noqa: F401 - fixtures
from tests.serve.running import serving
from xray_graph import testing
from xray_graph.cli import graph

CHART = Path(__file__).parents[2] / "charts" / "xray-graph"
ROOT = Path(__file__).parents[2]
KUBERNETES = "1.37"
AT = "sha256:" + "0" * 64

SERVED = {
    "maps": {"images": [{"reference": f"registry.example.com/team/maps@{AT}"}]},
    "auth": {"existingSecret": "maps-token"},
}
BUILT = {
    "enabled": True,
    "registry": "registry.example.com/maps",
    "repositories": [
        {"name": "Shop", "url": "https://code.example.com/shop.git"},
        {
            "name": "web",
            "url": "https://code.example.com/web.git",
            "revision": "main",
            "reference": "r.example.com/web:1",
        },
    ],
}
EVERYTHING = {
    **SERVED,
    "imagePullSecrets": [{"name": "pull"}],
    "server": {"allowHosts": ["maps.internal"], "allowOrigins": ["https://portal.example.com"], "extraArgs": ["--json"], "maxMapBytes": 3221225472, "priorityClassName": "high", "runtimeClassName": "gvisor", "nodeSelector": {"a": "b"}, "tolerations": [{"key": "x", "operator": "Exists"}], "env": [{"name": "A", "value": "b"}], "extraVolumes": [{"name": "more", "emptyDir": {}}], "extraVolumeMounts": [{"name": "more", "mountPath": "/more"}]},
    "age": {"existingSecret": "maps-age"},
    "ingress": {"enabled": True, "className": "nginx", "hosts": [{"host": "maps.example.com"}], "tls": [{"secretName": "tls", "hosts": ["maps.example.com"]}]},
    "autoscaling": {"enabled": True, "targetMemoryUtilizationPercentage": 80},
    "networkPolicy": {"from": [{"namespaceSelector": {}}], "egressTo": [{"ipBlock": {"cidr": "10.0.0.0/8"}}], "extraEgress": [{"ports": [{"port": 5000}]}]},
    "build": {**BUILT, "schedule": "0 3 * * *", "timeZone": "Etc/UTC", "recipients": ["age1qqq"], "dockerConfigSecret": "docker", "caSecret": {"name": "ca"}, "signKeySecret": {"name": "sign"}, "gitSecret": "git"},
}  # fmt: skip
SEEDED = {
    **SERVED,
    "maps": {
        "mode": "seed",
        "images": [{"reference": f"r.example.com/a/m@{AT}"}, {"reference": "r.example.com/b/m:1"}],
        "seed": {
            "dockerConfigSecret": "docker",
            "caSecret": {"name": "ca"},
            "verifyKeySecret": {"name": "keys"},
            "plainHttp": True,
        },
    },
}
MANY = {**SERVED, "maps": {"images": SEEDED["maps"]["images"]}}
CLAIMED = {**SERVED, "maps": {"mode": "claim", "claim": {"name": "maps", "subPath": "x"}}}
BUILD_ALONE = {"server": {"enabled": False}, "build": BUILT}
CASES = {
    "image": SERVED,
    "everything": EVERYTHING,
    "seed": SEEDED,
    "many": MANY,
    "claim": CLAIMED,
    "build": BUILD_ALONE,
}


@pytest.fixture(params=["helm3", "helm4"])
def helm(request, tmp_path):
    """`helm(values)` → the objects it renders, by kind; `helm(values, fails=True)` → what it says."""
    program = real_part(request.param)
    home = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}

    def render(values, *, fails=False):
        file = tmp_path / "values.yaml"
        file.write_text(json.dumps(values))
        lint = subprocess.run(
            [program, "lint", "--strict", CHART, "-f", file],
            capture_output=True,
            text=True,
            env=home,
            check=False,
        )
        done = subprocess.run(
            [program, "template", "maps", CHART, "-n", "team", "-f", file],
            capture_output=True,
            text=True,
            env=home,
            check=False,
        )
        if fails:
            assert done.returncode
            return done.stderr
        assert lint.returncode == 0, lint.stdout + lint.stderr
        assert done.returncode == 0, done.stderr
        return [one for one in yaml.safe_load_all(done.stdout) if one]

    render.program = program
    render.home = home
    return render


def only(objects, kind):
    (found,) = [one for one in objects if one["kind"] == kind]
    return found


@pytest.mark.parametrize("case", CASES)
def test_what_is_rendered_is_what_kubernetes_knows(helm, case):
    objects = helm(CASES[case])
    assert objects
    for one in objects:
        kubernetes_validate.validate(one, KUBERNETES, strict=True)


@pytest.mark.parametrize("case", CASES)
def test_every_pod_is_locked_down(helm, case):
    for one in helm(CASES[case]):
        if one["kind"] not in ("Deployment", "Job", "CronJob"):
            continue
        spec = one["spec"].get("jobTemplate", one)["spec"]["template"]["spec"]
        assert spec["automountServiceAccountToken"] is False
        assert spec["securityContext"]["runAsNonRoot"] is True
        for container in spec["containers"] + spec.get("initContainers", []):
            assert container["securityContext"]["readOnlyRootFilesystem"] is True
            assert container["securityContext"]["allowPrivilegeEscalation"] is False
            assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
            assert container["resources"]["limits"]["memory"]
            volumes = {volume["name"] for volume in spec["volumes"]}
            assert {mount["name"] for mount in container["volumeMounts"]} <= volumes


def test_an_image_volume(helm):
    spec = only(helm(SERVED), "Deployment")["spec"]["template"]["spec"]
    volumes = {volume["name"]: volume for volume in spec["volumes"]}
    assert volumes["snapshots"]["image"] == {
        "reference": f"registry.example.com/team/maps@{AT}",
        "pullPolicy": "IfNotPresent",
    }
    (server,) = spec["containers"]
    mount = next(mount for mount in server["volumeMounts"] if mount["name"] == "snapshots")
    assert mount == {"name": "snapshots", "mountPath": "/snapshots", "readOnly": True}
    assert "--mental-maps-dir=/snapshots/maps" in server["args"]
    token = next(variable for variable in server["env"] if variable["name"] == "XRAY_GRAPH_TOKEN")
    assert token["valueFrom"]["secretKeyRef"] == {"name": "maps-token", "key": "token"}
    assert "initContainers" not in spec


def test_a_seeded_volume(helm):
    spec = only(helm(SEEDED), "Deployment")["spec"]["template"]["spec"]
    first, second = spec["initContainers"]
    assert first["args"] == [
        "pull",
        f"r.example.com/a/m@{AT}",
        "/snapshots/maps",
        "--max-bytes=4294967296",
        "--ca-file=/run/ca/ca.crt",
        "--verify-key=/run/verify/allowed.pub",
        "--plain-http",
    ]
    assert second["args"][1] == "r.example.com/b/m:1"
    assert next(v for v in spec["volumes"] if v["name"] == "snapshots")["emptyDir"]


def test_many_images_are_joined_by_links(helm):
    spec = only(helm(MANY), "Deployment")["spec"]["template"]["spec"]
    assert [v["image"]["reference"] for v in spec["volumes"] if "image" in v] == [
        f"r.example.com/a/m@{AT}",
        "r.example.com/b/m:1",
    ]
    assert "ln -sf /images/*/maps/*.graph.gz /snapshots/maps/" in spec["initContainers"][0]["command"][-1]
    mounts = [mount["mountPath"] for mount in spec["containers"][0]["volumeMounts"]]
    assert {"/images/0", "/images/1", "/snapshots"} <= set(mounts)


def test_a_fleet_is_one_indexed_job(helm):
    for values, kind in ((BUILD_ALONE, "Job"), (EVERYTHING, "CronJob")):
        objects = helm(values)
        one = only(objects, kind)
        spec = one["spec"]["jobTemplate"]["spec"] if kind == "CronJob" else one["spec"]
        assert (spec["completionMode"], spec["completions"], spec["parallelism"]) == ("Indexed", 2, 2)
        assert spec["maxFailedIndexes"] == 2, "one that fails does not stop the others"
        listed = next(o for o in objects if o["kind"] == "ConfigMap")["data"]["repositories"].splitlines()
        assert listed == [
            "Shop https://code.example.com/shop.git HEAD registry.example.com/maps/shop:latest",
            "web https://code.example.com/web.git main r.example.com/web:1",
        ]
        assert spec["template"]["spec"]["containers"][0]["image"] == "xray-graph:0.1.0-parser"


@pytest.mark.parametrize("case", ["everything", "seed"])
def test_commands_and_options_exist(helm, case):
    spec = only(helm(CASES[case]), "Deployment")["spec"]["template"]["spec"]
    for container in spec["containers"] + spec.get("initContainers", []):
        words = container["args"]
        known = {
            option
            for parameter in graph.get_command(click.Context(graph), words[0]).params
            for option in parameter.opts
        }
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known


def test_the_server_starts_and_answers_as_the_chart_has_it(helm, maps):  # noqa: F811
    """With its flags, under the names that it lets in, and with its own question for readiness."""
    spec = only(helm({**SERVED, "server": {"allowHosts": ["maps.internal"]}}), "Deployment")["spec"][
        "template"
    ]["spec"]
    (server,) = spec["containers"]
    command, folder, address, *flags = server["args"]
    assert (folder, address) == ("--mental-maps-dir=/snapshots/maps", "--addr=0.0.0.0:8085")
    flags = [flag.replace("$(POD_IP):8085", "10.0.0.7") for flag in flags]
    token = "a-token-of-some-length"
    with serving(
        f"--mental-maps-dir={maps[0].parent}", *flags, command=command, XRAY_GRAPH_TOKEN=token
    ) as running:
        for host in ("maps-xray-graph.team.svc", "maps.internal", "10.0.0.7"):
            assert running.ask("/v1/maps", Host=host, Authorization=f"Bearer {token}").status == 200
        assert running.ask("/v1/maps", Host="evil.example.com", Authorization=f"Bearer {token}").status == 403
        assert running.ask("/healthz", Host="10.0.0.9").status == 200
        python, *rest = server["readinessProbe"]["exec"]["command"]
        assert python == "python3"
        probe = [sys.executable, *(word.replace(":8085/", f":{running.port}/") for word in rest)]
        for given, ready in ((token, True), ("another-token", False)):
            done = subprocess.run(
                probe, env={**os.environ, "XRAY_GRAPH_TOKEN": given}, capture_output=True, check=False
            )
            assert (done.returncode == 0) == ready, done.stderr


def test_a_server_connects_to_nobody(helm):
    policy = next(o for o in helm(SERVED) if o["kind"] == "NetworkPolicy")
    assert policy["spec"]["egress"] == []
    assert policy["spec"]["policyTypes"] == ["Ingress", "Egress"]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "auth.existingSecret"),
        ({"auth": {"existingSecret": "x"}}, "maps.images"),
        ({**SERVED, "maps": {"mode": "claim"}}, "maps.claim.name"),
        ({**SERVED, "maps": {"mode": "other"}}, "mode"),
        ({**SERVED, "server": {"replica": 3}}, "replica"),
        ({**SERVED, "server": {"fanout": 0}}, "fanout"),
        ({**SERVED, "image": {"digest": "sha256:1"}}, "digest"),
        ({**SERVED, "build": {"enabled": True}}, "build.repositories"),
        ({**SERVED, "build": {**BUILT, "registry": ""}}, "build.registry"),
        (
            {
                **SERVED,
                "build": {**BUILT, "repositories": [*BUILT["repositories"], BUILT["repositories"][0]]},
            },
            "twice",
        ),
        ({**SERVED, "build": {**BUILT, "repositories": [{"name": "a b", "url": "x"}]}}, "name"),
        ({**SERVED, "build": {**BUILT, "repositories": [{"name": "a", "url": "--upload-pack=x"}]}}, "url"),
    ],
)
def test_values_that_make_no_sense(helm, values, said):
    assert said in helm(values, fails=True)


def test_it_packs(helm, tmp_path):
    done = subprocess.run(
        [helm.program, "package", CHART, "-d", tmp_path / "packed"],
        capture_output=True,
        text=True,
        env=helm.home,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [file.name for file in (tmp_path / "packed").iterdir()] == ["xray-graph-0.1.0.tgz"]


def leaves(values, path=""):
    for key, value in values.items():
        if (
            isinstance(value, dict)
            and value
            and key not in ("resources", "podSecurityContext", "securityContext")
        ):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}"


def test_every_option_is_documented():
    values = yaml.safe_load((CHART / "values.yaml").read_text())
    documented = set(
        re.findall(
            r"^\| `([\w.]+)` \|", (CHART / "README.md").read_text().partition("## Options")[2], re.MULTILINE
        )
    )
    assert set(leaves(values)) == documented


def test_its_version_is_the_programs():
    import xray_graph

    about = yaml.safe_load((CHART / "Chart.yaml").read_text())
    assert about["version"] == about["appVersion"] == xray_graph.__version__


def test_the_build_script_clones_maps_signs_and_publishes(docker_registry, no_logins, tmp_path):  # noqa: F811
    """As a pod runs it, with the second line of a list."""
    host = docker_registry()
    for name in ("shop", "web"):
        testing.repo({"a.py": f"def {name}():\n    return 1\n"}, tmp_path / "code" / name, git=True)
    config, work, programs = tmp_path / "config", tmp_path / "work", tmp_path / "bin"
    for folder in (config, work, programs):
        folder.mkdir()
    (config / "repositories").write_text(
        "".join(f"{n} file://{tmp_path}/code/{n} HEAD {host}/maps/{n}:1\n" for n in ("shop", "web"))
    )
    xray = programs / "xray"
    xray.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m xray_graph.cli "$@"\n')
    xray.chmod(0o755)
    subprocess.run(
        [real_part("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "key")], check=True
    )
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "CONFIG": str(config),
        "JOB_COMPLETION_INDEX": "1",
        "GIT_ALLOW_PROTOCOL": "file",
        "BUILD_FLAGS": "--no-embed",
        "SIGN_KEY": str(tmp_path / "key"),
        "TMPDIR": str(work / "tmp"),
    }
    done = subprocess.run(
        ["sh", CHART / "files" / "build.sh"],
        cwd=work,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pull = [
        sys.executable,
        "-m",
        "xray_graph.cli",
        "graph",
        "pull",
        f"{host}/maps/web:1",
        tmp_path / "got",
        "--verify-key",
        tmp_path / "key.pub",
    ]
    taken = subprocess.run(pull, env=environment, capture_output=True, text=True, check=False)
    assert taken.returncode == 0, taken.stderr
    assert [file.name for file in (tmp_path / "got").iterdir()] == ["web.graph.gz"]
    environment["JOB_COMPLETION_INDEX"] = "7"
    assert (
        subprocess.run(
            ["sh", CHART / "files" / "build.sh"], cwd=work, env=environment, capture_output=True, check=False
        ).returncode
        == 2
    )
