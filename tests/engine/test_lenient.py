"""What becomes of an action that breaks a law: taken back as a bug, but for a game that is to go on."""

from dataclasses import replace

import pytest

from engine import Breach, copy_game
from engine.checks.random_play import play
from engine.checks.rejudge import rejudge
from engine.core.errors import BrokenInvariant, Refused
from engine.core.events import CursorMoved, Noted
from engine.core.laws import law
from engine.game import load_game, new_game
from engine.rules.laws.reading import Laws
from tests import toy
from tests.scenario import act


def nobody_counts(view):
    """A law of positions."""
    return next((f"{p} has counted" for p in view.seats if toy.count_of(view, p)), None)


@law(CursorMoved)
def turns_never_end(view, deeds):
    """A law of deeds."""
    return "a turn has ended" if deeds.of(CursorMoved) else None


@law(CursorMoved)
def cannot_judge(view, deeds):
    """A law that is wrong in itself."""
    return view.company("none").id


def title(*laws, checks=(), **more):
    """The toy title with laws of its own."""
    own = Laws()
    own.own = laws
    return replace(toy.TITLE, rules=replace(toy.TITLE.rules, laws=own), invariants=checks, **more)


def begun(made, lenient=True):
    """A game of a title that is held to its laws from now on."""
    game = new_game(toy.TITLE, ["Ann", "Ben", "Cy"], seed=4)
    held = load_game(made, game.setup, game.log)
    held.lenient = lenient
    return held


def count(game, by):
    player = game.state.cursor.actor
    return act(game, player, "count", by=by)


def test_a_breach_is_taken_back_as_a_bug():
    game = begun(title(checks=(nobody_counts,)), lenient=False)
    before = game.digest()
    with pytest.raises(BrokenInvariant, match="has counted"):
        count(game, 1)
    assert (game.digest(), game.revision, game.breaches) == (before, 1, [])


def test_a_lenient_game_goes_on_and_tells_which_law_failed_at_which_record():
    game = begun(title(checks=(nobody_counts,)))
    record = count(game, 1)
    who = record.action.player
    assert game.breaches == [(record.number, Breach("nobody_counts", f"{who} has counted"))]


def test_what_does_not_hold_from_before_is_told_once():
    game = begun(title(checks=(nobody_counts,)))
    count(game, 1)
    act(game, game.state.cursor.actor, "pass")
    assert len(game.breaches) == 1
    strict = copy_game(game)
    strict.lenient = False
    act(strict, strict.state.cursor.actor, "pass")


def test_a_law_that_fails_hides_no_other():
    game = begun(title(turns_never_end, cannot_judge, checks=(nobody_counts,)))
    record_number = count(game, 1).number
    assert [(at, breach.law) for at, breach in game.breaches] == [
        (record_number, "nobody_counts"), (record_number, "turns_never_end"), (record_number, "cannot_judge"),
    ]  # fmt: skip
    assert game.breaches[-1][1].text == "it cannot be judged: KeyError: 'none'"


def test_a_law_that_cannot_judge_is_an_error_elsewhere():
    game = begun(title(cannot_judge), lenient=False)
    with pytest.raises(KeyError):
        count(game, 1)
    assert game.revision == 1


def test_money_that_nobody_has_blocks_the_action_all_the_same():
    game = begun(title(settle=lambda play: play.pay("p1", "bank", 1000, "too much")))
    before = game.digest()
    with pytest.raises(BrokenInvariant, match="p1 has -"):
        count(game, 1)
    assert (game.digest(), game.breaches) == (before, [])


def test_what_only_a_title_has_is_conserved_too():
    game = begun(title(conserved=(nobody_counts,)))
    before = game.digest()
    with pytest.raises(BrokenInvariant, match="has counted"):
        count(game, 1)
    assert game.digest() == before


def test_a_correction_by_hand_is_held_to_the_laws():
    game = begun(title(checks=(nobody_counts,)))
    events = [Noted("count:p1", None, 2).to_json()]
    with pytest.raises(Refused, match="bad_correction"):
        game.correct("p1", events, "by hand")


def test_a_copy_is_as_lenient_and_keeps_its_own_breaches():
    game = begun(title(checks=(nobody_counts,)))
    made = copy_game(game)
    count(made, 1)
    assert (len(made.breaches), game.breaches) == (1, [])


def test_judging_and_random_play_are_never_lenient():
    made = title(checks=(nobody_counts,))
    game = begun(made)
    count(game, 1)
    assert "breaks the game" in rejudge(game)[0]
    assert "has counted" in (play(made, 3, 1, {}).fault or "")
