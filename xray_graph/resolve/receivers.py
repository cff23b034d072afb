"""What the type of a receiver is known from, as far as the shape of an expression tells.

`new Cart().add()` is known from a construction, `cart().add()` from a result; a name from its declaration,
which its language has to find. Called by the resolvers of languages.
"""

from __future__ import annotations

from typing import Final

from xray_graph.model import Evidence, Op

# A language adds what only it knows of a shape; any other shape is a `RECEIVER`.
OF_SHAPE: Final = {
    int(Op.NEW): Evidence.CONSTRUCTION,
    int(Op.CALL): Evidence.RESULT,
    int(Op.MEMBER): Evidence.FIELD,
    int(Op.INDEX): Evidence.FIELD,
    int(Op.ELEMENT): Evidence.FIELD,
    int(Op.CAST): Evidence.ANNOTATION,
}
