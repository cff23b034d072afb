"""The two kinds of foreign programs that publishing starts: Docker's credential programs and ssh-keygen.

Each is a program that the user installed and named, started without a shell, with a time limit. What is
secret goes over standard input, never into an argument. Nothing that came from a registry names one.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from xray_graph.errors import XrayError


class Answer(NamedTuple):
    """How a program ended and what it said, cut to what a message can hold."""

    code: int
    output: bytes
    said: str


def run(command: Sequence[str], given: bytes, *, seconds: float, hint: str) -> Answer:
    """Run a program to its end.

    Raises:
        XrayError: it is not installed, or does not end in time.
    """
    try:
        done = subprocess.run(  # noqa: S603 - see above
            list(command), input=given, capture_output=True, check=False, timeout=seconds
        )
    except OSError as error:
        raise XrayError(f"cannot be started: {error.strerror}", where=command[0], hint=hint) from error
    except subprocess.TimeoutExpired as error:
        raise XrayError(f"did not end within {seconds:.0f} s", where=command[0], hint=hint) from error
    said = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
    return Answer(done.returncode, done.stdout, said[:300])
