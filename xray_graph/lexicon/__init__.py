"""Words: the one tokenisation of texts, maps and questions, below the stages that use it.

`read_corpus` reads all words of a map once, for the word index and for the embedder; `read_question`
says what a question asks for.
"""

from xray_graph.lexicon.corpus import DOC_LIMIT, Corpus, Rows, body_end, cut, read_corpus, weak_nodes, weak_of
from xray_graph.lexicon.question import Question, Token, read_question, weight_of
from xray_graph.lexicon.words import VERSION, Vocabulary, WordReader, parts_of, spaced, words_of

__all__ = [
    "DOC_LIMIT",
    "VERSION",
    "Corpus",
    "Question",
    "Rows",
    "Token",
    "Vocabulary",
    "WordReader",
    "body_end",
    "cut",
    "parts_of",
    "read_corpus",
    "read_question",
    "spaced",
    "weak_nodes",
    "weak_of",
    "weight_of",
    "words_of",
]
