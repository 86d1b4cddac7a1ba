"""Every interaction is acknowledged, and whatever goes wrong becomes one private sentence."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.chat.buttons import BUTTON_HANDLERS, ButtonHandler
from bot.chat.frame import Page, action_row, build_layout
from bot.chat.press import Press, button
from bot.chat.respond import Ack, Response, UserError, explain_error
from bot.games import moves
from engine import BrokenInvariant, Refused, Violation
from tests.bot.tables import Table, toy_table
from tests.loopback import Message


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    async with toy_table(tmp_path, monkeypatch) as made:
        yield made


async def with_button(
    table: Table, handler: Any, ack: Ack = Ack.AUTO, *, current: bool = False, revision: int = 0
) -> Message:
    """A public message with a button of its own."""
    BUTTON_HANDLERS.add("probe")(ButtonHandler(handler, ack, current))
    channel: Any = table.bot.get_channel(table.channel.id)
    with table.env._bot_scope():
        await channel.send(view=build_layout(_row(Press((await table.info()).id, revision, "probe"))))
    await table.env.settle()
    return table.with_button("Probe")


def _row(press: Press) -> Any:
    return action_row(button(press, "Probe"))


@pytest.fixture(autouse=True)
def no_probe_left() -> Any:
    yield
    BUTTON_HANDLERS.remove("probe")


async def test_a_press_on_a_public_card_is_answered_in_private(table: Table) -> None:
    async def shows(response: Response, press: Press) -> None:
        await response.show(Page(build_layout("a page")))
        await response.show_text("and a word")

    reply = await table.member("Flo").click(await with_button(table, shows), "Probe")
    assert reply.ephemeral
    assert [m.text for m in reply.messages] == ["a page", "and a word"]
    assert all(m.ephemeral for m in reply.messages)


async def test_a_press_on_a_private_page_changes_it_in_place(table: Table) -> None:
    async def shows(response: Response, press: Press) -> None:
        again = _row(Press(press.game_id, press.revision + 1, "probe"))
        await response.show(Page(build_layout(f"page {press.revision}", again)))

    flo = table.member("Flo")
    first = await flo.click(await with_button(table, shows), "Probe")
    second = await flo.click(first, "Probe")
    assert (second.message.id, second.text) == (first.message.id, "page 1")


async def test_an_answer_to_a_page_that_is_gone_is_no_error(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    async def shows(response: Response, press: Press) -> None:
        if press.revision:
            await response.interaction.delete_original_response()
        await response.show(
            Page(build_layout("page", _row(Press(press.game_id, press.revision + 1, "probe"))))
        )

    flo = table.member("Flo")
    first = await flo.click(await with_button(table, shows), "Probe")
    await flo.click(first, "Probe")
    assert not [m for m in first.messages if "Something went wrong" in m.text]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_quiet_press_shows_nothing_but_what_is_said(table: Table) -> None:
    async def says(response: Response, press: Press) -> None:
        if response.user.display_name == "Flo":
            raise UserError("Not you.")

    message = await with_button(table, says, Ack.SILENT)
    before = message.text
    quiet = await table.member("Ann").click(message, "Probe")
    assert quiet.acknowledged
    told = await table.member("Flo").click(message, "Probe")
    assert told.messages[-1].text == "Not you."
    assert told.messages[-1].ephemeral
    assert message.text == before


async def test_an_unforeseen_error_is_told_by_its_number(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(response: Response, press: Press) -> None:
        raise RuntimeError("a secret of the code")

    reply = await table.member("Flo").click(await with_button(table, fails), "Probe")
    number = re.search(r"\(error ([0-9a-f]{8})\)", reply.text)
    assert number
    assert reply.ephemeral
    assert "secret" not in reply.text
    [logged] = [r for r in caplog.records if number[1] in r.getMessage()]
    assert logged.exc_info
    assert "x:" in logged.getMessage()


async def test_an_old_press_is_refused_with_a_way_on(table: Table) -> None:
    done = []

    async def acts(response: Response, press: Press) -> None:
        done.append(press)

    revision = (await table.info()).revision
    message = await with_button(table, acts, current=True, revision=revision)
    await table.member("Ann").click(message, "Probe")
    assert len(done) == 1
    [actor] = await table.on_move()
    await table.act(actor, "pass")
    reply = await table.member("Ann").click(message, "Probe")
    assert "moved on" in reply.text
    assert reply.labels == ["To the turn"]
    assert len(done) == 1


async def test_a_button_of_another_version_is_answered(table: Table) -> None:
    async def unused(response: Response, press: Press) -> None:
        raise AssertionError

    message = await with_button(table, unused)
    BUTTON_HANDLERS.remove("probe")
    assert "another version" in (await table.member("Ann").click(message, "Probe")).text


async def test_the_same_interaction_is_carried_out_once(table: Table) -> None:
    outcomes = []

    async def passes(response: Response, press: Press) -> None:
        games = response.bot.games
        for _ in range(2):
            outcomes.append(
                await moves.make_move(
                    games, press.game_id, response.user.id, "pass", interaction_id=response.id
                )
            )
        await response.ok_or_show_refusal(outcomes[0])

    [actor] = await table.on_move()
    revision = (await table.info()).revision
    await actor.click(await with_button(table, passes), "Probe")
    assert [o.ok for o in outcomes] == [True, True]
    assert outcomes[1].duplicate
    assert (await table.info()).revision == revision + 1


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UserError("Do this instead."), r"^Do this instead\.$"),
        (Refused(Violation("code", "Pay $5.")), r"^Pay \$5\.$"),
        (TimeoutError(), r"took too long.*\(error [0-9a-f]{8}\)"),
        (BrokenInvariant("cash"), r"wrong with this game.*\(error [0-9a-f]{8}\)"),
        (KeyError("x"), r"^Something went wrong here.*\(error [0-9a-f]{8}\)"),
    ],
)
def test_what_users_are_told(error: Exception, told: str) -> None:
    assert re.search(told, explain_error(error))
