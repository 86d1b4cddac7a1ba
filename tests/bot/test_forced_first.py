"""What others are forced to decide before a player's turn is no part of it."""

from __future__ import annotations

from bot.turns import begun, told_by_card
from bot.ui.words import this_turn
from engine import Action, Game, Range, new_game

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
    forced = game.rev
    assert asked(game) == buyer
    assert begun(game) == forced
    set_par(game)
    assert asked(game) != buyer
    assert begun(game) == game.rev > forced
    assert [turn.by for turn in told_by_card(game, forced)] == [buyer]


def test_it_is_not_said_to_be_of_the_turn_that_follows() -> None:
    game, _ = before_a_par()
    set_par(game)
    assert this_turn(game) == ""
