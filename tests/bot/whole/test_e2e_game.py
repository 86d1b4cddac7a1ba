"""Games by thumb: every decision of three members through the pages, a restart, the ranking.

The middle of a game goes by without a card. `python -m tests.drills whole` plays it all by thumb.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games import moves
from bot.post.sender import Sender
from engine import Game, Record
from tests.bot.harness import Postbox
from tests.bot.playing import IN_ORDER, NoPictures, Players, deal_by, play_on, take_over
from tests.bot.tables import Table, open_table
from tests.loopback.wire import PNG_MAGIC
from tests.walks import Onward

pytestmark = pytest.mark.slow(seconds=25)

SEED, MOST = 3, 6000
"""The seed of the players, and presses after which a game counts as stuck."""

DRAWN = 8
"""Presses with pictures at the beginning."""

RESTART = 80
"""Moves after which the bot is restarted; the middle of the game follows."""

BANK_BREAKERS = {"18EZ": 4, "1889": 5}
"""Seeds of a chance that has broken the bank from there on; if it does not, others are tried."""

SERVED = ("1889",)
"""Titles whose middle the service plays, move by move; that of others is stored in one write."""

PATIENCE = 60.0
"""Seconds that the bot may take to come to rest: all of a long turn's cards are posted in one go."""


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    deal_by(monkeypatch, IN_ORDER)
    # The simulated Discord waits for timers of the next half minute, which is longer than an answer may take.
    monkeypatch.setattr("bot.games.announcements.STEP_DELAY_MS", 0)
    # What a search finds in time would change the game.
    monkeypatch.setattr("bot.work.searches.SHORT_SECONDS", 0.0)
    async with open_table(tmp_path, settle_timeout=PATIENCE) as made:
        yield made


@pytest.mark.parametrize("title", ["18EZ", "1889"])
async def test_a_game_through_components(table: Table, title: str) -> None:
    await table.started("Ann", "Ben", "Cy", title=title, order="join")
    players, real = Players(table, SEED), table.bot.pictures
    restarted = False
    while not (game := await players.game()).state.ended:
        assert players.presses < MOST, game.round_title()
        if players.presses == DRAWN:
            assert players.page is not None
            assert table.with_button("Take turn").images[0][0][:8] == PNG_MAGIC
            table.bot.pictures = NoPictures()  # type: ignore[assignment]
        if not restarted and game.revision > RESTART:
            before = game.digest()
            await table.restart()
            restarted = True
            assert (await table.game()).digest() == before
            table.bot.pictures = NoPictures()  # type: ignore[assignment]
            await play_silently(table, title)
            players.page = None
            continue
        await players.press(game)
    assert restarted
    assert real is not table.bot.pictures
    await check_end(table, players)


async def play_silently(table: Table, title: str) -> None:
    """The game goes on until an operating round has broken the bank; only its last card is posted."""
    games = table.bot.games
    wake, games.wake_sender = games.wake_sender, lambda: None
    records = to_the_end_of_the_bank(await table.game())
    game = await (serve(table, records) if title in SERVED else take_over(table, records))
    assert is_bank_broken(game)
    await Sender(table.bot.store, Postbox()).send_all_due()
    games.wake_sender, before = wake, game.revision
    await play_on(table, SEED, lambda game: game.revision > before)


def is_bank_broken(game: Game) -> bool:
    return game.state.bank < 0 and game.state.cursor.round == "operating"


def to_the_end_of_the_bank(game: Game) -> list[Record]:
    """What a chance does that breaks the bank before a player goes bankrupt."""
    first = BANK_BREAKERS[game.title.key]
    for seed in range(first, first + 50):
        trial, records = Onward(game, seed), list[Record]()
        while not trial.game.state.ended:
            if is_bank_broken(trial.game):
                return records
            records.append(trial.step())
    pytest.fail("all games go bankrupt")


async def serve(table: Table, records: Sequence[Record]) -> Game:
    """Let the service make these moves."""
    info = await table.info()
    with table.env._bot_scope():
        for action in (record.action for record in records):
            assert action is not None
            user = info.holder_id_of(action.player)
            assert user is not None
            done = await moves.make_move(
                table.bot.games, info.id, user, action.kind, action.args, seat=action.player
            )
            assert done.ok, done.text
    return await table.game()


async def check_end(table: Table, players: Players) -> None:
    game, info = await table.game(), await table.info()
    assert info.status == "ended"
    [card] = table.posts("the game is over", r"1\. ")
    scores, sign = game.scores(), game.title.data.currency
    for seat, score in scores.items():
        assert f"<@{info.holder_id_of(seat)}>: {sign}{score:,}" in card.text
    assert table.pinged(card) == {"Ann", "Ben", "Cy"}
    page = await table.member("Ann").slash("/turn")
    assert "the game is over" in page.text
    assert f"{max(scores.values()):,}" in page.text
    for kind in ("bid", "buy_item", "par", "buy_share", "lay_tile", "buy_train", "done", "w_run"):
        assert players.used[kind], (kind, players.used)
    assert not [m.text for m in table.channel_messages() if "went wrong" in m.text]
