"""`POST /v1/update` and `/v1/flush`: what is asked, what is answered, and which repository each path is in.

A path is matched with the ground of each repository by its name alone; one that lies in none comes back
as `unowned` and is never opened. Relative paths count from the folder that the request names. Carried out
by the repositories' keepers, or by the processes that keep them. Called by `app`.
"""

from __future__ import annotations

import asyncio
import json
import posixpath
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Annotated, Any, Final

import msgspec

from xray_graph.errors import NotFoundError, ServerError, UsageError
from xray_graph.model import Skip
from xray_graph.retrieve import Freshness
from xray_graph.serve import client
from xray_graph.serve.keeper import Keeper
from xray_graph.update import UpdateReply, UpdateRequest

PATIENCE: Final = 60.0  # seconds until a client is told to stop waiting; the update goes on
_Path = Annotated[str, msgspec.Meta(max_length=4096)]


class Update(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may have changed. Without `files` and `since`, the whole tree is looked at."""

    files: Annotated[list[_Path], msgspec.Meta(max_length=100_000)] = []
    since: Annotated[str, msgspec.Meta(max_length=512)] = ""  # a revision: all that differs from it
    everything: bool = False
    folder: _Path = ""  # where relative files count from; it also chooses the repository
    map: list[str] = []  # labels; none: whatever `files` and `folder` are in
    flush: bool = False  # write the snapshots afterwards


class Flush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which snapshots to write."""

    map: list[str] = []  # labels; none: all


class UpdatedMap(msgspec.Struct, frozen=True):
    """One map after the update."""

    label: str
    version: int
    nodes: int
    edges: int
    rebuilt: str  # why all was made again, where that was needed
    freshness: Freshness | None


class Written(msgspec.Struct, frozen=True):
    """The snapshot of one map; `file` is null when the map has no folder to be written to."""

    label: str
    file: str | None
    content_digest: str


class Updated(msgspec.Struct, frozen=True, kw_only=True):
    """What became of each path. Paths are from the top of their repository; `unowned` as they were given."""

    updated: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    skipped: tuple[Skip, ...] = ()  # files without content in the map, and why
    unowned: tuple[str, ...] = ()  # in no repository that is served; never opened
    nodes: int = 0
    edges: int = 0
    resolved: int = 0  # files whose edges were worked out again
    embedded: int = 0  # texts that went to the embedder
    seconds: dict[str, float] = {}  # a phase, added up over the maps
    maps: tuple[UpdatedMap, ...] = ()
    written: tuple[Written, ...] = ()


class WrittenReply(msgspec.Struct, frozen=True):
    written: tuple[Written, ...]


def read(body: bytes, kind: type[msgspec.Struct]) -> msgspec.Struct:
    """The request in a body; an empty one asks for all.

    Raises:
        UsageError: it is not JSON, or not of that shape.
    """
    try:
        return msgspec.convert(read_object(body), kind)
    except ValueError as error:  # msgspec's, and those of text that is none
        hint = f"it may hold: {', '.join(kind.__struct_fields__)}"
        raise UsageError(str(error), where="the body", hint=hint) from None


def read_object(body: bytes) -> Mapping[str, Any]:
    """The JSON object in a body; an empty one when there is none.

    Raises:
        UsageError: it is no JSON object.
    """
    try:
        # The standard library's reader, because a name that is not UTF-8 comes as a lone surrogate.
        value = json.loads(body) if body.strip() else {}
    except (ValueError, RecursionError) as error:
        raise UsageError(str(error), where="the body", hint="send a JSON object") from None
    if not isinstance(value, dict):
        raise UsageError("is no JSON object", where="the body", hint="send a JSON object")
    return value


async def update(keepers: Sequence[Keeper], threads: Executor, asked: Update) -> Updated:
    """Carry an update out, over all repositories that it touches.

    Raises:
        UsageError: no such revision; a relative file without a folder.
        NotFoundError: no repository has the label.
        XrayError: an update failed; the maps before are still there.
    """
    loop = asyncio.get_running_loop()
    chosen = _chosen(keepers, asked.map)
    requests, unowned = await loop.run_in_executor(threads, _shared_out, chosen, asked)
    work = [_one(keeper, request, threads) for keeper, request in requests]
    try:
        replies = await asyncio.wait_for(asyncio.gather(*work), PATIENCE)
    except TimeoutError:
        raise ServerError(
            f"not done within {PATIENCE:.0f} seconds", hint="the update goes on; ask again in a moment"
        ) from None
    written: tuple[Written, ...] = ()
    if asked.flush:
        written = (await flush([keeper for keeper, _ in requests], threads, Flush())).written
    return _merged([(keeper, reply) for (keeper, _), reply in zip(requests, replies, strict=True)],
                   unowned, written)  # fmt: skip


async def flush(keepers: Sequence[Keeper], threads: Executor, asked: Flush) -> WrittenReply:
    """Write the snapshots of these maps.

    Raises:
        NotFoundError: no repository has the label.
        XrayError: one cannot be written; what was there before still is.
    """
    loop = asyncio.get_running_loop()
    chosen = _chosen(keepers, asked.map)
    work = [loop.run_in_executor(threads, _written, keeper) for keeper in chosen]
    return WrittenReply(tuple([await each for each in work]))


async def _one(keeper: Keeper, request: UpdateRequest, threads: Executor) -> UpdateReply:
    address = keeper.address
    if address is None:
        return await asyncio.wrap_future(keeper.submit(request))
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(threads, _of_holder, address, keeper, request)


def _of_holder(address: str, keeper: Keeper, request: UpdateRequest) -> UpdateReply:
    """The same, by the process that keeps the repository."""
    body = msgspec.json.encode({**msgspec.to_builtins(request), "folder": str(keeper.source.root)})
    told = msgspec.json.decode(client.post(address, "", "/v1/update", body), type=Updated)
    (map_,) = told.maps or (UpdatedMap(keeper.entry.label, 0, 0, 0, "", None),)
    return UpdateReply(
        label=map_.label, version=map_.version, updated=told.updated, unchanged=told.unchanged,
        removed=told.removed, skipped=told.skipped, unowned=told.unowned, nodes=told.nodes, edges=told.edges,
        resolved=told.resolved, embedded=told.embedded, seconds=told.seconds, rebuilt=map_.rebuilt,
    )  # fmt: skip


def _written(keeper: Keeper) -> Written:
    address = keeper.address
    if address is not None:
        reply = msgspec.json.decode(client.post(address, "", "/v1/flush", b"{}"), type=WrittenReply)
        return reply.written[0]
    done = keeper.flush()
    if done is None:
        return Written(keeper.entry.label, None, "")
    return Written(keeper.entry.label, str(done.path), done.header.content_digest.hex())


def _chosen(keepers: Sequence[Keeper], labels: Sequence[str]) -> list[Keeper]:
    by_label = {keeper.entry.label: keeper for keeper in keepers}
    for label in labels:
        if label not in by_label:
            known = ", ".join(sorted(by_label)) or "none"
            raise NotFoundError(
                f"no live repository is labelled {label!r}", where="map", hint=f"there are: {known}"
            )
    return [by_label[label] for label in dict.fromkeys(labels)] if labels else list(keepers)


def _shared_out(
    keepers: Sequence[Keeper], asked: Update
) -> tuple[list[tuple[Keeper, UpdateRequest]], tuple[str, ...]]:
    """What each repository is asked, and the paths that are in none."""
    if asked.folder and not asked.folder.startswith("/"):
        raise UsageError(f"{asked.folder!r} is no absolute path", where="folder")
    unowned: list[str] = []
    files: dict[int, list[str]] = {}
    for given in asked.files:
        path = _absolute(given, asked.folder, keepers)
        owners = [k for k, keeper in enumerate(keepers) if path and keeper.locate(path) is not None]
        for k in owners:
            files.setdefault(k, []).append(path)
        if not owners:
            unowned.append(given)
    whole = list(range(len(keepers)))
    if asked.folder:
        whole = [k for k in whole if _holds(keepers[k], asked.folder)]
    wide = asked.everything or bool(asked.since) or not asked.files
    if wide and not whole and asked.folder:
        unowned.append(asked.folder)
    touched = sorted(files.keys() | set(whole)) if wide else sorted(files)
    everything = asked.everything or not (asked.files or asked.since)
    requests = [
        (
            keepers[k],
            UpdateRequest(
                files=tuple(files.get(k, ())),
                since=asked.since if k in whole else "",
                everything=everything and k in whole,
            ),
        )
        for k in touched
    ]
    return requests, tuple(unowned)


def _absolute(path: str, folder: str, keepers: Sequence[Keeper]) -> str:
    """Empty when it cannot be told where a relative path counts from."""
    if folder or path.startswith("/"):
        return posixpath.join(folder, path)
    return path if len(keepers) == 1 else ""  # from the top of the only repository


def _holds(keeper: Keeper, folder: str) -> bool:
    """Whether a folder is in the repository, or the repository in the folder."""
    return keeper.source.root.is_relative_to(folder) or keeper.locate(folder) is not None


def _merged(
    replies: Sequence[tuple[Keeper, UpdateReply]], unowned: Sequence[str], written: tuple[Written, ...]
) -> Updated:
    all_of = [reply for _, reply in replies]
    seconds: dict[str, float] = {}
    for reply in all_of:
        for phase, spent in reply.seconds.items():
            seconds[phase] = round(seconds.get(phase, 0.0) + spent, 4)
    return Updated(
        updated=_joined(reply.updated for reply in all_of),
        unchanged=_joined(reply.unchanged for reply in all_of),
        removed=_joined(reply.removed for reply in all_of),
        skipped=tuple(skip for reply in all_of for skip in reply.skipped),
        unowned=(*unowned, *_joined(reply.unowned for reply in all_of)),
        nodes=sum(reply.nodes for reply in all_of),
        edges=sum(reply.edges for reply in all_of),
        resolved=sum(reply.resolved for reply in all_of),
        embedded=sum(reply.embedded for reply in all_of),
        seconds=seconds,
        maps=tuple(
            UpdatedMap(
                reply.label, reply.version, reply.nodes, reply.edges, reply.rebuilt, keeper.entry.freshness()
            )
            for keeper, reply in replies
        ),
        written=written,
    )


def _joined(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(path for each in lists for path in each)
