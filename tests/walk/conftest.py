"""What the tests of the walk share: walk a folder and see paths, skips and notes."""

from __future__ import annotations

import pytest

from xray_graph.config import WalkSettings
from xray_graph.report import BuildReport, Recorder
from xray_graph.walk import read_files, walk


class Walked:
    """The result of a walk, as tests ask for it."""

    def __init__(self, root, settings):
        self.report = BuildReport()
        self.settings = WalkSettings(**settings)
        recorder = Recorder(self.report)
        self.result = walk(root, self.settings, recorder)
        self.repository = self.result.repository
        self.files = {file.path: file for file in self.result.files}
        self.paths = [file.path for file in self.result.files]
        self.skips = {skip.path: (skip.reason.value, skip.detail) for skip in self.result.skips}
        self.notes = self.report.notes

    def reasons(self):
        """Path → reason, of what was left out; git's own folder apart."""
        return {path: reason for path, (reason, _) in self.skips.items() if path != ".git/"}

    def texts(self):
        """Path → Text, of every file."""
        recorder = Recorder(self.report)
        root = self.repository.root
        return {text.file.path: text for text in read_files(root, self.result.files, self.settings, recorder)}


@pytest.fixture
def walked():
    """`walked(root, exclude=("x",))` walks and gives a Walked."""
    return lambda root, **settings: Walked(root, settings)
