"""Notes as Markdown: out and in again, by us and by people."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.errors import NotFoundError, UsageError
from xray_graph.notes import KINDS, LONGEST, Note, export_notes, import_notes
from xray_graph.notes.markdown import from_markdown, to_markdown

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), min_size=1, max_size=60)
NOTES = st.builds(
    Note,
    id=st.text("0123456789abcdef", min_size=16, max_size=16),
    title=TEXT,
    text=TEXT.filter(str.strip),
    kind=st.sampled_from(KINDS),
    about=st.lists(TEXT, max_size=3).map(tuple),
    tags=st.lists(TEXT, max_size=3).map(tuple),
    written=st.integers(0, 2**40),
    expires=st.none() | st.integers(0, 2**40),
)


@given(NOTES)
def test_out_and_in_again(note):
    assert from_markdown(to_markdown(note), "x.md", 0) == note


@given(NOTES)
def test_other_readers_of_front_matter_take_it(note):
    head = to_markdown(note).split("\n---\n", 1)[0].removeprefix("---\n")
    assert yaml.safe_load(head)["title"] == note.title


def test_a_folder_of_notes(tmp_path):
    notes = [
        Note("0" * 16, "One", "The first.", written=1),
        Note("1" * 16, "Two", "# The\n\nsecond", written=2),
    ]
    files = export_notes(notes, tmp_path / "out")
    assert [file.name for file in files] == [f"{note.id}.md" for note in notes]
    assert import_notes([tmp_path / "out"]) == notes


def test_what_a_person_writes_is_taken(tmp_path):
    file = tmp_path / "carts.md"
    file.write_text(
        "---\ntitle: Why carts expire\nkind: decision\nauthor: Ada\n---\n\nBecause of the stock.\n"
    )
    (note,) = import_notes([file], now=86_400)
    assert (note.title, note.kind, note.text) == ("Why carts expire", "decision", "\nBecause of the stock.")
    assert (note.written, note.expires) == (86_400, 91 * 86_400)


def test_a_file_without_a_head_is_a_note_and_the_same_one_again(tmp_path):
    file = tmp_path / "plain.md"
    file.write_text("# Carts\n\nThey expire.\n")
    first, again = import_notes([file]), import_notes([file])
    assert first[0].title == "Carts"
    assert [note.id for note in first] == [note.id for note in again]


@pytest.mark.parametrize(
    "text",
    ["", "---\ntitle: x\n", '---\nkind: "opinion"\n---\nx', '---\nid: "../../etc"\n---\nx',
     '---\nwritten: "now"\n---\nx', '---\ntags: {"a": 1}\n---\nx', "x" * (LONGEST + 1)],
)  # fmt: skip
def test_what_is_no_note_is_refused_with_its_name(tmp_path, text):
    file = tmp_path / "bad.md"
    file.write_text(text)
    with pytest.raises(UsageError, match="bad.md"):
        import_notes([file])


def test_two_notes_of_one_id_are_refused(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.md").write_text(f'---\nid: "{"0" * 16}"\n---\n{name}\n')
    with pytest.raises(UsageError, match="one id|the id"):
        import_notes([tmp_path])


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(NotFoundError):
        import_notes([tmp_path / "none.md"])
