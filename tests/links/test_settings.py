"""Environment variables and configuration keys that code reads."""

from __future__ import annotations

from tests.links.shown import links
from tests.resolve.corpus import resolved


def test_variables_are_read_in_each_language():
    files = {
        "a.py": """\
import os
from os import environ, getenv
def f(key):
    os.environ["A"]; environ.get("B"); getenv("C"); os.getenv(key)
    os.environ["SET"] = 1
    del os.environ["GONE"]
def wanted(key):
    return os.environ[key]
class Config:
    environ = {}
    x = environ.get("no")
""",
        "a.ts": """\
const a = process.env.A, b = process.env['B']
const { C } = process.env
process.env.SET = 'x'
delete process.env.GONE
function f(process) { return process.env.NO }
""",
        "a.go": """\
package a

import "os"

func f() {
	os.Getenv("A")
	need(&x, "B")
}

func need(target *string, key string) { *target = os.Getenv(key) }
""",
        "A.java": 'class A { String f() { return System.getenv("A"); } }\n',
        "a.rb": "def f\n  ENV['A'] + ENV.fetch('B')\n  ENV['SET'] = 'x'\nend\n",
        "a.php": "<?php function f() { $_ENV['SET'] = 1; return getenv('A') . $_ENV[\"B\"]; }\n",
        "A.cs": 'using System;\nclass A { string F() => Environment.GetEnvironmentVariable("A"); }\n',
        "a.rs": 'use std::env;\nfn f() { env::var("A"); std::env::var("B"); }\n',
        "a.c": '#include <stdlib.h>\nint f(void) { return getenv("A") != 0; }\n',
        "b.c": 'int getenv(char *);\nint f(void) { return getenv("NO"); }\n',
    }
    found = {}
    done = resolved({path: text.encode() for path, text in files.items()})
    for path, result in done.edges.items():
        assert not result.failure
        for edge in result.edges:
            if edge.kind == "reads" and edge.target[1].startswith("env/"):
                found.setdefault(path, []).append(f"{edge.line} {edge.source[1]} {edge.target[1][4:]}")
    assert {path: sorted(reads) for path, reads in found.items()} == {
        "a.py": ["4 f A", "4 f B", "4 f C"],
        "a.ts": ["1  A", "1  B", "2  C"],
        "a.go": ["6 f A", "7 f B"],
        "A.java": ["1 A.f A"],
        "a.rb": ["2 f A", "2 f B"],
        "a.php": ["1 f A", "1 f B"],
        "A.cs": ["2 A.F A"],
        "a.rs": ["2 f A", "2 f B"],
        "a.c": ["2 f A"],
    }


def test_what_the_repository_itself_declares_under_a_library_s_name_reads_nothing():
    files = {
        "a/one.php": "<?php\nnamespace App;\nfunction getenv($name) {}\n",
        "a/two.php": "<?php\nnamespace App;\nfunction f() { getenv('A'); }\n",
        "a/zero.php": "<?php\nfunction g() { getenv('B'); }\n",
        "b/One.cs": "namespace App { public class Environment {\n"
        "public static string GetEnvironmentVariable(string name) => name; } }\n",
        "b/Two.cs": "using System;\nnamespace App { class Two { string F() =>\n"
        'Environment.GetEnvironmentVariable("A") + System.Environment.GetEnvironmentVariable("B"); } }\n',
        "c/process.ts": "export default { env: { A: '1' } };\n",
        "c/two.ts": "import process from './process';\nexport const a = process.env.A;\n",
        "c/three.ts": "import process from 'node:process';\nexport const b = process.env.B;\n",
    }
    assert links(files, "reads") == [
        "2 g -> outside/::env/B",
        "3 Two.F -> outside/::env/B",
        "2  -> outside/::env/B",
    ]


def test_settings_go_to_the_files_that_declare_them():
    files = {
        "svc/.env.example": "PORT=80\n",
        "svc/src/main/resources/application.yml": "shop:\n  max-items: 3\n",
        "svc/src/test/resources/application.yml": "shop:\n  max-items: 1\n",
        "svc/src/main/java/A.java": """\
import org.springframework.beans.factory.annotation.Value;
class A {
  @Value("${shop.maxItems:5}") int max;
  @Value("${not.declared}") int other;
  String port() { return System.getenv("PORT"); }
}
""",
        "svc/src/main/java/P.java": """\
import org.springframework.boot.context.properties.ConfigurationProperties;
@ConfigurationProperties(prefix = "shop") class P { int maxItems; }
""",
        "net/appsettings.json": '{"Shop": {"Url": "x"}}\n',
        "net/A.cs": """\
using Microsoft.Extensions.Configuration;
class A { string F(IConfiguration c, Dictionary<string, string> d) => c["Shop:Url"] + d["Shop:Url"]; }
""",
    }
    assert links(files, "reads") == [
        "2 A.F -> net/appsettings.json::Shop.Url",
        "5 A.port -> svc/.env.example::PORT",
        "3 A.max -> svc/src/main/resources/application.yml::shop.max-items",
        "2 P -> svc/src/main/resources/application.yml::shop",
    ]
