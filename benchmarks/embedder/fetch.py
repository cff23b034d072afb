"""Bring the packages that the model is trained on: by name, from the registries, as text.

    python fetch.py DIR [--jobs N]                      what packages.tsv lists, in the listed versions
    python fetch.py DIR --add pypi|npm|deb|deb-src NAME...   today's versions, and list what is permissive

Of each archive only sources, Markdown and what states the licence are unpacked, into DIR/registry-name;
nothing is installed or run. A package whose stated licence is not permissive is refused. Needs pip, npm,
apt-get and dpkg-deb, and a sources list of Debian 12 with `Types: deb deb-src`.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, groupby, islice
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

LIST = Path(__file__).parent / "packages.tsv"
HEADER = ("registry", "package", "version", "licence")
SUFFIXES = frozenset(
    {
        *(".py", ".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".go", ".c", ".h", ".cc", ".cpp", ".cxx"),
        *(".hpp", ".hh", ".hxx", ".rs", ".rb", ".php", ".java", ".cs", ".md"),
    }
)
LARGEST = 400_000  # bytes of one file
APT_AT_ONCE = 12  # packages a call: it reads its lists anew each time
MOST = 120_000_000  # bytes of one package
_LICENCE_FILES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.md", "license.md")
_META = frozenset({"METADATA", "package.json", "copyright", *_LICENCE_FILES})
PERMISSIVE = re.compile(
    r"""(?ix) ^ (?:
        mit (?: -0 | -cmu | -license | -modern-variant | /x11 | -like )? | expat (?:-like)? | x11 | isc | 0bsd
      | zlib (?: /libpng | -libpng )? | libpng | libtiff | ijg | ftl | hpnd | curl | icu | ntp | openssl
      | (?: new- | modified- | simplified- )?
        bsd (?: -\d-clause\S* | \d-clause | -style | -like | -license | -?\d+ )?
      | \d-clause-bsd | apache (?: [- ]?v?[0-9.]+ )? (?:-license)? | asl-?2(?:\.0)?
      | bsl (?: -1(?:\.0)? )? | boost (?:-1\.0)? | boost-software-license\S* | unlicense | public-domain
      | cc0 (?:-1\.0)? | wtfpl | psf (?:-2\.0)? | python | postgresql | openldap (?:-2\.8)? | unicode\S*
      | tcl(?:/tk)? | blueoak-1\.0\.0 | imagemagick | ruby | artistic-2\.0
    ) $"""
)

# What tells a licence in a copyright file that is not machine-readable.
_COPYLEFT = re.compile(
    r"(?i)general\s+public\s+license|mozilla\s+public|\b[AL]?GPL|eclipse\s+public|creative\s+commons"
)
_TEXTS = {
    "Expat": "Permission is hereby granted, free of charge",
    "Apache-2.0": "Apache License, Version 2.0",
    "BSD-3-Clause": "Redistribution and use in source and binary forms",
}


class Package(NamedTuple):
    registry: str
    name: str
    version: str
    licence: str

    @property
    def folder(self) -> str:
        return f"{self.registry}-{self.name.replace('/', '-').replace('@', '')}"


def listed() -> list[Package]:
    with LIST.open(encoding="utf-8", newline="") as rows:
        return [Package(*row) for row in csv.reader(rows, dialect="excel-tab")][1:]


def is_permissive(licence: str) -> bool:
    """Whether one can choose, among what `or` parts, a licence whose every part is permissive."""
    plain = re.sub(r"[()]|(?i:\bwith\b.*)|,", " ", licence)
    choices = re.split(r"(?i)\s+or\s+|\s*/\s*(?=[a-z])", plain)
    return any(
        all(
            PERMISSIVE.match("-".join(one.rstrip("+").split()))
            for one in re.split(r"(?i)\s+and\s+|;", choice)
            if one.strip()
        )
        for choice in choices
        if choice.strip()
    )


# --- archives ------------------------------------------------------------------------------


def members(archive: Path) -> Iterator[tuple[str, int, IO[bytes]]]:
    """Name, size and stream of the regular files of a zip, a tar or a Debian package."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as zipped:
            for info in zipped.infolist():
                if not info.is_dir():
                    with zipped.open(info) as stream:
                        yield info.filename, info.file_size, stream
        return
    if archive.suffix == ".deb":
        command = ["dpkg-deb", "--fsys-tarfile", archive]
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE) as unpacker,
            tarfile.open(fileobj=unpacker.stdout, mode="r|") as tar,
        ):
            yield from _tar_members(tar)
        return
    with tarfile.open(archive, mode="r|*") as tar:
        yield from _tar_members(tar)


