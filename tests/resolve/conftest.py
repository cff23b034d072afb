"""The cases' own files are sources to read, also those that are called like tests."""

collect_ignore_glob = ["*/*/*"]
