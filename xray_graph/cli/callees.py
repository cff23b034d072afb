"""`xray graph callees`: the tool find_callees on files, on a server, or on the map of where one stands."""

from xray_graph.cli.ask import command_for

command = command_for("find_callees")
