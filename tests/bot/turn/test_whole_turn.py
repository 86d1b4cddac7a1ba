"""A turn tried-out on a copy of the game: proposed as a whole, changed in parts, done as one, also ahead."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.computers.choose import Move
from bot.turn.pages import trials
from bot.turn.session.trial import Trial, try_out
from engine import Action, Game
from engine.api.moves import DIVIDEND, DONE, PAY, RUN
from engine.api.runs import Route
from tests.bot.moments import moment, turn_of
from tests.bot.orders.test_turns import line_of_ar
from tests.bot.scenes import Scene, staged
from tests.bot.taps import Act
from tests.bot.turn.test_chooser import session_of
from tests.titles.g18oe.lines import Europe
from tests.titles.g18oe.test_18oe_running import turn as running

TURN = turn_of("lay_tile", "run", "dividend")
NAMES = {"p1": "Ann", "p2": "Ben", "p3": "Cy"}


def moves_of(game: Game, acts: Sequence[Act]) -> list[Move]:
    """The acts of a turn as moves, with the best routes where they run."""
    made: list[Move] = []
    for act in acts:
        trial = tried_out(game, made)
        args = {"routes": trial.suggest_routes()} if act.kind == RUN else dict(act.args)
        made.append((act.kind, args))
    return made


def tried_out(game: Game, moves: Sequence[Move]) -> Game:
    waiting = game.waiting()
    assert waiting is not None
    found = try_out(game, waiting.players[0], Trial(waiting.company or "", tuple(moves)))
    assert found is not None
    return found.game


@pytest.fixture
def turn(monkeypatch: pytest.MonkeyPatch) -> tuple[Game, str, list[Move]]:
    """A turn of 1889 that a computer proposes: the position, the seat and the moves."""
    game, seat, acts = moment("1889", TURN)
    moves = moves_of(game, acts)

    async def proposed(games: Any, pool: Any, info: Any, now: Game, who: str) -> Sequence[Move]:
        return moves[now.revision - 1 :]

    monkeypatch.setattr("bot.turn.presses.trial_buttons.give_turn_hint", proposed)
    return game, seat, moves


async def kinds(scene: Scene) -> list[str]:
    return [r.action.kind for r in (await scene.table.game()).active_records if r.action is not None]


async def test_a_whole_turn_is_proposed_in_one_press_and_done_in_another(
    turn: tuple[Game, str, list[Move]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat, moves = turn
    async with staged(tmp_path, monkeypatch, game, careful=False) as scene:
        member = scene.table.member(NAMES[seat])
        page = await scene.turn(member)
        await scene.press(member, page, "My whole turn")
        assert "nothing is done before you confirm it all" in page.text
        assert "1\\. " in page.text
        assert f"{len(moves)}\\. " in page.text
        assert await kinds(scene) == []
        await scene.press(member, page, "Do all of this")
        assert await kinds(scene) == [kind for kind, _ in moves]
        assert "Trial of" not in page.text


async def test_a_part_is_chosen_anew_and_the_others_stay(
    turn: tuple[Game, str, list[Move]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat, moves = turn
    at = [kind for kind, _ in moves].index(DIVIDEND)
    assert moves[at][1] == {"payout": PAY}
    async with staged(tmp_path, monkeypatch, game, careful=False) as scene:
        member = scene.table.member(NAMES[seat])
        page = await scene.turn(member)
        await scene.press(member, page, "My whole turn")
        await member.select(page, str(at), label="Change a part…")
        assert "nothing is done before you confirm it all" in page.text
        await scene.press(member, page, "Withhold")
        assert f"{len(moves)}\\. " in page.text
        await scene.press(member, page, "Do all of this")
        made = [r.action for r in (await scene.table.game()).active_records if r.action is not None]
        assert [action.kind for action in made] == [kind for kind, _ in moves]
        assert made[at].args == {"payout": "withhold"}


async def test_a_trial_is_left_without_a_trace(
    turn: tuple[Game, str, list[Move]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat, moves = turn
    async with staged(tmp_path, monkeypatch, game, careful=False) as scene:
        member = scene.table.member(NAMES[seat])
        page = await scene.turn(member)
        before = page.text
        await scene.press(member, page, "My whole turn", "Take back the last", "Go on by hand")
        assert "My whole turn" not in page.labels
        assert "Undo step" not in page.labels
        await scene.press(member, page, "The whole plan")
        assert f"{len(moves)}\\. " not in page.text
        assert f"{len(moves) - 1}\\. " in page.text
        await scene.press(member, page, "Leave the trial")
        assert page.text == before
        assert await kinds(scene) == []


async def test_ones_next_turn_is_tried_out_while_others_act(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat, _ = moment("18EZ", TURN)
    view = game.view
    others = [s for s in view.seats if s != seat and any(view.company(c).floated for c in view.presided(s))]
    assert others
    async with staged(tmp_path, monkeypatch, game, careful=False) as scene:
        member = scene.table.member(NAMES[others[0]])
        page = await scene.turn(member)
        label = next(label for label in page.labels if label.startswith("Try out "))
        await scene.press(member, page, label)
        assert "nothing is done before you confirm it all" in page.text
        assert "Do all of this" not in page.labels
        company = label.removeprefix("Try out ")
        assert f"· {company}: " in page.text
        assert (await scene.table.game()).revision == 1


async def test_a_strong_computer_proposes_a_turn_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat, _ = moment("1889", TURN)
    monkeypatch.setattr("bot.computers.hints.TURN_SECONDS", 2.0)
    async with staged(tmp_path, monkeypatch, game, careful=False) as scene:
        member = scene.table.member(NAMES[seat])
        page = await scene.turn(member)
        await scene.press(member, page, "My whole turn")
        assert "1\\. " in page.text
        await scene.press(member, page, "Do all of this")
        made = await kinds(scene)
        assert RUN in made
        assert made[-1] in (DONE, DIVIDEND, "buy_train")


@pytest.mark.parametrize(
    ("trains", "end"),
    [
        (1, "GWR earns £60."),
        (2, "(£60)."),
        (3, "(£60). … and 1 more, £180 in all"),
        (4, "2 more, £240 in all"),
    ],
)
def test_a_run_of_many_trains_counts_those_that_it_leaves_out(trains: int, end: str) -> None:
    """Trains from Lille to London share the ferry."""
    scene = Europe("4").lay("M28", 1, 5).line("N33", "N31").lay("N31", 1, 4).token_at("N31")
    game = running(scene.card(*["4"] * trains))
    board = game.title.board(game.state)
    station = next(6 + i for i in (0, 1) if 5 in board.face("M28").stop_exits(i))
    to_london = ("N31", 6, 1), ("N29", 4, 2), ("M28", 5, station)
    routes = [Route(train.id, to_london).to_json() for train in game.view.trains("GWR")]
    text = trials.move_preview_text(game, Action(RUN, "p1", {"routes": routes}))
    assert text.endswith(end)
    assert text.count("Lille - London") == min(trains, 2)


def test_a_trial_shows_the_price_that_falls_without_income() -> None:
    game = line_of_ar().turn("AR", "track").game()
    session = session_of(game, "p1")
    assert session.try_out(Trial("AR", (("skip", {}),)))
    parts = list(trials.describe_moves(session, session.trial)) if session.trial else []
    text = trials._cash_and_price_changes_text(session, parts)
    price, after = game.view.price("AR"), session.view.price("AR")
    assert price is not None
    assert after is not None
    assert price > after
    assert f"AR ¥{price} → ¥{after}" in text
    assert session.view.cash("AR") == game.view.cash("AR")
    assert "¥" + f"{game.view.cash('AR'):,} →" not in text
