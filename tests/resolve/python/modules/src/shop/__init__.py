from .cart import Cart as Basket  # imports src/shop/cart.py
from . import prices  # imports src/shop/prices.py
