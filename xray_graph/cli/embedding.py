"""Who embeds: the flags that commands share which make vectors or ask questions, and what is said of it.

Text leaves this machine only for the address that a flag names, and the address is told before anything is
sent. The key is in the environment, never in a flag: others can read a process's arguments.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from xray_graph.cli import output

if TYPE_CHECKING:
    from xray_graph.config import EmbedSettings

OPTIONS: Final = (
    click.option(
        "--embedder", type=click.Choice(["builtin", "openai", "none"]), help="What makes the vectors."
    ),
    click.option(
        "--embedding-endpoint",
        metavar="URL",
        help="For openai: where text is sent. The key is in XRAY_EMBEDDING_KEY.",
    ),
    click.option("--embedding-model", metavar="M", help="For openai: which model."),
    click.option(
        "--embedding-plain-http",
        is_flag=True,
        help="For openai: allow HTTP without encryption to another machine.",
    ),
)
FLAGS: Final = ("embedder", "embedding_endpoint", "embedding_model", "embedding_plain_http")


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags; they reach the command as one value, `embedding`: those of `config.build_settings`."""

    @functools.wraps(command)
    def gathered(*arguments: Any, **flags: Any) -> Any:
        return command(*arguments, embedding={name: flags.pop(name) for name in FLAGS}, **flags)

    for option in reversed(OPTIONS):
        gathered = option(gathered)
    return gathered


def parameters() -> list[click.Parameter]:
    """The flags, for a command that is put together by hand."""

    def nothing() -> None: ...

    for option in reversed(OPTIONS):
        nothing = option(nothing)
    found: list[click.Parameter] = nothing.__dict__["__click_params__"]
    return found[::-1]


def read(flags: Mapping[str, Any]) -> EmbedSettings:
    """What the flags and the environment say, for a command that answers questions.

    Raises:
        UsageError: they do not fit together.
    """
    from xray_graph.config import build_settings

    return build_settings(None, {name: flags[name] for name in FLAGS}).embed


def tell(settings: EmbedSettings) -> None:
    """Say where text is going to be sent, before it is.

    Raises:
        UsageError: the settings name no address that it may be sent to.
    """
    if settings.embedder != "openai":
        return
    from xray_graph.embed import destination

    output.note(f"text is sent to {destination(settings)} for its vectors, by {settings.model}")
