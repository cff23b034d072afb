class Graph:
    def __new__(cls, *args, **kwargs):
        return object.__new__(cls)

    def add(self): ...


class Text(str):
    def __new__(cls, text):
        made = str.__new__(cls, text)
        made.mark()  # -> ::Text.mark
        return made

    def mark(self): ...


class Pair(tuple):
    def __new__(cls, left, right):
        made = super().__new__(cls, (left, right))
        made.swap()  # -> ::Pair.swap
        return made

    def swap(self): ...


Graph().add()  # -> ::Graph, ::Graph.add
Text("a").mark()  # -> ::Text, ::Text.mark
Pair(1, 2).swap()  # -> ::Pair, ::Pair.swap
