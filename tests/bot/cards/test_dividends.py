"""A dividend is noticed: on the page of who pays it, on cards, and the first one in the guide."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.cards.dividends import dividends_of_seat, dividends_text, received_dividend_before
from bot.cards.past_turns import turns_after
from bot.computers.hints import TUTORIAL_SETTING
from bot.games.outcome import Outcome
from bot.turn.help.news import dividend_text
from engine import Game
from tests.bot.orders.test_turns import line_of_ar
from tests.bot.scenes import staged
from tests.bot.turn.test_chooser import session_of
from tests.scenario import act


def paid() -> Game:
    """AR, of which p1 holds half, has run for 40 and paid."""
    game = line_of_ar("2").turn("AR", "run").game()
    act(game, "p1", "run", routes=game.suggest_routes())
    act(game, "p1", "dividend", payout="pay")
    return game


def test_the_part_of_each_player_is_told() -> None:
    game = paid()
    name = game.view.name("p1")
    assert dividends_of_seat(game, [game.revision], "p1") == 20
    assert dividends_of_seat(game, [game.revision - 1], "p1") == 0
    assert dividends_text(game, turns_after(game, 1), ["p1"]) == f"**{name} received ¥20 in dividends.**"
    assert dividends_text(game, turns_after(game, 1), ["p3"]) == ""
    assert not received_dividend_before(game, game.revision, "p1")
    assert received_dividend_before(game, game.revision + 1, "p1")


def test_the_guide_explains_the_first_dividend() -> None:
    game = paid()
    session, outcome = session_of(game, "p1"), Outcome("ok", record_numbers=(game.revision,))
    assert dividend_text(session, outcome) == "💰 **You receive ¥20 in dividends.**"
    session.info = replace(session.info, settings={TUTORIAL_SETTING: True})
    assert dividend_text(session, outcome).endswith("of what the trains have earned.")
    assert dividend_text(session, Outcome("ok", record_numbers=(game.revision - 1,))) == ""


async def test_the_page_says_so_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = line_of_ar("2").turn("AR", "run").game()
    async with staged(tmp_path, monkeypatch, position, careful=False) as scene:
        page = await scene.turn(scene.ann)
        await scene.press(scene.ann, page, "Run ¥40")
        await scene.press(scene.ann, page, "Pay")
        assert "**You receive ¥20 in dividends.**" in page.text
