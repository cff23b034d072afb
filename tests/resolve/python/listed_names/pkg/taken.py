from .grown import *
from .grown import __all__ as _grown


def own(): ...


__all__ = list(("own",))
__all__ += _grown
