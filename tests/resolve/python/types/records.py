import asyncio
import dataclasses
from functools import reduce
from typing import NamedTuple, TypedDict


class Boat:
    def sail(self): ...


class Storm:
    def text(self): ...


class Trip(TypedDict):
    boat: Boat
    storm: Storm


class Berth(NamedTuple):
    boat: Boat
    storm: Storm


@dataclasses.dataclass
class Dock:
    boat: Boat


def typed(trip: Trip, berth: Berth, dock: Dock, boats: list[Boat]):
    trip["boat"].sail()  # -> ::Boat.sail
    trip["storm"].text()  # -> ::Storm.text
    trip["storm"].sail()  # -> nothing
    berth[0].sail()  # -> ::Boat.sail
    berth[-1].text()  # -> ::Storm.text
    berth[0].text()  # -> nothing
    dataclasses.replace(dock, boat=None).boat.sail()  # -> ::Boat.sail
    reduce(max, boats).sail()  # -> ::Boat.sail
    reduce(lambda told, boat: told, boats, Storm()).text()  # -> ::Storm, ::Storm.text


def make() -> Boat: ...


async def threads():
    (await asyncio.to_thread(make)).sail()  # -> ::Boat.sail
