"""Whom a registry may be signed by: the system's authorities, the registry's folders, and one named file.

The folders are those of Docker and of containers: `certs.d/HOST/*.crt`. Nothing switches the check off.
"""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Final

from xray_graph.errors import UsageError

_FOLDERS: Final = ("/etc/containers/certs.d", "/etc/docker/certs.d")


def extended(context: ssl.SSLContext, registry: str, ca_file: str = "") -> ssl.SSLContext:
    """The context, with a registry's own authorities added.

    Raises:
        UsageError: a file holds no certificates.
    """
    files = [str(file) for folder in _FOLDERS for file in sorted(Path(folder, registry).glob("*.crt"))]
    for file in [*files, ca_file] if ca_file else files:
        try:
            context.load_verify_locations(cafile=file)
        except (OSError, ssl.SSLError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UsageError(f"holds no certificates that can be used: {reason}", where=file) from error
    return context
