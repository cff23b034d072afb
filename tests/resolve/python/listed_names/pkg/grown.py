def one(): ...


def two(): ...


def _three(): ...


def left(): ...


class Four: ...


__all__ = ["one"]
__all__.append("two")
__all__.extend(["_three", Four.__name__])
