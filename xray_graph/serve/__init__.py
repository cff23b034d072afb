"""The front door: HTTP (REST and MCP on one port) and MCP over standard input and output.

`tools` is the one table of what may be asked; `guard` stands in front of every route; the web and
MCP packages are imported only when a server really starts.
"""
