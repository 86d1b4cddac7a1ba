"""The end of a game: the card with its ranking, the same table again, the whole game and its file."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import func, select

import engine
from bot.cards.end import LATE_PICTURES, SHOWN_CHARTS
from bot.games import stored_games
from bot.store.game_rows import ENDED_BY_HAND
from bot.store.tables import outbox
from bot.words import t
from tests import toy
from tests.bot import databases
from tests.bot.playing import NoPictures
from tests.bot.tables import Table, confirmed, open_table
from tests.loopback import Message


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    async with open_table(tmp_path) as made:
        yield made


async def test_the_end_is_ranked_and_calls_all(table: Table) -> None:
    end = await played_out(table)
    assert table.pinged(end) == {"Ann", "Ben"}
    assert r"1\. " in end.text
    assert {f"chart-{chart}.png" for chart in SHOWN_CHARTS} <= set(end.files)
    assert not [m for m in table.channel_messages() if "Take turn" in m.labels]
    assert "cash" in end.text
    assert f", in {(await table.game()).round_title()} · {(await table.info()).revision} moves" in end.text
    assert {"Play again", "Whole game", "Export", "Log"} <= set(end.labels)
    await table.member("Ann").slash("/game new", title="TOY", name="Next")
    assert table.posts("## Next")


async def test_the_end_card_says_where_late_pictures_are(table: Table) -> None:
    told = (await played_out(table)).text
    assert t(LATE_PICTURES) not in told
    table.bot.pictures = NoPictures()  # type: ignore[assignment]
    await table.started("Ann", "Ben", options="length=short")
    await confirmed(table.member("Ann"), "/game end", reason="x")
    assert t(LATE_PICTURES) in table.posts("ended by hand")[-1].text


async def test_an_end_by_hand_says_so_beside_its_reason(table: Table) -> None:
    await table.started("Ann", "Ben", options="length=short")
    await confirmed(table.member("Ann"), "/game end", reason="x")
    assert " · ended by hand (x), in " in table.posts("the game is over")[0].text


async def played_out(table: Table) -> Message:
    """The card of the end of a table of Ann and Ben."""
    await table.started("Ann", "Ben", options="length=short")
    while (await table.info()).status == "running":
        [actor] = await table.on_move()
        kinds = [c.kind for c in (await table.game()).choices(await table.seat_of(actor))]
        await (table.act(actor, "prize", take="yes") if "prize" in kinds else table.act(actor, "pass"))
    return table.posts("the game is over")[0]


async def test_the_same_people_play_again(table: Table) -> None:
    end = await played_out(table)
    before = await table.info()
    assert "Only those who played" in (await table.member("Flo").click(end, "Play again")).text
    ben = table.member("Ben")
    assert "all who played have a seat" in (await ben.click(end, "Play again")).text
    [call] = table.posts("wants to play again")
    assert table.pinged(call) == {"Ann"}
    found = await stored_games.list_games(table.bot.games, guild_id=before.guild_id, statuses=("lobby",))
    [made] = found
    assert (made.owner_id, made.title, made.options) == (int(ben.id), before.title, before.options)
    assert {s.user_id for s in made.seats} == {s.user_id for s in before.seats}
    assert made.settings["order"] == "random"
    assert made.name == f"{before.name} (2)"
    again = await table.member("Ann").click(end, "Play again")
    assert "has an open game" in again.text
    assert (
        len(await stored_games.list_games(table.bot.games, guild_id=before.guild_id, statuses=("lobby",)))
        == 1
    )


async def test_the_whole_game_and_its_file_are_a_press_away(table: Table) -> None:
    end = await played_out(table)
    flo = table.member("Flo")
    assert "move 1 of" in (await flo.click(end, "Whole game")).text
    handed = await flo.click(end, "Export")
    [data] = handed.files.values()
    assert json.loads(data)["digest"] == (await table.game()).digest()


_TITLES = {
    "worth": "Worth of the players",
    "prices": "Share prices",
    "income": "Income",
    "certificates": "Certificates of the players",
    "trains": "Trains in use",
    "set": "No set of operating rounds is over yet",
}


@pytest.mark.parametrize("of", ["worth", "prices", "income", "certificates", "trains", "set"])
async def test_a_chart_shows_the_course_of_a_game(table: Table, of: str) -> None:
    await table.started("Ann", "Ben", title="1889")
    ann = table.member("Ann")
    shown = await ann.slash("/show chart", of=of)
    assert len(shown.message.images) == 1
    said = await ann.slash("/show chart", None, of=of, **{"as": "text"})
    assert _TITLES[of] in said.text
    assert "Auction" in said.text or of == "set"


async def test_what_tells_of_one_game_is_not_kept_for_the_next(table: Table) -> None:
    await table.started("Ann", "Ben", options="length=short")
    before, ann = await table.info(), table.member("Ann")
    await ann.click(await ann.slash("/game end", reason="late"), "Confirm: end the game")
    [end] = table.posts("the game is over")
    await ann.click(end, "Play again")
    [made] = await stored_games.list_games(table.bot.games, guild_id=before.guild_id, statuses=("lobby",))
    assert ENDED_BY_HAND not in made.settings


async def test_who_plays_again_alone_looks_for_others_and_calls_nobody(table: Table) -> None:
    await table.started("Ann", "Ben", options="length=short")
    before, ann, ben = await table.info(), table.member("Ann"), table.member("Ben")
    await ben.click(await ben.slash("/game resign"), "Confirm: give up the seat")
    await ann.click(await ann.slash("/game end", reason="late"), "Confirm: end the game")
    [end] = table.posts("the game is over")
    await ann.click(end, "Play again")
    await table.bot.sender.send_all_due()
    [made] = await stored_games.list_games(table.bot.games, guild_id=before.guild_id, statuses=("lobby",))
    assert len(made.seats) == 1
    assert made.settings["players"] == 2
    assert not await databases.value(table.bot.games.store, select(func.count()).select_from(outbox))
