"""A question is what it names: function words are no tokens, words of change count less."""

from __future__ import annotations

from xray_graph.lexicon import read_question
from xray_graph.lexicon.question import CHANGE_WEIGHT


def tokens(text):
    return [token.text for token in read_question(text).tokens if not token.phrase]


def phrases(text):
    return [token.text for token in read_question(text).tokens if token.phrase]


def test_function_words_are_no_tokens():
    assert tokens("Where is the cart emptied, and how?") == ["cart", "emptied"]
    assert tokens("what does it do") == []


def test_an_identifier_is_its_parts_and_their_run():
    assert tokens("HTTPServer") == ["http", "server"]
    assert phrases("HTTPServer") == ["httpserver"]


def test_neighbouring_words_may_be_one_name():
    assert "streamwithcontext" in phrases("stream with context")
    assert "copycontext" not in phrases("copy the context")


def test_words_of_change_count_less():
    weights = {token.text: token.weight for token in read_question("Fix cookie parsing").tokens}
    assert weights["fix"] == CHANGE_WEIGHT
    assert weights["cookie"] == weights["parsing"] == 1.0


def test_a_task_begins_with_the_change_that_it_asks_for():
    assert read_question("Fix cookie parsing").task
    assert read_question("fix(cart): empty baskets").task
    assert read_question("jsx: support fragments").task
    assert not read_question("where is a fixture for cookies added?").task
    assert not read_question("cookie parsing").task
    assert not read_question("what changed in cookies").task


def test_what_is_said_as_a_question_is_asked():
    assert read_question("where is a cookie parsed").asked
    assert read_question("a cookie is parsed by what?").asked
    assert not read_question("cookie parsing").asked
    assert not read_question("fix what is parsed?").asked  # a task
    assert not read_question("").asked


def test_a_token_is_taken_once():
    assert tokens("cart Cart CART") == ["cart"]


def test_a_question_of_any_length_is_bounded():
    question = read_question(" ".join(f"alpha{chr(97 + k % 26)}{chr(97 + k // 26)}" for k in range(600)))
    assert len(question.tokens) <= 96
