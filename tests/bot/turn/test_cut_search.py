"""What the page of a run shows when the search had no time to prove its answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.chat.press import Press
from bot.chat.respond import Response
from bot.turn.pages import best_runs, workspace
from bot.turn.presses import run_buttons as runs
from bot.turn.session.draft import Draft
from bot.turn.session.routes import route_text_of_train
from bot.turn.session.session import TurnSession
from bot.work.searches import RouteSets
from engine import Game
from tests.bot.limits import labels_of, text_of
from tests.bot.turn.test_chooser import session_of
from tests.scenario import act
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.lines import ANDALUSIA, Europe
from tests.titles.g18oe.test_18oe_running import on, turn


def before_the_next_run() -> Game:
    """The railroad, which has run for 60, is about to run once more."""
    game = turn(Europe("2").line(*ANDALUSIA).token_at("AC8").card("4"))
    act(game, "p1", "run", routes=on(game, *ANDALUSIA))
    last = game.view.company(US).data
    again = Europe("2").line(*ANDALUSIA).token_at("AC8").card("4")
    again.state.companies[US].data.update(last)
    return turn(again)


@pytest.mark.parametrize(
    ("proven", "found", "shown"), [(False, 30, [60, 30]), (False, 60, [60]), (True, 30, [30])]
)
async def test_the_run_of_last_time_comes_first_where_a_cut_search_knows_less(
    monkeypatch: pytest.MonkeyPatch, proven: bool, found: int, shown: list[int]
) -> None:
    game = before_the_next_run()
    hexes = ANDALUSIA[:2] if found == 30 else ANDALUSIA

    async def search(*_: object) -> RouteSets:
        return RouteSets(((found, tuple(on(game, *hexes))),), proven, 200)

    monkeypatch.setattr(best_runs, "best_route_sets", search)
    sets = (await best_runs.find_route_sets(session_of(game, "p1"))).sets
    assert [earned for earned, _ in sets] == shown


async def test_the_modal_begins_with_the_routes_that_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    game, modals = before_the_next_run(), list[runs.RoutesModal]()
    session = session_of(game, "p1")
    session.set_draft(Draft("run", {}))

    async def current_session(*_: object) -> TurnSession:
        return session

    async def open_modal(modal: runs.RoutesModal) -> None:
        modals.append(modal)

    found = RouteSets(((30, tuple(on(game, *ANDALUSIA[:2]))),), False, 200)
    monkeypatch.setattr(runs, "session_at_current_draft", current_session)
    monkeypatch.setattr(runs, "cached_route_sets", lambda *_: found)
    response = SimpleNamespace(bot=SimpleNamespace(pool=None), open_modal=open_modal)
    await runs._open_routes_modal(cast(Response, response), Press(1, 1, "w_edit", "x"))
    ((train, text_input),) = modals[0].text_inputs.items()
    assert text_input.default == route_text_of_train(game, US, on(game, *ANDALUSIA), train)
    assert text_input.default != route_text_of_train(game, US, on(game, *ANDALUSIA[:2]), train)


async def test_whoever_sees_that_a_search_was_cut_may_look_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = before_the_next_run(), list[bool]()

    async def search(*_: object, longer: bool = False) -> RouteSets:
        asked.append(longer)
        return RouteSets(((60, tuple(on(game, *ANDALUSIA))),), False, 200, was_longer_search=any(asked))

    monkeypatch.setattr(best_runs, "best_route_sets", search)
    monkeypatch.setattr(runs, "best_route_sets", search)
    session = session_of(game, "p1")
    session.set_draft(Draft("run", {}))
    first = (await workspace.build_turn_page(session)).build().view
    assert first is not None
    assert "The search was cut; the best found earns £60" in text_of(first)
    assert "Look longer" in labels_of(first)
    await runs._search_longer(session, Press(1, 1, "w_longer", "x"))
    second = (await workspace.build_turn_page(session)).build().view
    assert second is not None
    assert "The search was cut after 20 seconds; the best found earns £60" in text_of(second)
    assert "Look longer" not in labels_of(second)


async def test_a_search_that_was_cut_before_it_found_anything_does_not_say_that_there_is_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def search(*_: object) -> RouteSets:
        return RouteSets((), False, 200)

    monkeypatch.setattr(best_runs, "best_route_sets", search)
    session = session_of(turn(Europe("2").line(*ANDALUSIA).token_at("AC8").card("4")), "p1")
    session.set_draft(Draft("run", {}))
    page = (await workspace.build_turn_page(session)).build().view
    assert page is not None
    assert "The search was cut before it found a route." in text_of(page)
