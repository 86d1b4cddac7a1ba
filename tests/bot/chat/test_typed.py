"""Moves as typed text: what is proposed can be sent, and what is typed is read or refused in a sentence."""

from __future__ import annotations

import pytest

from bot.chat.typed import ParseError, autocomplete_move, parse_move, resolve_names
from engine import Action, Game, Range, new_game
from engine.game import new_game as game_of
from tests import toy


@pytest.fixture
def game() -> Game:
    return game_of(toy.TITLE, ("Ann", "Ben", "Cy"), seed=1)


def to_act(game: Game) -> str:
    """The seat that the game waits for."""
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players[0]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("pass", ("pass", {})),
        ("count by=3", ("count", {"by": 3})),
        ('lay tile=57 hex="a b" many=["x", "y"]', ("lay", {"tile": "57", "hex": "a b", "many": ["x", "y"]})),
        ('run routes=[["a b", "c"], ["d"]]', ("run", {"routes": [["a b", "c"], ["d"]]})),
        ("buy company=M&R note=it's", ("buy", {"company": "M&R", "note": "it's"})),
        ("count by: 3", ("count", {"by": 3})),
        ("lay hex=Bury St Edmunds tile=57", ("lay", {"hex": "Bury St Edmunds", "tile": "57"})),
    ],
)
def test_text_is_read(text: str, meant: tuple[str, dict[str, object]], game: Game) -> None:
    assert parse_move(text, game.choices(to_act(game))) == meant


@pytest.mark.parametrize("text", ["", "  ", "count 3", 'count by="3', "count by=x", "run routes=[1,"])
def test_text_that_is_no_move_is_refused_in_a_sentence(text: str, game: Game) -> None:
    with pytest.raises(ParseError, match=r"\.$"):
        parse_move(text, game.choices(to_act(game)))


def test_each_field_is_proposed_in_turn(game: Game) -> None:
    seat = to_act(game)
    kinds = [text for _, text in autocomplete_move(game, seat, "")]
    assert {"count", "pay", "pass"} <= set(kinds)
    payees = autocomplete_move(game, seat, "pay")
    assert all(text.startswith("pay to=") for _, text in payees)
    amounts = [text for _, text in autocomplete_move(game, seat, payees[0][1])]
    assert amounts == [f"{payees[0][1]} amount={n}" for n in (1, 20)]
    done = autocomplete_move(game, seat, amounts[0])
    assert [text for _, text in done] == [amounts[0]]
    kind, args = parse_move(amounts[0], game.choices(seat))
    assert game.check(Action(kind, seat, args)) is None


def test_proposals_of_a_real_title_are_legal() -> None:
    game = new_game("18EZ", ("Ann", "Ben"), seed=3)
    seat = to_act(game)
    texts = [text for _, text in autocomplete_move(game, seat, "")]
    for _ in range(4):
        texts = [go_on for text in texts for _, go_on in autocomplete_move(game, seat, text)] or texts
    assert texts
    for text in set(texts):
        kind, args = parse_move(text, game.choices(seat))
        assert game.check(Action(kind, seat, args)) is None, text


def test_what_is_typed_narrows_the_proposals(game: Game) -> None:
    assert [text for _, text in autocomplete_move(game, to_act(game), "pa")] == ["pay", "pass"]


def test_a_name_stands_for_the_id_and_what_fits_nothing_stays(game: Game) -> None:
    seat = to_act(game)
    options = game.options(seat, "pay", "to", {})
    assert not isinstance(options, Range)
    payee = options[0]
    assert payee.label != payee.value
    pay = next(choice for choice in game.choices(seat) if choice.kind == "pay")
    assert resolve_names(game, seat, pay, {"to": payee.label.upper(), "amount": 1}) == {
        "to": payee.value,
        "amount": 1,
    }
    assert resolve_names(game, seat, pay, {"to": "nobody"}) == {"to": "nobody"}
