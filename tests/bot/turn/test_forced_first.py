"""What others are forced to decide before a player's turn is no part of it; what a pass ends is over."""

from __future__ import annotations

import pytest

from bot.cards.past_turns import record_number_before_card, turns_on_card
from bot.turn.choosing.chooser import confirmation_page
from bot.turn.session.draft import Draft
from bot.turn.session.words import turn_end_text, turn_so_far_text
from engine import Action, Game, Range, new_game
from tests.bot.turn.test_chooser import session_of
from tests.bot.turn.test_whynot_pages import shikoku

PACKET = ("Bridge", "Mail", "Algerian", "Belg-private", "Paris-private")


def asked(game: Game) -> str:
    """Who is to decide."""
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players[0]


def act(game: Game, kind: str, **args: object) -> str:
    by = asked(game)
    game.submit(Action(kind, by, args))
    return by


def before_a_par() -> tuple[Game, str]:
    """Whoever bought the private that brings Paris has to set its par in the turn of the next player."""
    game = new_game("1826", ["Ann", "Ben", "Cy", "Dee"], seed=1)
    return game, [act(game, "buy_item", item=item) for item in PACKET][-1]


def set_par(game: Game) -> None:
    pars = game.options(asked(game), "set_par", "price", {})
    assert not isinstance(pars, Range)
    act(game, "set_par", price=pars[0].value)


def test_a_par_that_another_sets_first_has_a_card_of_its_own() -> None:
    game, buyer = before_a_par()
    forced = game.revision
    assert asked(game) == buyer
    assert record_number_before_card(game) == forced
    set_par(game)
    assert asked(game) != buyer
    assert record_number_before_card(game) == game.revision > forced
    assert [turn.player for turn in turns_on_card(game, forced)] == [buyer]


def test_before_the_purchase_it_is_said_who_must_decide_first() -> None:
    game = new_game("1826", ["Ann", "Ben", "Cy", "Dee"], seed=1)
    for item in PACKET[:-1]:
        act(game, "buy_item", item=item)
    buyer = asked(game)
    purchase = Action("buy_item", buyer, {"item": PACKET[-1]})
    said = turn_end_text(game, game.preview(purchase))
    assert said == f"This ends the turn; {game.view.name(buyer)} must decide something first."
    game.submit(purchase)
    assert asked(game) == buyer


def test_it_is_not_said_to_be_of_the_turn_that_follows() -> None:
    game, _ = before_a_par()
    set_par(game)
    assert turn_so_far_text(game) == ""


@pytest.mark.parametrize(("passes", "again"), [(0, True), (3, False)])
async def test_the_pass_that_ends_a_round_does_not_promise_another_turn(passes: int, again: bool) -> None:
    game = shikoku().at("shares", "p1", "turn", number=4).game()
    for _ in range(passes):
        act(game, "pass")
    sheet = await confirmation_page(session_of(game, asked(game)), Draft("pass"))
    assert ("You may act again at your next turn" in "\n".join(sheet.texts)) is again


@pytest.mark.parametrize(("passes", "ends"), [(0, False), (2, False), (3, True)])
async def test_the_page_of_a_pass_that_ends_the_round_says_so(passes: int, ends: bool) -> None:
    game = shikoku().at("shares", "p1", "turn", number=4).game()
    for _ in range(passes):
        act(game, "pass")
    sheet = await confirmation_page(session_of(game, asked(game)), Draft("pass"))
    assert (f"The round ends: {game.round_title()}." in "\n".join(sheet.texts)) is ends
