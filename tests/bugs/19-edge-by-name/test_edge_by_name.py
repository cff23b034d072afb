"""A call to a library, builtin or global is bound to the only project method of that name.

Seen in DeusData/codebase-memory-mcp#2121, #1276, abhigyanpatwari/GitNexus#2545.
"""

from __future__ import annotations

import pytest

from tests.resolve.corpus import resolved

CASES = {
    "python": {
        "repo.py": b"class Repo:\n    def close(self):\n        pass\n\n    def fetch(self):\n        pass\n",
        "use.py": b"import socket\n\ndef f(s: socket.socket, u):\n    s.close()\n    u.close()\n    fetch(u)\n",
    },
    "go": {
        "go.mod": b"module m\n",
        "repo/r.go": b"package repo\n\ntype Repo struct{}\n\nfunc (Repo) Close() {}\n\nfunc Fetch() {}\n",
        "use.go": b'package m\n\nimport "net"\n\nfunc f(c net.Conn, a any) { c.Close(); Fetch(); a.Close() }\n',
    },
    "typescript": {
        "repo.ts": b"export class Repo { close() {} fetch() {} }\n",
        "use.ts": b"export function f(s: WebSocket, u: any) { s.close(); u.close(); fetch(u); }\n",
    },
    "java": {
        "m/Repo.java": b"package m; class Repo { void close() {} }\n",
        "n/Use.java": b"package n; class Use { void f(java.net.Socket s, Object o) { s.close(); o.close(); } }\n",
    },
    "rust": {
        "src/lib.rs": b"mod repo;\nfn f(s: std::fs::File, v: Vec<u8>) { s.close(); v.len(); fetch(); }\n",
        "src/repo.rs": b"pub struct Repo;\nimpl Repo { pub fn close(&self) {} pub fn len(&self) {} }\nfn fetch() {}\n",
    },
    "php": {
        "Repo.php": b"<?php namespace A; class Repo { function close() {} }\n",
        "use.php": b"<?php namespace B; function f(\\PDO $p, $u) { $p->close(); $u->close(); }\n",
    },
    "ruby": {
        "repo.rb": b"class Repo\n  def close; end\nend\n",
        "use.rb": b"def f(s)\n  s.close\n  File.open('x').close\nend\n",
    },
    "csharp": {
        "Repo.cs": b"namespace A { class Repo { public void Close() {} } }\n",
        "Use.cs": b"namespace B { class Use { void F(System.IO.Stream s, dynamic d) { s.Close(); d.Close(); } } }\n",
    },
    "cpp": {
        "repo.cc": b"struct Repo { void close() {} };\n",
        "use.cc": b"#include <fstream>\nvoid f(std::ifstream &s) { s.close(); }\n",
    },
    "c": {
        "repo.c": b"static int close_it(void) { return 0; }\n",
        "use.c": b"int f(void) { return close_it(); }\n",
    },
}


@pytest.mark.parametrize("language", CASES)
def test_a_name_alone_makes_no_edge(language):
    done = resolved(CASES[language])
    assert [e for result in done.edges.values() for e in result.edges if e.kind == "calls"] == []
    missed = [n for result in done.edges.values() for n in result.unresolved.values()]
    assert missed, "each call is counted with its reason"
