"""The course of a game by rounds, checked against the game as it was at the end of each."""

from collections import Counter

import pytest

from engine import TITLES, copy_game, game_at, new_game
from engine.api.course import course, is_other_round, worth
from engine.checks.random_play import RandomPlayer
from engine.core.events import CertMoved, CursorMoved, Paid, PriceMoved
from engine.core.state import BANK

DIVIDENDS = ("dividend", "private")


@pytest.fixture(scope="module", params=["18EZ", "1862", "1826", "1889"])
def finished(request):
    title = TITLES[request.param]
    game, dice = new_game(title.key, ["Ann", "Ben", "Cy"], seed=4), RandomPlayer(title, 4)
    while game.waiting() is not None and game.revision < 260:
        game.submit(dice.action(game))
    return game


@pytest.fixture
def played(finished):
    return copy_game(finished)


def moved_on(record):
    """What a record brought about after it began another round."""
    turns = [
        i
        for i, e in enumerate(record.events)
        if isinstance(e, CursorMoved) and is_other_round(e.before, e.after)
    ]
    return record.events[turns[0] :] if turns else ()


def test_each_round_ends_as_the_game_stood(played):
    rounds, compared = course(played), 0
    assert len(rounds) > 3
    assert [one.record_number for one in rounds] == sorted(one.record_number for one in rounds)
    for one in rounds[:-1]:
        turn = next(r for r in played.active_records if r.number > one.record_number and moved_on(r))
        if any(isinstance(e, Paid | PriceMoved | CertMoved) for e in turn.events):
            continue
        then = game_at(played, turn.number)
        assert one.worth == then.scores()
        assert one.prices == {c: v for c in then.state.companies if (v := then.view.price(c)) is not None}
        compared += 1
    assert compared > 1
    assert rounds[-1].worth == played.scores()
    assert rounds[-1].title == played.round_title()


def test_the_parts_of_a_worth_add_up(played):
    for player, score in played.scores().items():
        parts = worth(played, player)
        assert sum(asset.value for asset in parts) == score
        assert all(asset.value for asset in parts)


def test_the_incomes_of_all_rounds_are_what_the_bank_paid(played):
    paid = Counter[str]()
    for record in played.active_records:
        for event in record.events:
            if isinstance(event, Paid) and event.payer == BANK and event.why in DIVIDENDS:
                paid[event.payee] += event.amount
    income = Counter[str]()
    for one in course(played):
        income.update(one.income)
    assert {p: income[p] for p in played.view.seats} == {p: paid[p] for p in played.view.seats}


def test_moves_taken_back_are_no_part_of_it(played):
    expected = course(played)
    at = played.active_records[-4].number
    played.undo(played.view.seats[0], at)
    assert course(played)[-1].record_number == at
    for _ in range(3):
        played.redo(played.view.seats[0])
    assert course(played) == expected
