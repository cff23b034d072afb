"""`xray graph callers`: the tool find_callers on files, on a server, or on the map of where one stands."""

from xray_graph.cli.ask import command_for

command = command_for("find_callers")
