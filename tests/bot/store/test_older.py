"""Databases that an older version wrote in the middle of a game: nothing is lost, and the game goes on.

`older/README.md` says what they hold.
"""

from __future__ import annotations

import gzip
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.games.history import sentences_of_record
from bot.operate.review import review_games
from bot.store import open_store
from bot.votes import service as voting
from bot.words import using_language
from engine import TITLES
from engine.checks.random_play import RandomPlayer
from tests.bot.playing import NoPictures
from tests.bot.tables import Table, make_bot

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parent / "older"
PLAYERS = ("Ann", "Ben", "Cy")


@dataclass(frozen=True)
class Older:
    """What a database holds: the position, what is open, who is to act, and when it was written (seconds).

    ``undo_to`` is the move to which the vote goes back; ``keeper`` is the player whose seat Flo would like.
    """

    title: str
    digest: str
    revision: int
    offer: tuple[str, str]
    actor: str
    order: tuple[str, str]
    at: int
    chosen: str = ""
    undo_to: int = 0
    keeper: str = ""

    @property
    def vote(self) -> str:
        """The kind of the vote, by the label with which it goes on."""
        return "Agree" if self.undo_to or self.keeper else "Wait on"


KEPT = (
    Older("18EZ", "aae375120aff01f1", 52, ("o1", "Cy"), "Ben", ("Ben", "BCRR"), 1795692333, "Offer for",
          keeper="Ann"),
    Older("1862", "882e58880a3dd143", 41, ("o1", "Ben"), "Cy", ("Ben", "WVR"), 1795692340, undo_to=31),
    Older("1826", "7c6943845c3feb6e", 46, ("o2", "Ben"), "Cy", ("Cy", "Paris"), 1795778747),
    Older("1889", "aaebd7707074869c", 45, ("o1", "Cy"), "Ann", ("Ben", "KO"), 1795692352, "Buy TER",
          undo_to=35),
    Older("18OE", "d6bb69efdba111e3", 80, ("o1", "Cy"), "Ben", ("Ann", "BJV"), 1795692365,
          "Expand BEL at once", keeper="Ann"),
)  # fmt: skip

each = pytest.mark.parametrize("older", KEPT, ids=lambda older: older.title)


def restored(older: Older, file: Path) -> Path:
    """The database as that version left it."""
    with closing(sqlite3.connect(file)) as db:
        db.executescript(gzip.decompress((FOLDER / f"{older.title}.sql.gz").read_bytes()).decode())
    return file


@asynccontextmanager
async def table_of(older: Older, folder: Path) -> AsyncIterator[Table]:
    """The bot of now on that database, at the time at which it was written."""
    restored(older, folder / "games.db")
    table = Table(folder, await make_bot(folder))
    table.bot.games.now = lambda: older.at
    table.bot.pictures = NoPictures()  # type: ignore[assignment]
    try:
        async with table:
            yield table
    finally:
        for bot in table.bots:
            await bot.close()


@each
async def test_the_games_verify(older: Older, tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{restored(older, tmp_path / 'games.db')}")
    try:
        [found] = [finding async for finding in review_games(store, check_rules=True)]
        assert (found.damage, found.has_wrong_checksum, found.replay_difference) == ("", False, "")
    finally:
        await store.close()


@each
async def test_what_was_open_is_open(older: Older, tmp_path: Path) -> None:
    async with table_of(older, tmp_path) as table:
        game = await table.game()
        assert (game.revision, game.digest()) == (older.revision, older.digest)
        assert list(game.state.offers) == [older.offer[0]]
        who, company = older.order
        assert f"the best routes of {company}" in (await table.member(who).slash("/auto list")).text
        assert "**Daily digest** 20:00" in (await table.member("Ann").slash("/remind settings")).text
        assert "Europe/Berlin" in (await table.member("Ben").slash("/remind settings")).text
        assert older.chosen in (await table.member(older.actor).slash("/turn")).text
        [vote] = await voting.list_open_votes(table.bot.games, (await table.info()).id)
        assert len(vote.ballots) == 1


@each
async def test_its_log_is_told_in_another_language(older: Older, tmp_path: Path) -> None:
    async with table_of(older, tmp_path) as table:
        game = await table.game()
        with using_language("de"):
            lines = [line for record in game.log for line in sentences_of_record(game, record)]
    assert len(lines) > 30
    english = r"\b(the|buys|bids|passes|sells|pays|begins|takes|runs|local|express|freight|trains?|shares?)\b"
    assert [line for line in lines if re.search(english, line)] == []


@each
async def test_the_vote_goes_on(older: Older, tmp_path: Path) -> None:
    async with table_of(older, tmp_path) as table:
        for name in PLAYERS:
            page = await table.member(name).slash("/turn")
            while "Back" in page.labels:
                page = await table.member(name).click(page, "Back")
            if older.vote in page.labels and await voting.list_open_votes(table.bot.games, 1):
                await table.member(name).click(page, older.vote)
        assert await voting.list_open_votes(table.bot.games, 1) == []
        game, info = await table.game(), await table.info()
        if older.undo_to:
            assert (len(game.active_records), game.revision) == (older.undo_to, older.revision + 1)
        else:
            assert game.revision == older.revision
        seated = {str(seat.user_id) for seat in info.seats}
        assert (table.member("Flo").id in seated) == bool(older.keeper)


@each
async def test_play_goes_on(older: Older, tmp_path: Path) -> None:
    offer, asked = older.offer
    async with table_of(older, tmp_path) as table:
        await table.act(table.member(asked), "decline_offer", offer=offer)
        dice = RandomPlayer(TITLES[older.title], 3)
        for _ in range(4):
            action = dice.action(await table.game())
            user = str((await table.info()).holder_id_of(action.player))
            member = next(m for m in table.people.values() if m.id == user)
            await table.act(member, action.kind, **action.args)
        game = await table.game()
        assert game.revision >= older.revision + 5
        assert "Take turn" in table.channel_messages()[-1].labels
        await table.restart()
        assert (await table.game()).digest() == game.digest()
