"""What the engine answered about a game is asked once, and never shown after the game has moved on."""

from __future__ import annotations

from bot.games.engine_results import cached_engine_result, legal_move_kinds
from bot.turn.session import words
from bot.turn.session.draft import legal_moves_of_seat
from bot.words import using_language
from engine import Action, Game, Range, new_game


def test_answer_is_asked_once_for_a_revision() -> None:
    game, asked = new_game("1889", ("Ann", "Ben"), seed=1), []

    def ask() -> int:
        asked.append(game.revision)
        return len(asked)

    assert [cached_engine_result(game, ["x"], ask), cached_engine_result(game, ["x"], ask)] == [1, 1]
    assert cached_engine_result(game, ["y"], ask) == 2
    game.submit(Action("pass", _seat_to_act(game)))
    assert cached_engine_result(game, ["x"], ask) == 3


def test_choices_are_those_of_the_reader_and_of_the_seat() -> None:
    game = new_game("1889", ("Ann", "Ben"), seed=1)
    seat = _seat_to_act(game)
    assert list(legal_move_kinds(game, seat)) == game.choices(seat)
    notes = [choice.note for choice in legal_moves_of_seat(game, seat)]
    with using_language("de"):
        assert [choice.note for choice in legal_moves_of_seat(game, seat)] != notes
    assert [choice.note for choice in legal_moves_of_seat(game, seat)] == notes
    assert not legal_moves_of_seat(game, "p2" if seat == "p1" else "p1")


def test_preview_and_choices_are_those_of_the_present_position() -> None:
    game = new_game("1889", ("Ann", "Ben"), seed=1)
    seat = _seat_to_act(game)
    options = game.options(seat, "buy_item", "item")
    assert not isinstance(options, Range)
    buy = Action("buy_item", seat, {"item": options[0].value})
    before = words.find_preview(game, buy)
    assert before is not None
    assert words.find_preview(game, buy) is before
    assert legal_moves_of_seat(game, seat)
    game.submit(buy)
    assert words.find_preview(game, buy) is None
    assert [choice.kind for choice in legal_moves_of_seat(game, seat)] == [c.kind for c in game.choices(seat)]


def _seat_to_act(game: Game) -> str:
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players[0]
