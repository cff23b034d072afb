"""`xray graph services`: the tool services on files, on a server, or on the map of where one stands."""

from xray_graph.cli.ask import command_for

command = command_for("services")
