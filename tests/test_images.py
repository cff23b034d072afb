"""What goes into images and pipelines: pinned, and naming only commands and options that exist."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from xray_graph.cli import COMMANDS, graph

ROOT = Path(__file__).parents[1]
TEMPLATES = ["docs/ci/github-workflow.yml", "docs/ci/gitlab-ci.yml", "charts/xray-graph/files/build.sh"]
DOCKERFILES = ["Dockerfile.static", "Dockerfile.parser"]


def locked(name):
    """Each package of a lock file → (version, whether it has hashes)."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    entries = re.split(r"\n(?=[a-zA-Z])", text.partition("\n#")[2].partition("\n")[2])
    found: dict[str, list[tuple[str, bool]]] = {}
    for entry in entries:
        pinned = re.match(r"([\w.-]+)==([\w.]+)", entry)
        assert pinned, entry[:80]
        found.setdefault(pinned[1], []).append((pinned[2], "--hash=sha256:" in entry))
    return found


@pytest.mark.parametrize("name", ["static", "parser", "build"])
def test_lock_files_hold_what_is_asked_for_with_hashes(name):
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = {
        "static": about["project"]["dependencies"],
        "parser": about["project"]["dependencies"] + about["project"]["optional-dependencies"]["parser"],
        "build": about["build-system"]["requires"],
    }[name]
    pinned = locked(name)
    assert all(hashes for versions in pinned.values() for _, hashes in versions)
    for requirement in map(Requirement, wanted):
        versions = [Version(version) for version, _ in pinned[requirement.name]]
        assert all(version in requirement.specifier for version in versions), (
            f"{requirement}: run requirements/lock"
        )
    assert ("tree-sitter" in pinned) == (name == "parser")


@pytest.mark.parametrize("file", DOCKERFILES)
def test_images_are_pinned_and_not_root(file):
    text = (ROOT / file).read_text()
    last = text.rpartition("\nFROM ")[2]
    assert "ARG BASE=" in text.partition("FROM")[0]
    assert text.count("FROM ${BASE}") == 2
    assert text.count("--require-hashes --only-binary :all:") == 2
    assert re.search(r"^USER 65532:65532$", last, re.MULTILINE)
    assert "HEALTHCHECK" in last
    assert "LABEL org.opencontainers.image.title" in last
    assert not re.search(r"\b(gcc|g\+\+|build-essential|pip install|python3-dev)\b", last)


def commands(text):
    """Every `xray graph …` in a text, as words."""
    for line in text.replace("\\\n", " ").splitlines():
        for found in re.findall(r"(?<!`)\bxray graph (?!COMMAND)([^`\n]*)", line):
            yield shlex.split(
                re.sub(r"\$\{[^}]*\}", " ", found).partition("|")[0].replace("'", ""), comments=True
            )


@pytest.mark.parametrize("file", TEMPLATES)
def test_templates_name_commands_and_options_that_exist(file):
    known = {name for section in COMMANDS.values() for name in section}
    context = click.Context(graph)
    seen = []
    for words in commands((ROOT / file).read_text()):
        assert words[0] in known
        command = graph.get_command(context, words[0])
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= options
        seen.append(words[0])
    assert seen == ["build", "publish"]


@pytest.mark.parametrize(
    ("file", "schema"), [(TEMPLATES[0], "vendor.github-workflows"), (TEMPLATES[1], "vendor.gitlab-ci")]
)
def test_templates_are_what_their_hosts_know(file, schema):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(ROOT / file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
