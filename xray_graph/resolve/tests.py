"""Which files are tests, by the conventions of their languages.

Folders (`tests/`, and `Cart.UnitTests/` as in .NET) and names (`cart_test.go`, `CartTest.java`, `tests.rs`).
Called by `resolution` and `links`, and by `retrieve`, which puts other code before them.
"""

from __future__ import annotations

import re
from typing import Final

_TEST_PATH: Final = re.compile(
    r"(^|/)((?i:tests?|testing|specs?|__tests__|testdata|e2e)|[^/]*[._a-z]Tests?)/|[_.-](test|spec)s?\.\w+$"
    r"|(^|/)(test_[^/]*|conftest|tests)\.py$|(^|/)tests\.rs$|(Tests?|TestCase|IT)\.(java|cs|php|kt)$",
)


def is_test_path(path: str) -> bool:
    """Whether a file is a test by its path."""
    return _TEST_PATH.search(path) is not None
