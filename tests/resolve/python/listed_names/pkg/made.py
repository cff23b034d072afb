def plain(): ...


def _hidden(): ...


__all__ = [name for name in dir() if name[0] != "_"]
