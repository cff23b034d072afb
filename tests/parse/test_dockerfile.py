"""Dockerfiles: stages with what they are made from, copy from, listen on and start."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from xray_graph.parse.documents import dockerfile


def uses(text):
    facts = dockerfile.extract(text.encode())
    return [(r.kind, facts.strings[facts.expressions[r.expression][1]], r.line) for r in facts.references]


def test_variables_count_where_they_are_stated():
    text = (
        "ARG TAG=1\nFROM a:${TAG} AS one\nARG TAG=2\nENV PORT=80\nEXPOSE $PORT\nFROM b:$TAG\nEXPOSE $PORT ${TAG}\n"
        "ARG TAG\nEXPOSE ${TAG}\nFROM c:${OTHER:-3}\nFROM d:$MORE\n"
    )
    facts = dockerfile.extract(text.encode())
    assert [name for kind, name, _ in uses(text) if kind == "image"] == ["a:1", "b:1", "c:3", "d:$MORE"]
    assert [d.attributes for d in facts.declarations][:2] == [
        ("port=80",),
        ("port=$PORT", "port=${TAG}", "port=1"),
    ]


def test_a_backquote_at_the_end_of_a_line_continues_only_where_it_is_said():
    assert [name for _, name, _ in uses("FROM a\nRUN x=`date`\nCOPY --from=b / /\n")] == ["a", "b"]
    said = "# escape=`\nFROM a\nRUN x `\n  y\nCOPY --from=b / /\n"
    assert uses(said) == [("image", "a", 2), ("image", "b", 5)]


def test_lines_that_only_go_on_are_no_instruction():
    assert uses("  \\\n  \\\n") == []


def test_what_is_mounted_from_a_stage():
    text = (
        "FROM a AS one\nFROM b\nRUN --mount=type=bind,from=one,target=/x --mount=type=cache,target=/y make\n"
    )
    assert uses(text) == [("image", "a", 1), ("image", "b", 2), ("stage", "one", 3)]


def test_a_program_is_started_from_the_package_that_it_is_built_from():
    text = (
        "FROM go AS build\nRUN go mod download && go build -o /out/api ./cmd/api\nFROM scratch\n"
        'COPY --from=build /out/api /srv/\nENTRYPOINT ["/srv/api"]\n'
    )
    assert ("package", "./cmd/api", 5) in uses(text)
    assert not [one for one in uses(text.replace("/srv/api", "/srv/other")) if one[0] == "package"]


@given(st.text(alphabet=st.sampled_from("FROM RUNCOPYas<=-$\\`\n\"'[]{}#:/ab"), max_size=150))
def test_no_text_raises(text):
    facts = dockerfile.extract(text.encode())
    assert all(d.line <= d.end_line for d in facts.declarations)
