import aid
import json
import shop
from shop import Basket, prices  # imports src/shop/cart.py, src/shop/prices.py
from shop.missing import nothing

aid.give()  # -> scripts/aid.py::give [import]
shop.Basket()  # -> src/shop/cart.py::Cart [re-export]
shop.prices.price(1)  # -> src/shop/prices.py::price
Basket()  # -> src/shop/cart.py::Cart [re-export]
prices.price(2)  # -> src/shop/prices.py::price
nothing()  # -> nothing
json.dumps(1)  # -> nothing