def _tar_members(tar: tarfile.TarFile) -> Iterator[tuple[str, int, IO[bytes]]]:
    for info in tar:
        stream = tar.extractfile(info) if info.isfile() else None
        if stream is not None:
            yield info.name, info.size, stream


def unpack(archive: Path, to: Path, room: int) -> int:
    """Write the sources and licence files of an archive below `to`; the bytes written."""
    written = 0
    for name, size, stream in members(archive):
        path = PurePosixPath(name.lstrip("./"))
        meta = path.name in _META and len(path.parts) <= 6
        if (
            ".." in path.parts
            or not (meta or path.suffix.lower() in SUFFIXES)
            or size > LARGEST
            or written + size > room
        ):
            continue
        target = to / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(stream.read())
        except OSError:  # a name that this system cannot hold
            continue
        written += size
    return written


# --- registries ----------------------------------------------------------------------------


def download(registry: str, wanted: list[Package], place: Path) -> None:
    """Bring the archives of some packages of one registry into `place`."""
    sign = {"pypi": "==", "npm": "@", "deb": "=", "deb-src": "="}[registry]
    command = {
        "pypi": [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"],
        "npm": ["npm", "pack", "--silent", "--ignore-scripts"],
        "deb": ["apt-get", "-qq", "download"],
        "deb-src": ["apt-get", "-qq", "source", "--download-only"],
    }[registry]
    names = [one.name + (sign + one.version if one.version else "") for one in wanted]
    subprocess.run([*command, *names], cwd=place, check=True, capture_output=True, stdin=subprocess.DEVNULL)


def archives_of(package: Package, place: Path) -> list[Path]:
    """What was downloaded of one package; a Debian source package is several archives."""
    start = f"{package.name}_" if package.registry.startswith("deb") else ""
    ignored = (".asc", ".dsc", ".diff.gz", ".sig")
    found = sorted(p for p in place.iterdir() if p.name.startswith(start) and not p.name.endswith(ignored))
    if not found:
        raise FileNotFoundError(package.name)
    return found


def stated(registry: str, archives: list[Path], folder: Path) -> tuple[str, str]:
    """Version and licence as the package itself states them; empty where it does not."""
    if registry == "pypi":
        file = min(folder.glob("*.dist-info/METADATA"), default=None, key=str)
        return _of_wheel(file.read_text("utf-8", "replace")) if file else ("", "")
    if registry == "npm":
        head = (
            json.loads((folder / "package" / "package.json").read_text("utf-8"))
            if (folder / "package" / "package.json").is_file()
            else {}
        )
        return head.get("version", ""), _of_npm(head.get("license"), folder / "package")
    files = [*folder.glob("usr/share/doc/*/copyright"), *folder.glob("debian/copyright")]
    licence = _of_debian(files[0].read_text("utf-8", "replace")) if files else ""
    if registry == "deb":
        shown = subprocess.run(
            ["dpkg-deb", "-f", archives[0], "Version"], capture_output=True, text=True, check=True
        )
        return shown.stdout.strip(), licence
    dsc = min(archives[0].parent.glob("*.dsc"))
    found = re.search(r"(?m)^Version: (\S+)", dsc.read_text("utf-8", "replace"))
    return found.group(1) if found else "", licence


def _of_wheel(text: str) -> tuple[str, str]:
    head = text.partition("\n\n")[0]
    version = re.search(r"(?m)^Version: (\S+)", head)
    licence = re.search(r"(?m)^License-Expression: (.+)$", head)
    classifiers = re.findall(r"(?m)^Classifier: License :: OSI Approved :: (.+)$", head)
    short = [
        re.sub(r" (Software )?License.*|^The | \(.*", "", one).replace("Apache", "Apache-2.0")
        for one in classifiers
    ]
    written = re.search(r"(?m)^License: (.{2,40})$", head)
    found = (
        licence.group(1)
        if licence
        else " AND ".join(dict.fromkeys(short)) or (written.group(1) if written else "")
    )
    return version.group(1) if version else "", found.strip()


def _of_npm(said: object, folder: Path) -> str:
    """What the manifest says; where it says nothing, or points to a file, what the text of that file is."""
    if isinstance(said, dict):
        said = said.get("type")
    if isinstance(said, str) and said and not re.match(r"(?i)see license", said):
        return said
    files = [folder / name for name in _LICENCE_FILES if (folder / name).is_file()]
    return _by_text(files[0].read_text("utf-8", "replace")) if files else ""


def _of_debian(text: str) -> str:
    """The licence of `Files: *` (or of the first stanza) in a machine-readable copyright file."""
    stanzas = re.split(r"\n\s*\n", text)
    files = [one for one in stanzas if re.search(r"(?m)^Files:", one)]
    general = [one for one in files if re.search(r"(?m)^Files:\s*(\*|\./\*)\s*$", one)] or files[:1]
    found = re.search(r"(?m)^License:\s*(\S.*)$", general[0]) if general else None
    if found or files or _COPYLEFT.search(text):
        return found.group(1).strip() if found else ""
    return _by_text(text)


def _by_text(text: str) -> str:
    """The licence whose words a text holds, if it speaks of no other."""
    if _COPYLEFT.search(text):
        return ""
    return next((name for name, words in _TEXTS.items() if words in " ".join(text.split())), "")


def has_debian_sources() -> bool:
    """Whether apt's lists tell of source packages."""
    asked = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Sources"]
    return bool(subprocess.run(asked, capture_output=True, check=True).stdout.strip())


# --- the command ---------------------------------------------------------------------------


def fetch(root: Path, wanted: list[Package]) -> list[Package]:
    """Some packages of one registry, unpacked. What cannot be had or may not be used is told."""
    with tempfile.TemporaryDirectory(prefix="fetch-", dir=root) as scratch:
        place = Path(scratch)
        try:
            download(wanted[0].registry, wanted, place)
        except subprocess.CalledProcessError:
            if len(wanted) > 1:  # one of them cannot be had, and then none is
                return [found for one in wanted for found in fetch(root, [one])]
            print(f"{wanted[0].registry} {wanted[0].name}: not to be had", file=sys.stderr)
            return []
        return [found for one in wanted if (found := keep(root, one, place)) is not None]


def keep(root: Path, package: Package, place: Path) -> Package | None:
    """Unpack one package of those in `place`, if its licence allows."""
    folder = root / f"fetch-{package.folder}"
    try:
        archives = archives_of(package, place)
        room = MOST
        folder.mkdir(exist_ok=True)
        for archive in archives:
            room -= unpack(archive, folder, room)
        version, licence = stated(package.registry, archives, folder)
    except (subprocess.SubprocessError, OSError, tarfile.TarError, zipfile.BadZipFile, ValueError) as error:
        print(f"{package.registry} {package.name}: unreadable ({error!r})", file=sys.stderr)
        return None
    if is_permissive(licence) and not (root / package.folder).exists():  # `@a/b` and `a-b` are one folder
        folder.rename(root / package.folder)
        return package._replace(version=version, licence=" ".join(licence.split()))
    print(
        f"{package.registry} {package.name}: left out, its licence is {licence or 'not stated'!r}"
        + (", another of that name is there" if (root / package.folder).exists() else ""),
        file=sys.stderr,
    )
    shutil.rmtree(folder)
    return None


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument("--add", nargs="+", metavar="NAME")
    parser.add_argument("--first", type=int, metavar="N", help="only N packages of each registry")
    parser.add_argument("--jobs", type=int, default=4)
    options = parser.parse_args()
    root = options.directory.resolve()
    root.mkdir(parents=True, exist_ok=True)
    if options.add:
        registry, *names = options.add
        wanted = [Package(registry, name, "", "") for name in names]
    else:
        by_registry = groupby(listed(), key=lambda one: one.registry)
        wanted = [one for _, some in by_registry for one in islice(some, options.first)]
    wanted = [one for one in wanted if not (root / one.folder).is_dir()]
    if any(one.registry == "deb-src" for one in wanted) and not has_debian_sources():
        raise SystemExit(
            "apt's lists have no source packages: write `Types: deb deb-src`, then `apt-get update`"
        )
    groups = []
    for _, some in groupby(wanted, key=lambda one: one.registry):
        together = list(some)
        size = APT_AT_ONCE if together[0].registry.startswith("deb") else 1
        groups += [together[at : at + size] for at in range(0, len(together), size)]
    with ThreadPoolExecutor(options.jobs) as pool:
        found = list(chain.from_iterable(pool.map(lambda some: fetch(root, some), groups)))
    if options.add:
        known = {one[:2]: one for one in (listed() if LIST.exists() else [])}
        known.update({one[:2]: one for one in found})
        with LIST.open("w", encoding="utf-8", newline="") as out:
            rows = csv.writer(out, dialect="excel-tab", lineterminator="\n")
            rows.writerow(HEADER)
            rows.writerows(sorted(known.values()))
    print(f"{len(found)} of {len(wanted)} packages")


if __name__ == "__main__":
    main()
