"""reStructuredText: the outline of a page, its labels, links and names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from xray_graph.parse.documents import rst

PAGE = b"""\
.. _top:

====
Shop
====

.. currentmodule:: shop

Sells things, see :doc:`start` and `its code <../shop/cart.py>`_.

.. _adding:

Adding
------

Call :meth:`Cart.add`, ``cart.total()`` or :func:`~shop.cart.price`::

    :meth:`Cart.no`

Deeper
^^^^^^

.. code-block:: python

    ``no``

.. autoclass:: Basket
.. include:: more.txt

Paying
------
See :ref:`pay <adding>` and https://x.test/ :ref:`top`.

.. toctree::
   :maxdepth: 2

   start
   The end <end>
"""


def test_the_outline():
    facts = rst.extract(PAGE)
    assert [(d.kind, d.name, d.line, d.end_line) for d in facts.declarations] == [
        ("document", "Shop", 1, 38),
        ("section", "Adding", 13, 29),
        ("section", "Paying", 30, 38),
    ]
    assert [[p.name for p in d.parameters] for d in facts.declarations] == [["top"], ["adding"], []]
    assert [d.doc.partition(",")[0] for d in facts.declarations[:2]] == [
        "Sells things",
        "Call :meth:`Cart.add`",
    ]


def test_what_it_links_to_and_names():
    facts = rst.extract(PAGE)
    uses = [
        (r.kind, facts.strings[facts.expressions[r.expression][1]], r.line, facts.scopes[r.scope].declaration)
        for r in facts.references
    ]
    assert uses == [
        *(("link", "start", 9, 0), ("link", "../shop/cart.py", 9, 0)),
        *(
            ("code", "shop.Cart.add", 16, 1),
            ("code", "cart.total()", 16, 1),
            ("code", "shop.cart.price", 16, 1),
        ),
        *(("code", "shop.Basket", 27, 1), ("link", "more.txt", 28, 1)),
        *(
            ("label", "adding", 32, 2),
            ("label", "top", 32, 2),
            ("link", "start", 37, 2),
            ("link", "end", 38, 2),
        ),
    ]


def test_a_page_of_one_level_has_sections():
    facts = rst.extract(b"One\n===\n\nx\n\nTwo\n===\n")
    assert [(d.kind, d.signature) for d in facts.declarations] == [("document", "One"), ("section", "Two")]


def test_fields_at_the_top_are_attributes():
    (document,) = rst.extract(b":status: Accepted\n\nUse Go\n======\n").declarations
    assert document.attributes == ("status=Accepted",)


@given(st.text(alphabet=st.sampled_from("=-~ab:`._<>\n \t\r{}*\u00e9"), max_size=120))
def test_no_text_raises(text):
    data = text.encode()
    facts = rst.extract(data)
    assert all(0 <= d.start <= d.end <= len(data) and d.line >= 1 for d in facts.declarations)
