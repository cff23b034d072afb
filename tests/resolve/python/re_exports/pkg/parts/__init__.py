from .one import *
from . import two

__all__ = one.__all__ + two.__all__
