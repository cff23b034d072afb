"""The retrieve stage: one map, one question.

    search(map, "where is the cart emptied", questions=Questions())
    node(map, "cart/cart.go::Cart.Add")
    callers(map, "Cart.Add", depth=2)      callees(map, "Cart.Add")
    services(map)                          services(map, "cart")

Which map to ask is `route`; nothing here writes or remembers anything but opened indexes.
"""

from xray_graph.retrieve.node import node
from xray_graph.retrieve.questions import Questions
from xray_graph.retrieve.replies import (
    AskedMap,
    CalleesReply,
    Caller,
    CallersReply,
    Found,
    Freshness,
    NodeDetail,
    NodeReply,
    Pointer,
    Relation,
    SearchReply,
    Site,
    ViaInterface,
)
from xray_graph.retrieve.search import search
from xray_graph.retrieve.services import Fact, Service, ServicesReply, services
from xray_graph.retrieve.traverse import callees, callers

__all__ = [
    "AskedMap",
    "CalleesReply",
    "Caller",
    "CallersReply",
    "Fact",
    "Found",
    "Freshness",
    "NodeDetail",
    "NodeReply",
    "Pointer",
    "Questions",
    "Relation",
    "SearchReply",
    "Service",
    "ServicesReply",
    "Site",
    "ViaInterface",
    "callees",
    "callers",
    "node",
    "search",
    "services",
]
