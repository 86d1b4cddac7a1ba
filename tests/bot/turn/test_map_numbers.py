"""Hexes on the first page of a turn: numbered as on its picture, and each button says what it does."""

from __future__ import annotations

from typing import Any

from bot.turn.choosing.numbered_hexes import select_numbered_hexes
from bot.turn.pages import workspace
from bot.work.pool import Pool
from engine import Game
from tests.bot.limits import labels_of
from tests.bot.turn.test_chooser import session_of
from tests.titles.g18oe.building import major, turn
from tests.titles.g18oe.oe_late import major_phase, operating, with_major
from tests.titles.g18oe.test_18oe_transfer import two

REMOVAL = "Remove a token of Brandt & Brandau"


def engineers(*hexes: str) -> Game:
    """KBS may lay track, or remove these tokens of another player."""
    scenario = with_major(major_phase("BBE"), "KBS", cash=500, p1=60).own("p2", "BBE")
    for i, coord in enumerate(hexes, 1):
        scenario.state.markers[f"BBE{i}"] = (coord, 0)
    scenario.state.companies["BBE"].data["placed"] = len(hexes)
    return operating(scenario, "KBS", "track")


async def first_page(game: Game) -> Any:
    pool = Pool(1, processes=False)
    try:
        return (await workspace.build_turn_page(session_of(game, "p1", pool))).build().view
    finally:
        await pool.close()


async def test_a_button_for_a_hex_off_the_picture_says_what_it_does_and_has_no_number() -> None:
    view = await first_page(engineers("J23", "U32"))
    labels = labels_of(view)
    assert f"{REMOVAL}: Holyhead (J23)" in labels
    assert f"{REMOVAL}: Saint-Etienne (U32)" in labels


async def test_the_second_move_of_hexes_has_the_numbers_of_the_picture() -> None:
    scenario = major("GSWR", cash=100).own("p1", "BBE")
    view = await first_page(scenario.at("operating", "GSWR", "track", number=1, part=1).game())
    free = "Lay a tile with Brandt & Brandau: "
    laid = [label.rpartition(" · £")[0] or label for label in labels_of(view) if label[0].isdigit()]
    numbered = [label.removeprefix(free) for label in labels_of(view) if label.startswith(free)]
    assert len(laid) > len(numbered) > 1
    assert set(numbered) <= set(laid)


async def test_a_move_whose_only_hex_is_far_away_has_it_on_the_picture_of_its_page() -> None:
    session = session_of(turn(two("L37"), step="transfer"), "p1")
    found = select_numbered_hexes(session, session.decision_moves())
    assert (found.move_kind, found.hexes) == ("", ["L37"])
