"""The annotated corpora: each case folder is a small repository that says itself what must resolve."""

from __future__ import annotations

import pytest

from tests.resolve.corpus import HERE, cases, expectations, failures, files_of

ALL = [
    pytest.param(case, id=f"{language.name}/{case.name}")
    for language in sorted(HERE.iterdir())
    if language.is_dir() and not language.name.startswith("__")
    for case in cases(language.name)
]


@pytest.mark.parametrize("case", ALL)
def test_a_case_resolves_as_it_says(case):
    assert failures(case) == []


@pytest.mark.parametrize("case", ALL)
def test_a_case_says_something(case):
    said = [
        e
        for path, data in files_of(case).items()
        for e in expectations(path, data.decode("utf-8", "replace"))
    ]
    assert said
