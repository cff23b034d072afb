"""Names that are not ASCII come octal-escaped from git, and are dropped.

Seen in colbymchenry/codegraph#661, colbymchenry/codegraph#543. That every call parts names by NUL is
held by tests/walk/test_git.py.
"""

from __future__ import annotations

from xray_graph.config import WalkSettings
from xray_graph.report import Silent
from xray_graph.walk import read_files, walk

FILES = {
    "目录/b.py": "b = 1\n",
    "naïve.py": "n = 1\n",
    'q"uote.py': "q = 1\n",
    "tab\there.py": "t = 1\n",
    "new\nline.py": "l = 1\n",
}


def test_every_name_is_there(repo):
    root = repo(FILES, git=True)
    found = walk(root, WalkSettings(), Silent())
    assert [file.path for file in found.files] == sorted(FILES)
    texts = read_files(root, found.files, WalkSettings(), Silent())
    assert {text.file.path: text.data.decode() for text in texts} == FILES
