"""The game knows no rule: submit, refuse, preview, undo, redo, correct, fold - on a toy title."""

import json
from dataclasses import replace

import pytest

from engine import TITLES
from engine.checks.rejudge import rejudge, replay_and_compare
from engine.core.actions import Action
from engine.core.choices import Range
from engine.core.errors import BadLog, BrokenInvariant, Refused
from engine.core.log import Record, Setup
from engine.core.state import to_json
from engine.core.story import lines
from engine.core.writer import PositionWriter
from engine.game import Game, load_game, new_game
from tests.scenario import act, kinds, refusal
from tests.toy import TITLE


@pytest.fixture
def game() -> Game:
    return new_game(TITLE, ["Ann", "Ben", "Cy"], seed=4)


def first(game: Game) -> str:
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players[0]


def test_only_the_player_to_act_is_offered_the_steps_moves(game):
    ann = first(game)
    other = game.view.left_of(ann)
    assert {"count", "pay", "pass"} <= kinds(game, ann)
    assert not {"count", "pay", "pass"} & kinds(game, other)


def test_an_action_out_of_turn_is_refused_and_says_whose_turn_it_is(game):
    other = game.view.left_of(first(game))
    violation = game.check(Action("pass", other))
    assert violation is not None
    assert violation.code == "not_your_turn"
    assert game.view.name(first(game)) in violation.text


@pytest.mark.parametrize(
    ("kind", "args", "code"),
    [
        ("fly", {}, "not_now"),
        ("count", {"by": 4}, "bad_count"),
        ("count", {}, "bad_count"),
        ("count", {"by": "2"}, "bad_action"),
        ("count", {"by": True}, "bad_action"),
        ("count", {"by": 2, "twice": 1}, "bad_action"),
        ("pay", {"to": "p9", "amount": 1}, "bad_payee"),
        ("pay", {"to": ["p1"], "amount": 1}, "bad_action"),
    ],
)
def test_nonsense_is_refused_with_a_code_and_changes_nothing(game, kind, args, code):
    assert refusal(game, first(game), kind, **args) == code
    assert game.revision == 1


def test_a_stranger_is_refused(game):
    assert refusal(game, "p7", "pass") == "unknown_player"


def test_a_record_holds_action_and_events_and_tells_its_story(game):
    ann = first(game)
    record = act(game, ann, "count", by=2)
    assert record.number == 2
    assert record.action == Action("count", ann, {"by": 2})
    assert lines(game.view, record) == [f"{game.view.name(ann)} counts to 2."]


def test_a_preview_shows_what_would_happen_and_changes_nothing(game):
    ann = first(game)
    other = game.view.left_of(ann)
    before = game.digest()
    seen = game.preview(Action("pay", ann, {"to": other, "amount": 7}))
    assert (seen.cash[ann], seen.cash[other]) == (13, 27)
    assert game.digest() == before
    with pytest.raises(Refused):
        game.preview(Action("pay", ann, {"to": ann, "amount": 7}))


def test_undo_and_redo_are_records_and_give_the_old_positions(game):
    start = game.digest()
    act(game, first(game), "count", by=1)
    later = game.digest()
    assert game.undo("Ann").to_json() == {"v": 1, "seq": 3, "kind": "undo", "by": "Ann", "to": 1}
    assert game.digest() == start
    assert game.redo("Ann").to == 2
    assert game.digest() == later
    assert [r.number for r in game.active_records] == [1, 2]
    assert game.revision == 4


def test_undo_goes_no_further_than_the_opening_and_redo_only_follows_an_undo(game):
    with pytest.raises(Refused, match="nothing_to_undo"):
        game.undo("Ann")
    with pytest.raises(Refused, match="nothing_to_redo"):
        game.redo("Ann")
    act(game, first(game), "pass")
    with pytest.raises(Refused, match="nothing_to_undo"):
        game.undo("Ann", 2)
    game.undo("Ann", 1)
    act(game, first(game), "count", by=3)
    with pytest.raises(Refused, match="nothing_to_redo"):
        game.redo("Ann")


def test_a_turn_restarts_at_its_first_move(game):
    ann = first(game)
    other = game.view.left_of(ann)
    assert game.turn_start() == 1
    act(game, ann, "pay", to=other, amount=1)
    act(game, ann, "pay", to=other, amount=2)
    assert game.turn_start() == 1
    act(game, ann, "pass")
    assert game.turn_start() == 4
    act(game, other, "pay", to=ann, amount=1)
    assert game.turn_start() == 4


def test_a_stored_log_folds_to_the_same_game_and_goes_on(game):
    for _ in range(3):
        act(game, first(game), "count", by=2)
    game.undo("Ann")
    act(game, first(game), "pass")
    raw = json.loads(json.dumps(game.to_json()))
    again = load_game(TITLE, Setup.from_json(raw["genesis"]), map(Record.from_json, raw["records"]))
    assert (again.digest(), again.revision, again.turn_start()) == (
        game.digest(),
        game.revision,
        game.turn_start(),
    )
    act(again, first(again), "pass")
    assert rejudge(again) == []


