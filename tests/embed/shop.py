"""A small graph with its texts: code, prose, a field, an unnamed function and a file that holds nothing."""

from __future__ import annotations

from xray_graph.graph import build_graph
from xray_graph.model import Node

LONG = b"def pay(order):\n" + b"    total = total + order.price\n" * 60 + b"    return lastword\n"
PROSE = (
    "# Carts\n\nHow a cart is kept between visits. Naïve 🛒 “quotes”.\n".encode()
    + b"More about carts. " * 600
)
CART = b"class Cart:\n    limit = 3\n    def add(self, item):\n        self.items.append(lambda: item)\n"
SOURCES = {"cart.py": CART, "docs/cart.md": PROSE, "pay.py": LONG, "empty.py": b"", "x.py": b"x"}


def node(path, symbol, kind, start=0, end=None, **more):
    end = len(SOURCES[path]) if end is None else end
    return Node(path, symbol, kind, "python", start_byte=start, end_byte=end, **more)


NODES = [
    node("cart.py", "", "file", doc="Carts of customers."),
    node("cart.py", "Cart", "class"),
    node("cart.py", "Cart.limit", "field", 16, 25),
    node("cart.py", "Cart.add", "method", 30, doc="Put an item in."),
    node("cart.py", "Cart.add.func@1", "function", 77, 90),
    node("docs/cart.md", "", "document"),
    node("docs/cart.md", "Carts", "section", 0, 80),
    node("pay.py", "", "file"),
    node("pay.py", "pay", "function"),
    node("empty.py", "", "file"),
    node("x.py", "", "file"),
    node("x.py", "x", "module"),
]
GRAPH = build_graph("shop", NODES, [])
