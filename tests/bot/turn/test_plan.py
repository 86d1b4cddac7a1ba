"""`/plan`: a member plans for himself, on a simulated Discord."""

from __future__ import annotations

from typing import Any

from tests.bot.playing import NoPictures, play_on, step_is
from tests.bot.tables import Table
from tests.simtable import SimMember


async def first(ann: SimMember, command: str, option: str, typed: str = "", **given: Any) -> str:
    """The first value that autocompletion offers."""
    found = await ann.autocomplete(command, option, typed, **given)
    assert found
    return str(found[0]["value"])


async def test_a_plan_is_made_by_lists_alone_and_takes_nothing_from_the_game(table: Table) -> None:
    ann, before = table.member("Ann"), (await table.game()).digest()
    assert "You plan nothing yet." in (await ann.slash("/plan show")).text
    tile = await first(ann, "/plan tile", "tile", "57", where="F4")
    page = await ann.slash("/plan tile", where="Purple", tile=tile)
    assert page.ephemeral
    assert "1. tile 57 on Purple Springs (F4)" in page.text
    where = await first(ann, "/plan token", "where", "F4", company="PS&W")
    await ann.slash("/plan token", company="PS&W", where=where)
    train = await first(ann, "/plan train", "train", "2", company="PS&W")
    page = await ann.slash("/plan train", company="PS&W", train=train)
    assert "2. a marker of PS&W on Purple Springs (F4)" in page.text
    assert "3. 2-train for PS&W" in page.text
    assert "**Best run of PS&W: $0** (now $0)" in page.text
    assert (await table.game()).digest() == before
    assert "You plan nothing yet." in (await table.member("Ben").slash("/plan show")).text


async def test_a_plan_has_runs_and_is_taken_back_step_by_step_also_after_a_restart(table: Table) -> None:
    ann = table.member("Ann")
    turn = {"F4": "W, E", "F2": "NW-E"}
    for where, tile in (("F4", "57"), ("F2", "8")):
        found = await ann.autocomplete("/plan tile", "tile", f"Tile {tile} ·", where=where)
        value = next(c["value"] for c in found if turn[where] in c["name"])
        await ann.slash("/plan tile", where=where, tile=value)
    await ann.slash("/plan token", company="PS&W", where="F4")
    await ann.slash("/plan train", company="PS&W", train="2-train")
    await table.restart()
    table.bot.pictures = NoPictures()  # type: ignore[assignment]
    page = await ann.slash("/plan show", company="PS&W")
    assert "**Best run of PS&W: $50** (now $0)" in page.text
    assert "Exact" in page.text or "No routes earn more." in page.text
    await ann.click(page, "Take back the last")
    assert "4." not in page.text
    await ann.click(page, "Clear")
    assert "You plan nothing yet." in page.text


async def test_what_does_not_fit_is_refused_in_a_sentence(table: Table) -> None:
    ann = table.member("Ann")
    said = [
        (await ann.slash("/plan tile", where="F4", tile="57")).text,
        (await ann.slash("/plan tile", where="F4", tile="9 0")).text,
        (await ann.slash("/plan tile", where="Atlantis", tile="9 0")).text,
        (await ann.slash("/plan train", company="PS&W", train="no such")).text,
    ]
    assert said[0] == "Take the tile and its direction from the list."
    assert "city" in said[1]
    assert "is no place" in said[2]
    assert "is none or several of" in said[3]
    assert "You plan nothing yet." in (await ann.slash("/plan show")).text


async def test_what_the_game_has_overtaken_is_marked(table: Table) -> None:
    ann = table.member("Ann")
    game = await play_on(table, 3, step_is("track"))
    waiting = game.waiting()
    assert waiting is not None
    hexes = game.options(waiting.players[0], "lay_tile", "hex")
    coord = hexes[0].value  # type: ignore[index]
    tile = await first(ann, "/plan tile", "tile", where=coord)
    page = await ann.slash("/plan tile", where=coord, tile=tile)
    assert "⚠" not in page.text
    await play_on(table, 3, lambda g: coord in g.state.tiles)
    assert "⚠" in (await ann.slash("/plan show")).text


async def test_a_typed_move_that_ends_a_later_trial_turn_shows_its_page(table: Table) -> None:
    ben = table.member("Ben")
    await table.be_careful(ben)
    await ben.slash("/plan turn")
    page = await ben.slash("/act buy", item="SLR")
    assert "Ben buys Short Line Railroad for $20" in page.text
