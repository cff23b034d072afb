"""Images that a command or a build step makes: `docker build -t shop/web -f web/Dockerfile web`.

What is built is `image|context|Dockerfile`, as it is written; of a tag that is made when it runs the image's
name is left. An image whose very name is a variable is none. Called by the readers of CI files.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.parse.documents.yaml_nodes import Mapping, Scalar

MAX_TAG: Final = 500  # characters

_WORD: Final = re.compile(r"""(?:"[^"]*"|'[^']*'|\$\{\{.*?\}\}|[^\s"'])+""")
_BUILDS: Final = re.compile(
    r"\b(?:docker|podman|nerdctl|buildah)\s+(?:buildx\s+|image\s+)?(?:build|bud)\b(.*)"
)
_TAKES_VALUE: Final = frozenset(
    {
        *(
            "--build-arg",
            "--target",
            "--platform",
            "--cache-from",
            "--cache-to",
            "--label",
            "--network",
            "--secret",
        ),
        *("--progress", "--output", "-o", "--ssh", "--builder", "--iidfile", "--build-context", "--add-host"),
    }
)
_DYNAMIC: Final = re.compile(r"\$\{\{.*?\}\}|\$\{[^}]*\}|\$\w+|\$\(.*\)")


def built_by(command: str) -> list[tuple[str, str, str]]:
    """(image, context, Dockerfile) of each tag that one command line builds."""
    match = _BUILDS.search(command)
    if match is None:
        return []
    words = [word.strip("\"'") for word in _WORD.findall(match[1])]
    tags: list[str] = []
    context, dockerfile, at = "", "", 0
    while at < len(words):
        word, equals, value = words[at].partition("=")
        at += 1
        if word in {"-t", "--tag", "-f", "--file"}:
            if not equals:
                value, at = (words[at] if at < len(words) else ""), at + 1
            if word in {"-t", "--tag"}:
                tags.append(value)
            else:
                dockerfile = value
        elif word in _TAKES_VALUE and not equals:
            at += 1
        elif word in {"&&", "||", ";", "|"}:
            break
        elif not word.startswith("-") and not context:
            context = words[at - 1]
    return [(image, context or ".", dockerfile) for tag in tags if (image := named(tag))]


def built_with(action: str, inputs: Mapping | None) -> list[tuple[str, str, str]]:
    """Likewise of a step that builds by an action, `docker/build-push-action`."""
    if inputs is None or action.partition("@")[0] != "docker/build-push-action":
        return []
    tags = inputs.get("tags")
    written = re.split(r"[\n,]", tags.text) if isinstance(tags, Scalar) else []
    names = dict.fromkeys(image for tag in written if (image := named(tag.strip())))
    dockerfile, context = inputs.text("file"), inputs.text("context") or "."
    if dockerfile and not dockerfile.startswith("/"):
        dockerfile = f"//{dockerfile}"  # from the root of the repository and not from the context
    return [(image, context, dockerfile) for image in names]


def named(tag: str) -> str:
    """The image of a tag; without the part behind the colon where that is made when it runs."""
    tag = tag[:MAX_TAG]
    if not _DYNAMIC.search(tag):
        return tag
    name, colon, version = tag.rpartition(":")
    return name if colon and "/" not in version and name and not _DYNAMIC.search(name) else ""
