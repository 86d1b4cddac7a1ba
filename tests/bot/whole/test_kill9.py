"""The bot's process killed at random moments: nothing that was acknowledged is lost, the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.chat.markdown import escape
from bot.games.history import sentences_of_record
from engine import Game, Record
from engine.checks.rejudge import rejudge
from tests.bot.crew import Crew, missing, stored
from tests.bot.playing import GO_ON, button_name_of
from tests.loopback import BotProcess, LoopbackServer, Message
from tests.loopback.views import BUTTON

pytestmark = [pytest.mark.slow(seconds=7), pytest.mark.asyncio(loop_scope="module")]
KILLS = 3


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server() -> AsyncIterator[LoopbackServer]:
    async with LoopbackServer() as made:
        for name in ("Ann", "Ben", "Cy"):
            made.member(name)
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(server: LoopbackServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    process = BotProcess(server, tmp_path_factory.mktemp("kill9"), env={"STATIONMASTER_WORKERS": "1"})
    await process.start()
    await server.wait_ready()
    await begin(server)
    yield process
    await process.stop()


async def begin(server: LoopbackServer) -> None:
    """A started game of three."""
    ann = server.member("Ann")
    await ann.slash("/game new", title="18EZ", name="Killed", order="join", pace="at once")
    await server.until(lambda: bool(server.channel_messages()))
    [card] = server.channel_messages()
    for name in ("Ben", "Cy"):
        await server.member(name).click(card, "Join")
    await ann.click(card, "Start")
    await server.until(lambda: len(server.channel_messages()) == 2)


def actions(game: Game) -> int:
    """How many moves are in the log."""
    return sum(record.kind == "action" for record in game.log)


async def test_nothing_acknowledged_is_lost_by_kills_at_random_moments(
    server: LoopbackServer, bot: BotProcess
) -> None:
    crew = Crew(server, bot)
    for _ in range(KILLS):
        crew.acknowledged, crew.page = [], None
        for _ in range(crew.rng.randint(3, 8)):
            await crew.press()
        made = actions(stored(bot))
        in_flight = await crew.press(wait=False)
        await asyncio.sleep(crew.rng.random() * 0.12)
        await bot.kill9()
        if in_flight.answered:
            crew.note()
        game = stored(bot)
        assert made <= actions(game) <= made + 1
        lines = [line for record in game.log for line in lines_of(game, record)]
        assert [line for line in crew.acknowledged if line not in lines] == []
        assert missing(bot) == []
        await bot.start()
        await server.wait_ready()
        await goes_on(server, crew, game)
    assert actions(stored(bot)) > 2 * KILLS
    assert list(rejudge(stored(bot))) == []


def lines_of(game: Game, record: Record) -> list[str]:
    """The sentences of a record, escaped as the pages show them."""
    return [escape(line) for line in sentences_of_record(game, record)]


async def goes_on(server: LoopbackServer, crew: Crew, game: Game) -> None:
    """After the restart the card of whoever is to act stands in the channel, and old buttons work."""
    waiting = game.waiting()
    assert waiting is not None
    member = server.member(game.view.name(waiting.players[0]))
    # A player's second turn in a row pings nobody, so the heading tells whose card it is.
    await server.until(lambda: member.mention in "".join(heading(m) for m in cards(server)[-1:]))
    await server.quiet()
    old = crew.page
    assert old is not None
    assert crew.member is not None
    kept = next((item for item in old.components if item.label == "Refresh"), old.components[-1])
    reply = await crew.member.click(old, custom_id=kept.custom_id)
    assert reply.acknowledged
    assert "went wrong" not in old.text
    opened = await member.click(cards(server)[-1], "Take turn")
    assert f"· {waiting.company or member.name}" in opened.text.splitlines()[0]
    crew.member, crew.page = member, opened.message


def heading(card: Message) -> str:
    """The first line of a public card; it names whoever is to act."""
    return card.text.splitlines()[0]


def cards(server: LoopbackServer) -> list[Message]:
    """The public messages with a turn to take."""
    return [m for m in server.channel_messages() if "Take turn" in m.labels]


async def test_a_confirmation_that_comes_twice_is_one_move(server: LoopbackServer, bot: BotProcess) -> None:
    crew = Crew(server, bot)
    await crew.take_turn()
    assert crew.page is not None
    assert crew.member is not None
    while "Confirm" not in crew.page.labels:
        await crew.press()
    before = actions(stored(bot))
    reply = await crew.member.click(crew.page, "Confirm", deliveries=2)
    await server.quiet()
    assert actions(stored(bot)) == before + 1
    assert [a.status for a in reply.attempts].count(400) == 1
    await bot.restart()
    await server.wait_ready()
    await server.redeliver(reply)
    await server.quiet()
    assert actions(stored(bot)) == before + 1


async def test_a_lost_answer_leaves_the_turn_within_reach(server: LoopbackServer, bot: BotProcess) -> None:
    crew = Crew(server, bot)
    await crew.take_turn()
    assert crew.page is not None
    assert crew.member is not None
    server.faults.lose_callback()
    item = next(c for c in crew.page.components if button_name_of(c) in GO_ON)
    if item.kind == BUTTON:
        await crew.member.click(crew.page, custom_id=item.custom_id)
    else:
        await crew.member.select(crew.page, item.values[0], custom_id=item.custom_id)
    server.faults.clear()
    again = await crew.member.slash("/turn")
    assert again.acknowledged
    assert again.text.startswith("## ")
