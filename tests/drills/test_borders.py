"""The short forms of the drills at the borders, all at one bot; and that the drills see what is forbidden."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.work.importer import parse_and_check_file
from tests.drills import faults, forged, gateway, imports
from tests.drills.hall import FOREIGN, GAME, LOBBY, Hall, Place, custom_id
from tests.drills.lies import LIES, lies
from tests.drills.scenery import Scale, play

AT_THE_GATEWAY = (
    "reset while somebody acts",
    "delivered twice at once",
    "delivered again later",
    "delivered in another order",
)
FAILING = ("404 on the page", "lost answer to the page", "no file", "a channel is gone")


@pytest.fixture(scope="module")
def honest() -> Any:
    return imports.honest_game()


@pytest.mark.slow(seconds=6)
async def test_the_short_drills_at_the_borders(tmp_path: Path, honest: Any) -> None:
    async with Hall(tmp_path) as hall:
        tally = await forged.forge(hall, 64, 1)
        assert tally.faults() == []
        assert "no longer there" in await by_a_forged_card(hall)
        files = imports.Tally()
        await imports.there(hall, files, honest, 3, 1)
        assert files.faults == []
        scale = Scale(1, Random(1))
        scenes = {name: gateway.SCENES[name] for name in AT_THE_GATEWAY}
        scenes |= {name: faults.SCENES[name] for name in FAILING}
        assert await play(hall, scenes, scale) == []


async def by_a_forged_card(hall: Hall) -> str:
    """What the menu of Apps shows in a direct message, on a card that says it is of a table elsewhere."""
    dee, menu = hall.server.member("Dee"), "Show game at this card"
    place = Place(None, dee.dm())
    card = hall.message(place, custom_id(hall.ids[GAME], 1, "turn", ""), 2)
    return (await hall.menu(dee, place, menu, card["id"], {"messages": {card["id"]: card}})).text


async def test_every_lie_is_found_out(honest: Any) -> None:
    tally = imports.Tally()
    await imports.here(tally, honest, len(LIES), 2)
    assert tally.faults == []
    assert not isinstance(parse_and_check_file(json.dumps(honest).encode(), "en", None), str)


def test_the_lies_are_the_same_for_a_seed(honest: Any) -> None:
    before = copy.deepcopy(honest)
    few = [list(lies(5, 8, honest)) for _ in range(2)]
    assert few[0] == few[1]
    assert honest == before


# --- the law of the drill of forged interactions sees what is forbidden ---------------------------------


class Room:
    """What the law asks of a hall."""

    def __init__(self) -> None:
        self.ids = {GAME: 1, LOBBY: 2, FOREIGN: 4}
        self.home, self.abroad = {"id": "11"}, {"id": "12"}
        self.foreign = {"id": "40"}


class Person:
    def __init__(self, number: int, name: str) -> None:
        self.id, self.name = str(number), name


def law(table: str, row: tuple[Any, ...], place: str) -> list[str]:
    hall: Any = Room()
    where = Place(getattr(hall, place), hall.foreign if place == "abroad" else {"id": "10"})
    who: Any = Person(5, "Dee")
    actor = forged.Actor(who, where)
    before: dict[str, Counter[str]] = {table: Counter()}
    after = {table: Counter([repr(row)])}
    return forged.not_allowed(before, after, hall, [actor])


@pytest.mark.parametrize(
    ("table", "row", "place", "allowed"),
    [
        ("record", (1, 2, "p1", 9), "home", False),
        ("game", (1, "Quokka"), "abroad", False),
        ("seat", (2, "p2", 5), "home", True),
        ("seat", (2, "p2", 5), "abroad", False),
        ("game", (4, "Dingo"), "abroad", True),
        ("audit", (1, 9, "end"), "home", False),
        ("draft", (1, 5, "{}"), "home", True),
        ("draft", (1, 6, "{}"), "home", False),
    ],
)
def test_what_somebody_without_a_seat_may_change(table: str, row: Any, place: str, allowed: bool) -> None:
    assert (law(table, row, place) == []) is allowed
