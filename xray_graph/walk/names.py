"""What a file's name alone says: its language, and whether it is secret, binary, minified or generated.

Tables and one function, `by_name`; nothing is opened. What the bytes say comes later, in `detect`.
Adding a language is a line in a table here, and a folder in `grammars/` when it is to be parsed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final


def _table(rows: Mapping[str, str]) -> dict[str, str]:
    """Word → language, from language → words."""
    return {word: language for language, words in rows.items() for word in words.split()}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Extension, in lower case → language. `.h` is settled with the whole set in view, see `detect`.
EXTENSIONS: Final = _table(
    {
        "go": "go",
        "typescript": "ts mts cts",
        "tsx": "tsx",
        "javascript": "js jsx mjs cjs es6",
        "python": "py pyi pyw",
        "java": "java",
        "rust": "rs",
        "ruby": "rb rake ru gemspec podspec",
        "c": "c h",
        "cpp": "cc cpp cxx c++ hh hpp hxx h++ inl ipp tpp tcc txx ixx cppm ino",
        "php": "php php3 php4 php5 php7 php8 phtml",
        "csharp": "cs csx",
        "vue": "vue",
        "svelte": "svelte",
        "kotlin": "kt kts",
        "swift": "swift",
        "scala": "scala sc",
        "groovy": "groovy gradle",
        "dart": "dart",
        "lua": "lua",
        "perl": "pl pm",
        "r": "r",
        "julia": "jl",
        "haskell": "hs",
        "elixir": "ex exs",
        "erlang": "erl hrl",
        "clojure": "clj cljs cljc edn",
        "fsharp": "fs fsi fsx",
        "objc": "m mm",
        "cuda": "cu cuh",
        "zig": "zig",
        "starlark": "bzl star",
        "shell": "sh bash zsh ksh bats",
        "powershell": "ps1 psm1 psd1",
        "batch": "bat cmd",
        "sql": "sql ddl",
        "prisma": "prisma",
        "graphql": "graphql gql",
        "protobuf": "proto",
        "thrift": "thrift",
        "markdown": "md markdown mdown mkd mdx",
        "rst": "rst",
        "asciidoc": "adoc asciidoc",
        "rdoc": "rdoc",
        "text": "txt",
        "yaml": "yaml yml",
        "json": "json jsonc json5 geojson webmanifest",
        "toml": "toml",
        "ini": "ini cfg conf",
        "properties": "properties",
        "xml": "xml xsd xsl xslt csproj fsproj vbproj projitems props targets resx",
        "html": "html htm xhtml",
        "css": "css",
        "scss": "scss sass",
        "less": "less",
        "hcl": "tf hcl",
        "nix": "nix",
        "dockerfile": "dockerfile containerfile",
        "make": "mk mak",
        "cmake": "cmake",
        "template": "tpl",
        "svg": "svg",
    }
)

# `config.h.in`: what `configure` or CMake makes a header or a source of.
_MADE_OF: Final = frozenset({"c", "cpp"})

# Whole name, in lower case → language.
NAMES: Final = _table(
    {
        "dockerfile": "dockerfile containerfile",
        "make": "makefile gnumakefile",
        "cmake": "cmakelists.txt",
        "ruby": "rakefile gemfile vagrantfile podfile capfile guardfile brewfile fastfile dangerfile",
        "groovy": "jenkinsfile",
        "python": "sconstruct sconscript wscript",
        "starlark": "tiltfile build.bazel workspace.bazel module.bazel",
        "gomod": "go.mod go.work",
        "ini": ".gitmodules .editorconfig .flake8 .pylintrc .coveragerc",
        "toml": "pipfile",
        "json": ".babelrc .eslintrc .prettierrc .jshintrc",
        "yaml": ".clang-format .clang-tidy .yamllint",
        "shell": ".bashrc .bash_profile .profile .zshrc .envrc",
        "ignore": ".gitignore .dockerignore .npmignore .xrayignore .helmignore .eslintignore .prettierignore",
        "text": "license licence notice copying readme changelog authors contributors maintainers codeowners "
        "news todo",
    }
)

_EXACT: Final = {"BUILD": "starlark", "WORKSPACE": "starlark"}  # in lower case they are anything
_FIRST_PART: Final = re.compile(r"(dockerfile|containerfile|makefile)(?![a-z0-9])")

# The word that says that a file of settings is an example and holds no secret.
_EXAMPLE: Final = re.compile(r"(?:^|[._-])(?:example|sample|template|dist|defaults?|schema|tmpl)(?:[._-]|$)")
_ENVIRONMENT: Final = re.compile(r"^\.env(?:[._-].+)?$|.\.env$")

_SECRET_EXTENSIONS: Final = _words(
    "pem key p12 pfx pkcs12 jks jceks keystore bks ppk p8 pk8 kdb kdbx kwallet agekey gpg ovpn keytab tfstate"
)
_SECRET_NAMES: Final = _words(
    ".netrc _netrc .pgpass .my.cnf .htpasswd .npmrc .pypirc .git-credentials .dockercfg .vault-token "
    ".pgpass.conf .s3cfg .boto credentials.json kubeconfig secring.gpg terraform.tfstate.backup"
)

_BINARY_EXTENSIONS: Final = _words(
    # pictures, sound, film, fonts
    "png jpg jpeg gif bmp ico icns tif tiff webp avif heic psd xcf "
    "mp3 mp4 m4a m4v mov avi mkv webm wav ogg oga ogv flac aac "
    "ttf otf woff woff2 eot "
    # archives, packages, disk images
    "zip gz tgz bz2 tbz xz txz zst lz4 7z rar tar jar war ear aar whl egg deb rpm apk ipa dmg iso nupkg "
    # what compilers and tools write
    "o a so dylib dll exe lib obj pdb class pyc pyo pyd wasm node bin dat db sqlite sqlite3 mo "
    # documents that are no text
    "pdf doc docx xls xlsx ppt pptx odt ods odp "
    # numbers
    "npy npz parquet feather h5 hdf5 pt pth onnx safetensors pkl pickle shp dbf shx"
)

_MINIFIED: Final = re.compile(r"[.-]min\.(?:js|mjs|cjs|css)$|\.(?:js|css)\.map$|\.bundle\.js$")
_GENERATED: Final = re.compile(
    r"\.pb(?:\.gw|\.validate)?\.(?:go|cc|h|rb|py)$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:js|ts|d\.ts|rb)$"
    r"|^zz_generated\.|\.generated\.\w+$|[._]gen\.go$|\.designer\.cs$|\.g(?:\.i)?\.cs$|\.freezed\.dart$"
)
# What a package manager has settled. Long, written by a program, and nothing to ask about: no language.
_LOCK: Final = re.compile(
    r"(?:package-lock|npm-shrinkwrap)\.json$|(?:yarn|composer|cargo|poetry|pipfile|gemfile|flake|uv|pdm"
    r"|podfile|mix|pubspec|bun|deno)\.lockb?$|pnpm-lock\.ya?ml$|go\.(?:work\.)?sum$"
)


def by_name(name: str) -> tuple[str, tuple[str, ...]]:
    """(language or "", attributes in order) of a file called `name`, without its folder."""
    lower = name.lower()
    stem, _, extension = lower.rpartition(".")
    if not stem:  # no dot, or only the first character is one
        extension = ""
    elif extension in _BINARY_EXTENSIONS:
        return "", ("binary",)
    language = NAMES.get(lower) or EXTENSIONS.get(extension) or _EXACT.get(name, "")
    if extension == "in" and (made := EXTENSIONS.get(stem.rpartition(".")[2])) in _MADE_OF:
        language = made or ""
    if not language and (first := _FIRST_PART.match(lower)):  # Dockerfile.dev, Makefile.am
        language = NAMES[first[1]]
    elif extension in {"c", "h"} and name[-1] in "CH":
        language = "cpp"  # as compilers read an upper-case extension
    if _is_secret(lower, extension, language):
        return "", ("secret",)
    if _LOCK.match(lower):
        return "", ("generated",)
    if _ENVIRONMENT.search(lower):
        language = "dotenv"
    if _MINIFIED.search(lower):
        return language, ("generated", "minified")
    if _GENERATED.search(lower):
        return language, ("generated",)
    return language, ()


def _is_secret(lower: str, extension: str, language: str) -> bool:
    if lower in _SECRET_NAMES or extension in _SECRET_EXTENSIONS:
        return True
    if lower.startswith("id_"):
        return not language  # a key (`id_ed25519`, `id_rsa.bak`), and not `id_map.go`
    return bool(_ENVIRONMENT.search(lower)) and not _EXAMPLE.search(lower.replace(".env", ""))
