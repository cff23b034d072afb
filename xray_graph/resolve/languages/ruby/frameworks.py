"""What well-known classes outside derive from and include, as far as repositories open these again.

Of a class of tests that derives from `Minitest::Test` a method that a test helper adds to
`Minitest::Assertions` is one of its own. Called by `classes`.
"""

from __future__ import annotations

from typing import Final

_RAILS: Final = ("ActiveSupport::TestCase",)
ABOVE: Final[dict[str, tuple[str, ...]]] = {
    "Minitest::Test": ("Minitest::Assertions", "Minitest::Runnable"),
    "Minitest::Spec": ("Minitest::Test",),
    "Test::Unit::TestCase": ("Test::Unit::Assertions",),
    "ActiveSupport::TestCase": ("Minitest::Test",),
    "ActionDispatch::IntegrationTest": _RAILS,
    "ActionDispatch::SystemTestCase": ("ActionDispatch::IntegrationTest",),
    "ActionController::TestCase": _RAILS,
    "ActionView::TestCase": _RAILS,
    "ActionMailer::TestCase": _RAILS,
    "ActiveJob::TestCase": _RAILS,
    "Rails::Generators::TestCase": _RAILS,
}


def above(written: str) -> tuple[str, ...]:
    """What stands in the line of a class outside, itself first."""
    found = [written.removeprefix("::").replace("MiniTest::", "Minitest::")]
    for one in found:  # grows
        found += [other for other in ABOVE.get(one, ()) if other not in found]
    return tuple(found)
