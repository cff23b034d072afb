"""`xray graph node`: the tool get_graph_node on files, on a server, or on the map of where one stands."""

from xray_graph.cli.ask import command_for

command = command_for("get_graph_node")
