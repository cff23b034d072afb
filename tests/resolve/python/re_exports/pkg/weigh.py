__all__ = ["weigh"]


def weigh(): ...