def test_a_gap_in_the_log_and_a_record_that_does_not_fit_are_refused(game):
    act(game, first(game), "pass")
    with pytest.raises(BadLog, match="follows"):
        load_game(TITLE, game.setup, [game.log[0], Record(3, "action", "p1")])
    with pytest.raises(BadLog, match="does not fit"):
        load_game(TITLE, game.setup, [Record(1, "undo", "p1", to=7)])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"by": None}, "record 2 cannot be read: one of its values is of the wrong kind."),
        ({"by": "lost"}, "record 2 cannot be read: it lacks by."),
        ({"events": [{"kind": "no such"}]}, "record 2 cannot be read: its event 1 is no event."),
    ],
)
def test_a_record_that_cannot_be_read_is_named_without_its_data(game, change, said):
    act(game, first(game), "pass")
    raw = {**game.log[1].to_json(), **change}
    if change == {"by": "lost"}:
        del raw["by"]
    with pytest.raises(BadLog) as caught:
        Record.from_json(raw)
    assert str(caught.value).startswith(said)
    assert "{" not in str(caught.value)


def test_a_record_altered_by_hand_is_found_by_todays_rules(game):
    act(game, first(game), "count", by=2)
    forged = json.loads(json.dumps(game.log[1].to_json()).replace('"by": 2', '"by": 3'))
    other = load_game(TITLE, game.setup, [game.log[0], Record.from_json(forged)])
    assert "other consequences" in rejudge(other)[0]


def test_what_a_record_says_in_words_is_told_anew(game):
    act(game, first(game), "count", by=2)
    lying = json.loads(json.dumps(game.log[1].to_json()).replace('"to": 2', '"to": 99'))
    other = load_game(TITLE, game.setup, [game.log[0], Record.from_json(lying)])
    assert "counts to 99." in story_of(other)
    again, difference = replay_and_compare(other)
    assert (difference, rejudge(other)) == (None, [])
    assert again.log == game.log
    assert "counts to 2." in story_of(again)


def story_of(game):
    return " ".join(lines(game.view, game.log[-1]))


def test_a_bug_in_the_rules_reverts_the_action_and_leaves_the_game_as_it_was(game, monkeypatch):
    def fails(writer, action):
        writer.pay(action.player, "bank", 5, "oops")
        raise ZeroDivisionError

    before = game.digest()
    monkeypatch.setattr("tests.toy.Count.perform", staticmethod(fails))
    with pytest.raises(ZeroDivisionError):
        act(game, first(game), "count", by=1)
    assert (game.digest(), game.revision) == (before, 1)


def test_a_broken_invariant_reverts_the_action(game, monkeypatch):
    def robs(writer, action):
        writer.pay(action.player, "bank", 500, "oops")

    before = game.digest()
    monkeypatch.setattr("tests.toy.Count.perform", staticmethod(robs))
    with pytest.raises(BrokenInvariant, match="-480"):
        act(game, first(game), "count", by=1)
    assert (game.digest(), game.revision) == (before, 1)


def test_a_correction_is_kept_only_if_the_position_stays_possible(game):
    record = game.correct("GM", [["Paid", "bank", "p1", 5, "correction"]], "Ann was owed 5")
    assert game.view.cash("p1") == 25
    assert record.note == "Ann was owed 5"
    before = game.digest()
    for events in ([["Paid", "p1", "bank", 99, "x"]], [["Flew", 1]], [["CertMoved", "X:0", "a", "b"]]):
        with pytest.raises(Refused, match="bad_correction"):
            game.correct("GM", events, "wrong")
    assert game.digest() == before


def test_a_finished_game_takes_no_more(game):
    for _ in range(200):
        waiting = game.waiting()
        if waiting is None:
            break
        act(game, waiting.players[0], "pass")
    assert game.state.ended == "last_round"
    assert refusal(game, "p1", "pass") == "game_over"
    assert game.choices("p1") == []


def test_a_table_of_the_wrong_size_or_with_unknown_options_is_refused():
    with pytest.raises(Refused, match="player_count"):
        new_game(TITLE, ["Ann"], seed=1)
    with pytest.raises(Refused, match="bad_option"):
        new_game(TITLE, ["Ann", "Ben"], seed=1, options={"length": "endless"})
    with pytest.raises(Refused, match="bad_option"):
        new_game(TITLE, ["Ann", "Ben"], seed=1, options={"colour": "red"})


def test_what_a_game_hands_out_cannot_write(game):
    pens = {name for name in vars(PositionWriter) if not name.startswith("_")}
    assert {"emit", "revert", "take", "pay", "note", "say"} <= pens
    assert not {name for name in (*pens, "open") if hasattr(game.view, name)}


def test_the_view_of_a_game_follows_it():
    played = new_game(TITLES["18EZ"], ["Ann", "Ben", "Cy"], seed=4)
    view, board = played.view, played.view.board()
    assert played.view.board() is board
    assert PositionWriter(played.title, played.state).reader().board() is not board
    items = played.options(view.seats[0], "buy_item", "item")
    assert not isinstance(items, Range)
    act(played, view.seats[0], "buy_item", item=items[0].value)
    assert view is played.view
    assert view.cash(view.seats[0]) < 600


def test_the_turn_of_a_game_without_an_opening_starts_before_its_first_record(game):
    begun = Game(game.title, replace(game.setup, state=to_json(game.state)))
    assert begun.turn_start() == 0
    player = first(begun)
    act(begun, player, "pay", to=begun.view.left_of(player), amount=1)
    assert begun.turn_start() == 0
    act(begun, player, "pass")
    assert begun.turn_start() == 2
