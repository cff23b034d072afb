"""`python -m xray_graph.cli`: the console script, where that is not on hand."""

from xray_graph.cli import main

if __name__ == "__main__":
    main()
