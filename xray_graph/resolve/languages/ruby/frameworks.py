"""What is known of well-known classes outside: what they derive from and include, what records are found by.

Of a class of tests that derives from `Minitest::Test` a method that a test helper adds to
`Minitest::Assertions` is one of its own. `Cart.find(1)` of a record is a Cart; `Cart.where(…)` has the
methods of the class and hands Carts to the blocks it is given. Called by `classes`, `values` and `handed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.resolve.languages.ruby.names import path_of
from xray_graph.resolve.languages.ruby.types import Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.ruby.classes import Classes

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


RECORDS: Final = frozenset({"ActiveRecord::Base", "ApplicationRecord"})
_FINDING: Final = """
    create create! build find find! find_by find_by! first first! last last! take take! sole find_sole_by
    find_or_create_by find_or_create_by! find_or_initialize_by create_or_find_by create_or_find_by!
"""
_FINDERS: Final = frozenset(_FINDING.split())
_RELATING: Final = """
    all where order reorder limit offset includes preload eager_load joins left_joins left_outer_joins group
    having distinct unscoped none lock readonly references rewhere or merge not reverse_order create_with
"""
_RELATIONS: Final = frozenset(_RELATING.split())
_ITERATING: Final = """
    each find_each map flat_map select reject any? all? none? each_with_index sum group_by index_by sort_by
    partition filter_map detect
"""
_EACH: Final = frozenset(_ITERATING.split())


def of_record(classes: Classes, t: Type, name: str) -> Type:
    """What a method that a class of records has from outside gives."""
    if t is None or t[0] != "C" or (name not in _FINDERS and name not in _RELATIONS):
        return None
    if not _is_record(classes, t[1]):
        return None
    return ("I", *t[1:]) if name in _FINDERS else t


def hands_on(name: str) -> bool:
    return name in _EACH


def of_each(classes: Classes, t: Type) -> Type:
    """What a class of records, or what is found of it, hands to a block."""
    return ("I", *t[1:]) if t is not None and t[0] == "C" and _is_record(classes, t[1]) else None


def _is_record(classes: Classes, full: str) -> bool:
    return bool(classes.derived("rb.record", full, lambda: _derives(classes, full), unknown=False))


def _derives(classes: Classes, full: str) -> bool:
    """Whether a class derives from one of Active Record's."""
    stated = classes.superclass(full)
    if stated:
        return _is_record(classes, stated)
    return any(
        how == "extends" and path_of(view, expression).removeprefix("::") in RECORDS
        for view, index in classes.parts(full)
        for how, expression in view.declarations[index].bases
    )
