"""A small repository of our own, in two languages and prose, to ask the questions a person would ask."""

from __future__ import annotations

FILES = {
    "README.md": """# Market

Sells fruit over the counter and online.

## Refunds

A refund is granted within fourteen days. See `Refund.grant` for the rule.

## Opening hours

The market opens at seven.
""",
    "market/__init__.py": "",
    "market/cart.py": '''"""Carts of customers who have not paid yet."""

from market.price import total_price


class Cart:
    """What one customer is about to buy."""

    limit = 50

    def __init__(self, owner):
        self.owner = owner
        self.items = []

    def add(self, item, count=1):
        """Put an item into the cart, unless it is full."""
        if len(self.items) + count > self.limit:
            raise OverflowError("the cart is full")
        self.items.extend([item] * count)

    def empty(self):
        """Throw everything out."""
        self.items.clear()

    def checkout(self, wallet):
        """Pay for all items and empty the cart."""
        wallet.withdraw(total_price(self.items))
        self.empty()
''',
    "market/price.py": '''"""What things cost."""

VAT = 0.07


def total_price(items):
    """The sum of all prices with value added tax and any discount."""
    net = sum(price_of(item) for item in items)
    return round(net * (1 + VAT) - discount(items, net), 2)


def price_of(item):
    return PRICES[item]


def discount(items, net):
    """Five percent off for ten items or more."""
    return net * 0.05 if len(items) >= 10 else 0


PRICES = {"apple": 0.5, "pear": 0.6}
''',
    "market/refund.py": '''class Refund:
    """Money that goes back to a customer."""

    def __init__(self, order):
        self.order = order

    def grant(self, today):
        """Whether the goods were returned within fourteen days."""
        return (today - self.order.day).days <= 14
''',
    "market/session.py": '''import secrets


def open_session(store, user):
    """Log a user in: make a random token and remember whose it is."""
    token = secrets.token_urlsafe(32)
    store[token] = user
    return token


def close_session(store, token):
    """Log a user out."""
    store.pop(token, None)


def read_cookie(header):
    """The session token in a Cookie header."""
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == "session":
            return value
    return None
''',
    "market/server.py": '''import json


class HTTPServer:
    """Answers requests of the shop's web page."""

    def __init__(self, routes):
        self.routes = routes

    def handle(self, request):
        """Find the handler whose path matches and call it; 404 when none does."""
        for path, handler in self.routes:
            if request.path.startswith(path):
                return self.send_json(handler(request))
        return 404, b"not found"

    def send_json(self, value):
        """Encode a value as JSON."""
        return 200, json.dumps(value).encode()


def retry_with_backoff(call, times=3):
    """Call again after a failure, waiting longer each time."""
    for attempt in range(times):
        try:
            return call()
        except OSError:
            wait = 2**attempt
    raise TimeoutError(wait)
''',
    "tests/test_cart.py": """from market.cart import Cart


def test_add_puts_an_item_into_the_cart():
    cart = Cart("ann")
    cart.add("apple")
    assert cart.items == ["apple"]


def test_a_full_cart_takes_no_item():
    cart = Cart("ann")
    cart.limit = 0
""",
    "go.mod": "module example.com/market\n\ngo 1.22\n",
    "stock/stock.go": """// Package stock counts what lies in the store room.
package stock

import "errors"

// ErrSoldOut is returned when fewer pieces are left than were asked for.
var ErrSoldOut = errors.New("sold out")

// Shelf holds the pieces of one product.
type Shelf struct {
	Product string
	pieces  int
}

// Take removes pieces from the shelf, or fails with ErrSoldOut.
func (s *Shelf) Take(n int) error {
	if n > s.pieces {
		return ErrSoldOut
	}
	s.pieces -= n
	return nil
}

// Refill orders new pieces from the supplier when the shelf runs low.
func (s *Shelf) Refill(minimum int) {
	if s.pieces < minimum {
		s.pieces += orderFromSupplier(s.Product, minimum-s.pieces)
	}
}

func orderFromSupplier(product string, n int) int {
	return n
}
""",
}

# A question, and the symbol that answers it.
QUESTIONS = (
    ("where is an item put into the cart?", "Cart.add"),
    ("how is the total price with tax computed?", "total_price"),
    ("who gets a discount?", "discount"),
    ("when is a refund granted?", "Refund.grant"),
    ("how does a user log in?", "open_session"),
    ("read the session token from the cookie header", "read_cookie"),
    ("which handler answers a request path?", "HTTPServer.handle"),
    ("call again after a failure", "retry_with_backoff"),
    ("what happens when a product is sold out?", "Shelf.Take"),
    ("order new pieces from the supplier", "orderFromSupplier"),
)
