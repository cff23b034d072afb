"""The command line: `xray graph COMMAND`. A thin shell; each command is one file on a library call.

Only click is imported here. A command's module is imported when that command runs, and the list
below carries the line that `xray graph --help` shows for it, so that help needs none of them.
Errors end here: laid out by `output.failure`, never as a traceback (unless `--debug` is given).
"""

from __future__ import annotations

import errno
import gc
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click

from xray_graph import __version__
from xray_graph.cli import output
from xray_graph.errors import ExitCode, UsageError, XrayError

# Heading → command → its line of help. The order is the order in which one meets them.
COMMANDS: Final[Mapping[str, Mapping[str, str]]] = {
    "Make a map": {
        "build": "Map repositories: one snapshot file each.",
    },
    "Ask it": {
        "search": "Find the nodes that a question or a name is about.",
        "node": "Show one node: its body and its relations in both directions.",
        "callers": "Who calls a node, transitively, with the call sites.",
        "callees": "What a node calls, transitively, with the call sites.",
        "services": "What runs: services with images, ports, dependencies.",
        "maps": "List the maps at hand.",
    },
    "Look at the file": {
        "inspect": "Show a snapshot's header.",
        "verify": "Check every digest and invariant of a snapshot.",
        "export": "Write a snapshot's nodes or edges as JSON lines.",
        "diff": "What changed between two snapshots.",
    },
    "Seal it": {
        "keygen": "Make a key for sealed maps.",
        "seal": "Encrypt snapshots, or encrypt them again to others.",
        "unseal": "Write a sealed snapshot in the clear.",
    },
    "Let it travel": {
        "publish": "Bring snapshots to a registry, as one image.",
        "pull": "Take the maps of an image into a folder.",
    },
    "Serve it": {
        "serve": "Answer over HTTP: REST and MCP on one port.",
        "serve-snapshots": "Answer over HTTP from a folder of snapshots.",
        "mcp": "Answer over standard input and output, for an MCP client.",
        "update": "Tell a running server which files changed.",
        "notes": "Write, search, list, export and import notes.",
        "install": "Join it to git, or to an MCP client.",
    },
}


# What other programs call an option of ours.
ELSEWHERE: Final = dict.fromkeys(("--port", "--host", "--bind", "--listen", "--http", "-p"), "--addr")


class Guided(click.Group):
    """A group that says of a command it does not have which one may be meant."""

    def near(self, word: str, ctx: click.Context) -> str:
        """What may be meant; "" when nothing is near."""
        import difflib

        return next(iter(difflib.get_close_matches(word, self.list_commands(ctx), n=1)), "")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            path, near = ctx.command_path, self.near(args[0], ctx)
            hint = f"did you mean {near}?" if near else f"{path} --help lists what there is"
            raise UsageError(f"there is no command {args[0]!r}", where=path, hint=hint) from error


class Commands(Guided):
    """A group whose commands are modules of this package, imported when they are asked for."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            output.abandon_stdout()  # the reader, `head` perhaps, has what it wanted
            return ExitCode.DONE

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx  # the same in every context
        return [name for section in COMMANDS.values() for name in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{__name__}.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        for heading, section in COMMANDS.items():
            with formatter.section(heading):
                formatter.write_dl(list(section.items()))


class Program(Guided):
    """The program; who leaves `graph` out is told."""

    def near(self, word: str, ctx: click.Context) -> str:
        del ctx  # of the commands that stand one step further in
        known = any(word in section for section in COMMANDS.values())
        return f"xray graph {word}" if known else ""


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", prog_name="xray-graph", message="%(prog)s %(version)s")
def xray() -> None:
    """X-Ray: what a code base is made of, and what hangs on what."""


@xray.group("graph", cls=Commands)
@click.version_option(__version__, "-V", "--version", prog_name="xray-graph", message="%(prog)s %(version)s")
def graph() -> None:
    """Derive a map from sources that already exist, and ask it what text search cannot answer.

    A map is one repository with its index. `build` writes it as a snapshot file; every other command
    reads one, or asks a running server.
    """


def _in_our_form(error: click.UsageError) -> UsageError:
    """What click says of a command line; of an option that other programs have, which of ours is meant."""
    path = error.ctx.command_path if error.ctx is not None else "xray"
    message, where = error.format_message().partition(". ")[0].rstrip("."), path
    hint = f"{path} --help lists what it takes"
    if isinstance(error, click.NoSuchOption):
        takes = [name for one in error.ctx.command.params for name in one.opts] if error.ctx else []
        meant = [ELSEWHERE.get(error.option_name, ""), *(error.possibilities or ())]
        near = " or ".join(name for name in meant if name in takes)
        message, hint = f"there is no option {error.option_name!r}", f"did you mean {near}?" if near else hint
    elif isinstance(error, click.BadParameter) and error.message and error.param is not None:
        message, where = error.message.rstrip("."), error.param.get_error_hint(error.ctx).strip("'")
    return UsageError(message[:1].lower() + message[1:], where=where, hint=hint)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name; None takes the process's); the exit code."""
    session = output.Session()
    try:
        code: Any = xray.main(args=arguments, prog_name="xray", standalone_mode=False, obj=session)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return ExitCode.USAGE
    except click.UsageError as error:
        output.failure(_in_our_form(error))
        return ExitCode.USAGE
    except (click.Abort, KeyboardInterrupt):
        output.note("stopped")
        return 130  # 128 + SIGINT, as every shell expects
    except XrayError as error:
        output.failure(error)
        if session.debug:
            output.trace()
        return error.exit_code
    except Exception as error:  # noqa: BLE001 - the outermost boundary: told in short
        told = _of_the_machine(error)
        if told is not None:
            output.failure(told)
        else:
            output.fault(error)
        if session.debug:
            output.trace()
        return ExitCode.FAILED
    return code if isinstance(code, int) else ExitCode.DONE


def _of_the_machine(error: Exception) -> XrayError | None:
    """A path that cannot be looked at (no permission, a long name) or a full disk is no fault of ours."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT) and not error.filename:
        return XrayError(f"the output cannot be written: {error.strerror}", hint="make room where it goes")
    if isinstance(error, OSError) and error.strerror and isinstance(error.filename, str | bytes):
        hint = "name one that is there and that you may use"
        return XrayError(f"cannot be used: {error.strerror}", where=os.fsdecode(error.filename), hint=hint)
    return None


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script: `run`, and the process ends with its exit code."""
    # For numpy, when it is imported: its threads for matrices wait by spinning, and nothing here needs them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    code = run(arguments)
    gc.freeze()  # or the interpreter looks for cycles in all that there is before it ends
    sys.exit(code)
