"""The fewest presses for each act of each title, counted on the components that the bot sends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import Game
from tests.bot.moments import Find, Moment, any_of, first_bid, first_of, moments, outbid, turn_of
from tests.bot.scenes import staged
from tests.bot.taps import Thumb
from tests.titles.g18oe.oe_late import major_phase, stock, with_major, with_minor

SEATS = {"p1": "Ann", "p2": "Ben", "p3": "Cy"}


@dataclass(frozen=True)
class Aim:
    """An act in a title and the most presses that it may take.

    It is looked for in random games, or in a position ``at`` which they come to late.
    """

    title: str
    name: str
    find: Find
    most: int
    at: Callable[[], Game] | None = None

    def __str__(self) -> str:
        return f"{self.title} {self.name}"


PASS, RAISE, RUN_AND_END, FIRST_BID, BUY, SELL, START = 1, 2, 2, 3, 2, 3, 4
TURN, FULL_TURN, MINOR, THREE_TILES, MERGER = 7, 10, 5, 12, 6
SHORT = turn_of("lay_tile", "run", "dividend")
LAST = turn_of("run", "dividend")
FULL = turn_of("lay_tile", "place_token", "run", "dividend", "buy_train")


def majors() -> Game:
    """A stock round: the first player may sell shares of three majors, and merge two minors into two."""
    scenario = with_minor(with_minor(major_phase("B", "G"), "B"), "G", zone="IT")
    for major in ("GWR", "KBS"):
        with_major(scenario, major, p1=40, p2=20)
    with_major(scenario, "MIDI", p2=40, p1=20)
    game = stock(scenario)
    for seat, name in SEATS.items():
        game.state.players[seat].name = name
    return game


AIMS = [
    *(Aim(t, "pass", first_of("pass"), PASS) for t in ("1889", "18EZ", "1862", "1826", "18OE")),
    *(Aim(t, "raise", outbid, RAISE) for t in ("1889", "18EZ", "1862", "1826", "18OE")),
    *(Aim(t, "run, pay, end", LAST, RUN_AND_END) for t in ("1889", "18EZ", "1862", "1826", "18OE")),
    *(Aim(t, "first bid", first_bid, FIRST_BID) for t in ("1889", "18EZ", "1862", "1826", "18OE")),
    *(Aim(t, "buy", first_of("buy_share"), BUY) for t in ("1889", "18EZ", "1862", "1826", "18OE")),
    *(Aim(t, "sell", first_of("sell_shares"), SELL) for t in ("1889", "18EZ", "1862", "1826")),
    Aim("18OE", "sell", first_of("sell_shares"), SELL, majors),
    *(Aim(t, "sell any", any_of("sell_shares", 3), SELL) for t in ("1889", "18EZ", "1862", "1826")),
    Aim("18OE", "sell any", any_of("sell_shares", 3), SELL, majors),
    *(Aim(t, "start", any_of("par"), START) for t in ("1889", "18EZ", "1862", "1826")),
    Aim("18OE", "start", any_of("float_regional"), START),
    *(Aim(t, "turn", SHORT, TURN) for t in ("1889", "18EZ", "1862", "1826", "18OE")),
    *(Aim(t, "full turn", FULL, FULL_TURN) for t in ("1889", "18EZ", "1862", "1826", "18OE")),
    Aim("18OE", "minor", any_of("float_minor"), MINOR),
    Aim("18OE", "three tiles", turn_of("lay_tile", "lay_tile", "lay_tile", "run", "dividend"), THREE_TILES),
    Aim("18OE", "merger", any_of("merge_minor"), MERGER, majors),
    Aim("1862", "merger", any_of("merge"), MERGER),
]


def built(aim: Aim) -> Moment:
    """The moment in the position of an aim; the first player acts there."""
    assert aim.at is not None
    game = aim.at()
    acts = aim.find(game, "p1")
    assert acts is not None
    return game, "p1", acts


async def presses(at: Moment, path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    """How many presses an act takes, and which."""
    game, seat, acts = at
    async with staged(path, monkeypatch, game, careful=False) as scene:
        thumb = Thumb(scene, scene.table.member(SEATS[seat]), seat)
        return await thumb.do(*acts), thumb.told


@pytest.mark.slow(seconds=5)
@pytest.mark.parametrize("title", ["1889", "18EZ", "1862", "1826", "18OE"])
async def test_no_act_takes_more_presses_than_its_aim(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cards.quick.SEARCH_SECONDS", 60)
    aims = [aim for aim in AIMS if aim.title == title]
    found = moments(title, tuple(aim.find for aim in aims if aim.at is None))
    too_many = dict[str, list[str]]()
    for number, aim in enumerate(aims):
        folder = tmp_path / str(number)
        folder.mkdir()
        moment = found[aim.find] if aim.at is None else built(aim)
        taps, told = await presses(moment, folder, monkeypatch)
        print(f"TAPS {aim} {taps} of {aim.most}: {told}")
        if taps > aim.most:
            too_many[str(aim)] = told
    assert len(aims) > 8
    assert too_many == {}
