"""The environment variables and configuration keys that code reads.

A variable goes to the example environment that declares it nearest, else to its node outside; a
configuration key goes to the settings that declare it, under any way to write it, else it has no edge:
which file would hold it is not said. A function of the file that only passes its parameter on to one that
reads a variable reads what it is called with. Called by `links`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, NodeKind, Op
from xray_graph.resolve.documents.settings import canonical
from xray_graph.resolve.links.calls import calls_named
from xray_graph.resolve.links.modules import JAVASCRIPT

if TYPE_CHECKING:
    from xray_graph.model import Call, Reference
    from xray_graph.resolve.links.site import Site

# The callee's last name → its origins, and which argument names the variable.
_READERS: Final = {
    "Getenv": ("os.Getenv", "syscall.Getenv"),
    "LookupEnv": ("os.LookupEnv",),
    "getenv": ("os.getenv", "System.getenv", "java.lang.System.getenv", "getenv"),
    "get": ("os.environ.get", "Deno.env.get", "dotenv.dotenv_values().get"),
    "pop": ("os.environ.pop",),
    "GetEnvironmentVariable": (
        "Environment.GetEnvironmentVariable",
        "System.Environment.GetEnvironmentVariable",
    ),
    "[]": ("ENV.[]",),
    "fetch": ("ENV.fetch",),
    "var": ("std.env.var",),
    "var_os": ("std.env.var_os",),
    "config": ("decouple.config",),
}
# Reads of a configuration key.
_KEYED: Final = {
    "getProperty": (
        "System.getProperty",
        "java.lang.System.getProperty",
        "org.springframework.core.env.Environment().getProperty",
    ),
    "getRequiredProperty": ("org.springframework.core.env.Environment().getRequiredProperty",),
    "get": ("@nestjs/config.ConfigService().get",),
    "getOrThrow": ("@nestjs/config.ConfigService().getOrThrow",),
    **{
        name: (f"github.com/spf13/viper.{name}", f"github.com/spf13/viper.New().{name}")
        for name in (
            *("Get", "GetString", "GetInt", "GetBool", "GetDuration", "GetStringSlice", "GetFloat64"),
            *("GetInt64", "GetUint", "GetStringMap", "IsSet", "SetDefault", "UnmarshalKey"),
        )
    },
}
_CONFIGURATION: Final = re.compile(
    r"(?:Microsoft\.Extensions\.Configuration\.)?I?Configuration(?:Root|Manager|Section)?\(\)"
    r"|(?:Microsoft\.AspNetCore\.Builder\.)?WebApplication\.CreateBuilder\(\)(?:\.Build\(\))?\.Configuration"
)
_OF_CONFIGURATION: Final = frozenset({"GetValue", "GetSection", "GetRequiredSection"})
_PLACEHOLDER: Final = re.compile(r"[$#]\{\s*([A-Za-z_][\w.\-]*)\s*(?::[^}]*)?\}")
_VALUES: Final = frozenset(
    {
        "org.springframework.beans.factory.annotation.Value",
        "org.eclipse.microprofile.config.inject.ConfigProperty",
        "io.micronaut.context.annotation.Value",
        "io.micronaut.context.annotation.Property",
    }
)
_CALLED: Final = frozenset({*_READERS, *_KEYED, *_OF_CONFIGURATION, "GetConnectionString", "env"})
# A file that reads a setting by a call holds one of these words.
_TELLING: Final = (
    _CALLED - {"get", "pop", "config", "[]", "fetch", "var", "Get", "getOrThrow", "SetDefault"}
) | {
    *("environ", "Deno", "dotenv_values", "decouple", "ENV", "viper", "ConfigService", "Configuration"),
}
_PREFIXED: Final = "org.springframework.boot.context.properties.ConfigurationProperties"
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NO_PROCESS: Final = frozenset({"process", "node:process"})
_LIBRARIES: Final = frozenset({"stdlib.h", "cstdlib"})  # of C


def read(site: Site) -> None:
    """Add what one file reads."""
    view = site.view
    passing: dict[str, int] = {}  # a function that hands a parameter on → which one
    written = {one.start for one in view.facts.references if one.kind == "written"}
    for call in calls_named(view, _CALLED, 1) if not _TELLING.isdisjoint(view.strings) else ():
        if call.start not in written:
            _call(site, call, passing)
    for one in view.facts.references:
        if one.kind == "key" and one.start not in written:
            _key(site, one.expression, one.scope, one.line, passing)
            if view.head.language in JAVASCRIPT:
                _taken_out(site, one)
    if passing:
        _passed(site, passing)
    if view.head.language == "java":
        _annotations(site)


def _call(site: Site, call: Call, passing: dict[str, int]) -> None:
    row = site.row(call.expression)
    callee = row[2]
    while site.row(callee)[0] == Op.APPLY:
        callee = site.row(callee)[2]
    name = site.name(callee)
    readers, keyed = _READERS.get(name), _KEYED.get(name)
    if readers is not None or keyed is not None:
        origins = site.of(callee, call.scope) or _global(site, name)
        if origins.isdisjoint((*(readers or ()), *(keyed or ()))):
            return
        if site.is_own(callee, call.scope, call.start):
            return
        if readers is not None and origins.intersection(readers):
            key = site.text(row[3], call.scope)
            if key is not None:
                _variable(site, site.owner(call.scope), key, call.line)
            else:
                _handing(site, row[3], call.scope, passing)
        elif keyed is not None and origins.intersection(keyed):
            _setting(site, call.scope, site.text(row[3], call.scope), call.line)
    elif name in _OF_CONFIGURATION or name == "GetConnectionString":
        base = site.row(callee)
        if base[0] == Op.MEMBER and any(map(_CONFIGURATION.fullmatch, site.of(base[2], call.scope))):
            key = site.text(row[3], call.scope)
            if key is not None and name == "GetConnectionString":
                key = f"ConnectionStrings:{key}"
            _setting(site, call.scope, key, call.line)
    elif name == "env" and site.view.head.language == "php" and _is_laravel(site):
        key = site.text(row[3], call.scope)
        if key is not None:
            _variable(site, site.owner(call.scope), key, call.line)


def _global(site: Site, name: str) -> frozenset[str]:
    """`getenv` of C's and PHP's library, where nothing of the file is called so."""
    language = site.view.head.language
    if name != "getenv" or site.view.declared(0, name):
        return frozenset()
    if language in {"c", "cpp"} and any(one.module in _LIBRARIES for one in site.view.facts.imports):
        return frozenset({name})
    return frozenset({name}) if language == "php" else frozenset()


def _is_laravel(site: Site) -> bool:
    """Whether the package around a file requires the framework whose helper `env` is."""
    for path in site.project.files_called("composer.json"):
        folder = path.removesuffix("composer.json")
        if site.view.path.startswith(folder) and b'"laravel/framework"' in (site.project.config(path) or b""):
            return True
    return False


def _handing(site: Site, argument: int, scope: int, passing: dict[str, int]) -> None:
    """Note that the function around hands one of its parameters on as the name of a variable."""
    name = site.name(argument)
    caller = site.view.caller(scope)
    if not name or caller == NONE or site.row(argument)[0] != Op.NAME:
        return
    for number, parameter in enumerate(site.view.declarations[caller].parameters):
        if parameter.name == name:
            passing[site.view.symbols[caller]] = number


def _passed(site: Site, passing: dict[str, int]) -> None:
    """The calls of such functions in their own file."""
    names = {symbol.rpartition(".")[2] for symbol in passing}
    for call in calls_named(site.view, names, 1):
        row = site.row(call.expression)
        for path, symbol in site.handlers(row[2], call.scope, call.start):
            number = passing.get(symbol) if path == site.view.path else None
            if number is not None and len(row) > 3 + number:
                key = site.text(row[3 + number], call.scope)
                if key is not None:
                    _variable(site, site.owner(call.scope), key, call.line)


def _key(site: Site, expression: int, scope: int, line: int, passing: dict[str, int]) -> None:
    """`environ["A"]`, `process.env.A`, `configuration["a:b"]`."""
    row = site.row(expression)
    language = site.view.head.language
    name = site.view.strings[row[1]] if row[0] == Op.MEMBER and row[1] != NONE else None
    if row[0] == Op.INDEX and len(row) > 3:
        name = site.text(row[3], scope)
        if name is None and language == "python" and "os.environ" in site.of(row[2], scope):
            _handing(site, row[3], scope, passing)
    if name is None or row[0] not in (Op.INDEX, Op.MEMBER):
        return
    if language in JAVASCRIPT:
        if _is_process_env(site, row[2], scope):
            _variable(site, site.owner(scope), name, line)
    elif language == "php":
        _variable(site, site.owner(scope), name, line)
    elif language == "csharp":
        if any(map(_CONFIGURATION.fullmatch, site.of(row[2], scope))):
            _setting(site, scope, name, line)
    elif "os.environ" in site.of(row[2], scope):
        _variable(site, site.owner(scope), name, line)


def _taken_out(site: Site, one: Reference) -> None:
    """`const { A, B } = process.env`: the names that the pattern binds."""
    if not _is_process_env(site, one.expression, one.scope):
        return
    bound = [
        b for b in site.view.facts.bindings if b.kind == "part" and b.start >= one.start and b.value != NONE
    ]
    first = min((b.start for b in bound), default=0)
    for binding in bound:
        if binding.start == first and site.row(binding.value)[0] == Op.MEMBER:
            _key(site, binding.value, binding.scope, one.line, {})


def _is_process_env(site: Site, expression: int, scope: int) -> bool:
    """`process.env`, where `process` is Node's own, and `import.meta.env`."""
    row = site.row(expression)
    if row[0] != Op.MEMBER or site.view.name(expression) != "env":
        return False
    base = site.row(row[2])
    if base[0] == Op.LITERAL:
        return True
    if base[0] != Op.NAME or site.view.strings[base[1]] != "process":
        return False
    given = site.origins.definitions(site.view, "process", scope)
    if given is None:  # neither bound nor imported, from wherever
        return all(one.module in _NO_PROCESS for one in site.view.imports("process"))
    return bool(_NO_PROCESS & site.of(row[2], scope))


