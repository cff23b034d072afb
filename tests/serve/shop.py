"""A small repository and its map, for every test that asks questions: two packages, a test, prose."""

from __future__ import annotations

from pathlib import Path

from xray_graph import pipeline, testing
from xray_graph.config import BuildSettings, EmbedSettings

FILES = {
    "go.mod": "module example.com/shop\n\ngo 1.22\n",
    "cart/cart.go": """// Package cart keeps what a customer is about to buy.
package cart

// Store is where carts are kept between requests.
type Store interface {
	Save(c *Cart) error
}

// Cart holds the items of one customer.
type Cart struct {
	Items []string
	store Store
}

// Add puts an item into the cart and saves it.
func (c *Cart) Add(item string) error {
	c.Items = append(c.Items, item)
	return c.save()
}

// save writes the cart to its store.
func (c *Cart) save() error {
	return c.store.Save(c)
}
""",
    "cart/cart_test.go": """package cart

import "testing"

func TestAdd(t *testing.T) {
	c := &Cart{}
	c.Add("apple")
}
""",
    "pay/pay.go": """// Package pay takes the customer's money.
package pay

import "example.com/shop/cart"

// Charge asks the bank for the price of everything in the cart.
func Charge(c *cart.Cart) error {
	if err := c.Add("receipt"); err != nil {
		return err
	}
	return nil
}

// Till holds the day's takings.
type Till struct {
	sum int
}

// Add puts money into the till.
func (t *Till) Add(amount int) {
	t.sum += amount
}
""",
    "README.md": "# Shop\n\nA shop that sells apples.\n\n## Payment\n\n`Charge` takes the money.\n",
}
OTHER = {
    "weather.py": '''"""Forecasts the weather from measurements of stations."""


def forecast(station):
    """Tomorrow's temperature at a weather station."""
    return smooth(station)


def smooth(values):
    """Take the noise out of measurements."""
    return values
''',
    "README.md": "# Weather\n\nForecasts rain and temperature from weather stations.\n",
}


def build(files, folder: Path, name: str = "shop", *, embedder: str = "builtin") -> Path:
    """Map a repository of these files; the snapshot, in `folder`."""
    root = testing.repo(files, folder / "repositories" / name, git=True)
    settings = BuildSettings(embed=EmbedSettings(embedder=embedder))
    file, _ = pipeline.write(pipeline.build(root, settings), folder)
    return file
