"""Updates: what changed in a tree, what must be done again, and the live map that is swapped meanwhile.

    LiveMap ─▶ territory (whose path is it) ─▶ writer ─▶ tree (which bytes changed) ─▶ parse ─▶ resolve
            ─▶ graph.patch, index.patch, vectors ─▶ Version

The result is the map that a build of the same tree gives, column for column. Called by the server.
"""

from xray_graph.update.flusher import Flushed
from xray_graph.update.live import LiveMap
from xray_graph.update.partial import Partial
from xray_graph.update.reply import UpdateReply, UpdateRequest
from xray_graph.update.territory import Territory
from xray_graph.update.version import Version

__all__ = ["Flushed", "LiveMap", "Partial", "Territory", "UpdateReply", "UpdateRequest", "Version"]
