__all__ = ["listed", "_private"]


def listed(): ...


def unlisted(): ...


def _private(): ...
