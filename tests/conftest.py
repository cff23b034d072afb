"""Fixtures of every test: a repository from a dict, and nobody's own settings or caches."""

from __future__ import annotations

import importlib
import os
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from xray_graph import testing


@pytest.fixture(autouse=True)
def clean_environment(tmp_path_factory, monkeypatch):
    """No XRAY_* or GIT_* of the caller, a fixed git identity, and a cache folder that is thrown away."""
    for name in list(os.environ):
        if name.startswith(("XRAY_", "GIT_")) or name == "SOURCE_DATE_EPOCH":
            monkeypatch.delenv(name)
    for name, value in testing.GIT_ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def repo(tmp_path):
    """`repo({"a.py": "..."}, name="shop", git=False)` → the folder it wrote."""

    def make(files, *, name="shop", git=False) -> Path:
        return testing.repo(files, tmp_path / name, git=git)

    return make


def real_part(name: str) -> str:
    """The path of a program that a test runs against. In CI it has to be there; elsewhere the test is skipped."""
    found = shutil.which(name)
    if found is None and os.environ.get("CI"):
        pytest.fail(f"{name} is not installed, and CI runs every test")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def real_library(name: str) -> ModuleType:
    """A library of an extra, for a module of tests. In CI it has to be there; elsewhere they are skipped."""
    try:
        return importlib.import_module(name)
    except ImportError:
        if os.environ.get("CI"):
            pytest.fail(f"{name} is not installed, and CI runs every test", pytrace=False)
        pytest.skip(f"{name} is not installed", allow_module_level=True)
