"""The resolve stage: the facts of all files become nodes and edges, by the rules of each language.

    project (facts, views, world) ─▶ languages, documents: one resolver a family ─▶ resolution, links
    incremental: all of it, and again only what a change can reach    record: what it found, to be kept

A resolver sees other files through `world` alone, which notes each question; so what a change reaches is
known. Called by the pipeline and by updates. Pure: it reads no file, and configuration comes in as bytes.
"""
