__all__ = []


def other(): ...
