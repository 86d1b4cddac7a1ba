"""What the page of each kind of step shows of the position."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from bot.turn.choosing import steps
from bot.turn.choosing.raising import money_raising_lines
from bot.turn.session.draft import legal_move_of_kind
from bot.turn.session.session import TurnSession
from engine import TITLES
from engine.api.incomes import incomes
from engine.api.moves import BUY_SHARE, PAR, Subject
from engine.checks.random_play import play
from render import draw
from render.gallery import at_a_run
from tests.bot.moments import first_of, moment
from tests.bot.scenes import FIVE
from tests.bot.turn.test_chooser import session_of
from tests.titles.g1826.france import France
from tests.titles.g1826.test_1826_trains import buyer
from tests.titles.g1889.test_1889_trains import poor


def at(title: str, kind: str) -> TurnSession:
    game, seat, _ = moment(title, first_of(kind))
    return session_of(game, seat)


def test_every_kind_of_step_has_a_page() -> None:
    assert set(steps.STEPS) == set(Subject) - {Subject.NONE}


def test_every_step_of_every_title_has_the_page_of_a_kind() -> None:
    named = {
        (title, name, name_of_step): step.subject
        for title, data in TITLES.items()
        for name, spec in data.rounds.items()
        for name_of_step, step in spec.steps.items()
    }
    assert [step for step, subject in named.items() if subject not in steps.STEPS] == []
    assert len({title for title, _, _ in named}) == len(TITLES)


@pytest.mark.parametrize(
    ("kind", "view", "line"),
    [
        ("buy_train", "trains", "Cash: "),
        ("dividend", "market", "Shares of "),
        ("place_token", "crop", "Cash: "),
        ("lay_tile", "crop", ""),
        ("buy_share", "stake", "Certificates: "),
        ("bid", "stake", "Lot 1 of "),
    ],
)
def test_a_page_tells_what_matters_and_shows_it(kind: str, view: str, line: str) -> None:
    session = at("1889", kind)
    page = steps.contents_of_step(session)
    assert page is not None
    assert line in "\n".join(steps.step_lines(session))
    shown = page.picture_request(session)
    if view == "crop" and not session.view.stations(session.company or ""):
        assert shown is None
    else:
        assert shown is not None
        assert shown[0] == view
        assert draw(session.game, shown[0], **shown[1]).png


def test_a_choice_about_something_else_has_the_page_of_that() -> None:
    session = at("1889", BUY_SHARE)
    par = legal_move_of_kind(session.game, session.seat, PAR)
    assert par is not None
    page = steps.contents_of_step(session, par)
    assert page is not None
    assert page.picture_request(session) == ("market", {"pars": True})


def test_who_must_buy_a_train_is_told_what_is_lacking() -> None:
    session = at("1889", "buy_train")
    company = session.company
    assert company is not None
    with_money = "\n".join(steps.step_lines(session))
    must = f"{company} must buy a train this turn for " in with_money
    assert must is (not session.view.trains(company))


def test_the_ways_to_raise_money_stand_on_the_page_with_what_each_brings() -> None:
    game = poor().company("IR", 100, p2=50, p1=20).company("SR", 100, p2=50, p1=20).game()
    *_, heading, ways = steps.step_lines(session_of(game, "p1"))
    assert heading == "-# Ways to raise money:"
    assert ways == "-# Sell shares: IR ¥100 to ¥200, SR ¥100 to ¥200"
    forced = poor().company("IR", 100, p2=50, p1=40).game()
    assert steps.step_lines(session_of(forced, "p1"))[-1] == "-# Sell shares: IR ¥200"


def test_the_only_way_to_raise_money_is_not_listed_beside_its_button() -> None:
    session = session_of(buyer(p1=50).game(), "p1")
    assert money_raising_lines(session) == ["Take a loan for F500"]
    assert "Ways to raise money" not in "\n".join(steps.step_lines(session))


@pytest.mark.parametrize("step", ["own_shares", "growth"])
def test_the_facts_that_a_charter_shows_are_no_text_beside_it(step: str) -> None:
    scenario = France(*FIVE[:3]).corporation("Paris", 100, 500, p1=60, p2=20)
    scenario.state.companies["Paris"].data["destination"] = True
    session = session_of(scenario.turn("Paris", step).game(), "p1")
    assert steps.has_company_facts_in_picture(session)
    assert steps.step_lines(session, has_picture=True) == []
    assert "Shares of Paris" in "\n".join(steps.step_lines(session))


def test_who_lacks_no_money_reads_of_no_way_to_raise_it() -> None:
    game = poor(money=300).company("IR", 100, p2=50, p1=40).game()
    assert "raise money" not in "\n".join(steps.step_lines(session_of(game, "p1")))


def test_the_charter_on_a_page_has_the_last_runs_of_the_company() -> None:
    game = at_a_run(play(TITLES["1889"], 3, 4, {}, limit=420).game, 1.0)
    session = session_of(game, "p1")
    assert session.company is not None
    view, params = steps.STEPS[Subject.TREASURY].picture_request(session) or ("", {})
    assert view == "company"
    assert params["runs"] == [asdict(run) for run in incomes(game, session.company)] != []
