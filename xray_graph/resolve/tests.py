"""Which files are tests, by the conventions of their languages. Called by `resolution` and `links`."""

from __future__ import annotations

import re
from typing import Final

_TEST_PATH: Final = re.compile(
    r"(^|/)(tests?|testing|spec|specs|__tests__|testdata|e2e)/|_test\.\w+$|(^|/)test_[^/]*\.py$|(^|/)conftest\.py$"
    r"|\.(test|spec)\.\w+$|(Test|Tests|IT)\.(java|cs|php|kt)$|_spec\.rb$",
)


def is_test_path(path: str) -> bool:
    """Whether a file is a test by its path."""
    return _TEST_PATH.search(path) is not None