def _annotations(site: Site) -> None:
    """`@Value("${a.b:c}")` on fields, `@ConfigurationProperties("a")` on classes."""
    for index, one, decorator, origins in site.decorated():
        if _PREFIXED in origins and site.row(decorator)[0] == Op.CALL:
            named, places = site.keywords(decorator), site.positional(decorator)
            at = named.get("prefix", named.get("value", places[0] if places else NONE))
            prefix = site.text(at, one.scope)
            if prefix:
                _configured(site, site.view.symbols[index], prefix, one.line)
        if not origins & _VALUES or site.row(decorator)[0] != Op.CALL:
            continue
        symbol = site.view.symbols[index]
        given = site.row(decorator)[3:]
        for argument in given:
            row = site.row(argument)
            if row[0] == Op.KEYWORD and site.view.strings[row[1]] not in {"value", "name"}:
                continue
            text = site.text(argument, one.scope) or ""
            keys = _PLACEHOLDER.findall(text) or ([text] if row[0] == Op.KEYWORD and text else [])
            for key in keys:
                _configured(site, symbol, key, one.line)


def _variable(site: Site, symbol: str, name: str, line: int) -> None:
    if not _VARIABLE.fullmatch(name):
        return
    targets = site.declared(("env", name)) or [site.out.named(NodeKind.ENV, "env", name)]
    for target in targets:
        site.link(EdgeKind.READS, symbol, target, line)


def _setting(site: Site, scope: int, key: str | None, line: int) -> None:
    if key:
        _configured(site, site.owner(scope), key, line)


def _configured(site: Site, symbol: str, key: str, line: int) -> None:
    """A key of configuration; in capitals with underscores it may be a variable as well."""
    for target in site.declared(("setting", canonical(key))) or site.declared(("env", key)):
        site.link(EdgeKind.READS, symbol, target, line)
