"""A small graph in which every column differs somewhere: the input of the tests of this folder."""

from __future__ import annotations

from xray_graph.model import Edge, Node

CART, TEST, DOC, WEB = "cart/cart.go", "cart/cart_test.go", "docs/adr/0007.md", "deploy/web.yaml"

NODES = [
    Node("", "", "repository"),
    Node("cart", "", "package", "go"),
    Node(CART, "", "file", "go", 1, 30, 0, 0, 600, attributes=("exported",)),
    Node(CART, "Cart", "struct", "go", 3, 6, 3, 20, 80, "type Cart struct", "Cart é.", ("exported",)),
    Node(
        CART, "Cart.Add", "method", "go", 8, 12, 9, 90, 200, "func (c *Cart) Add(i Item)", "", ("exported",)
    ),
    Node(CART, "find(int)", "function", "go", 14, 16, 14, 210, 300),
    Node(CART, "find(String)", "function", "go", 17, 20, 17, 310, 400),
    Node(CART, "total~2", "function", "go", 22, 24, 22, 410, 500),
    Node(TEST, "", "file", "go", 1, 9, 0, 0, 99),
    Node(TEST, "TestAdd", "function", "go", 2, 8, 2, 10, 90, attributes=("test", "exported")),
    Node(DOC, "", "document", "markdown", 1, 5, 0, 0, 50, doc="Why a cart"),
    Node(DOC, "Decision: keep <it>", "section", "markdown", 3, 5, 3, 20, 50),
    Node(WEB, "", "file", "yaml", 1, 9, 0, 0, 90),
    Node(WEB, "Deployment/web", "manifest", "yaml", 1, 9, 2, 0, 90),
    Node(WEB, "Image/shop", "image", "yaml"),
]

EDGES = [
    Edge("contains", ("", ""), ("cart", ""), "lexical"),
    Edge("contains", ("cart", ""), (CART, ""), "lexical"),
    Edge("contains", (CART, ""), (CART, "Cart"), "lexical", 3),
    Edge("contains", (CART, "Cart"), (CART, "Cart.Add"), "lexical", 9),
    Edge("calls", (CART, "Cart.Add"), (CART, "find(int)"), "lexical", 10),
    Edge("calls", (CART, "Cart.Add"), (CART, "find(String)"), "receiver", 10, dynamic=True, detail="look"),
    Edge("calls", (TEST, "TestAdd"), (CART, "Cart.Add"), "construction", 4),
    Edge("tests", (TEST, "TestAdd"), (CART, "Cart.Add"), "construction", 4),
    Edge("imports", (TEST, ""), ("cart", ""), "import", 1),
    Edge("implements", (CART, "Cart"), (CART, "find(int)"), "inherits", 3),
    Edge("documents", (DOC, "Decision: keep <it>"), (CART, "Cart"), "link", 4),
    Edge("references", (WEB, "Deployment/web"), (WEB, "Image/shop"), "declared-key", 7),
]
