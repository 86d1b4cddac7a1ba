"""What a tutorial tells on the page of a turn: moves, steps passed over, what the players are worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chat.frame import PageBuilder
from bot.computers.choose import ComputerDecision
from bot.computers.hints import TUTORIAL_SETTING
from bot.turn.help import tutorial
from bot.turn.help.news import tutorial_recap_text
from bot.turn.help.tutorial import (
    picture_explanation,
    shown_moves,
    skipped_steps_text,
    suggested_moves,
    worth_and_revenue_text,
)
from bot.turn.pages.workspace import build_first_page
from bot.turn.session.session import TurnSession
from bot.turn.session.words import turn_page_heading
from tests.bot.orders.test_turns import line_of_ar
from tests.bot.turn.test_chooser import session_of
from tests.scenario import act
from tests.titles.g1889.shikoku import Shikoku

TURNS = 60
"""Turns at most until the next operating round."""


def test_two_moves_of_which_a_page_would_say_the_same_are_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    session = as_tutorial(session_of(line_of_ar("2").turn("AR", "track").game(), "p1"))
    first, second = (("lay_tile", {"hex": hex_}) for hex_ in ("K8", "J9"))
    choice = ComputerDecision((first,), "", ((second, 1.0),))
    monkeypatch.setattr(tutorial, "_effect_lines", lambda _, move: [move[1]["hex"]])
    assert shown_moves(session, choice) == [first, second]
    monkeypatch.setattr(tutorial, "_effect_lines", lambda *_: ["the same"])
    assert shown_moves(session, choice) == [first]
    assert suggested_moves(session, choice) == [first, second]


def as_tutorial(session: TurnSession) -> TurnSession:
    """The session as one of a tutorial."""
    session.info = replace(session.info, settings={TUTORIAL_SETTING: True})
    return session


def test_who_lays_no_track_reads_that_this_step_is_over_and_his_turn_goes_on() -> None:
    game = line_of_ar("2").turn("AR", "track").game()
    act(game, "p1", "skip")
    text = tutorial_recap_text(as_tutorial(session_of(game, "p1")))
    assert text.splitlines()[0] == "✔ You have ended the step **track**; your turn goes on."


def test_names_of_companies_are_added_to_pages_of_tutorials_alone() -> None:
    session = session_of(line_of_ar("2").game(), "p1")
    builder = PageBuilder(
        ["## AR: run", "AR runs."], captions=["IR earns ¥20."], texts_below_pictures=["AR and IR"]
    )
    tutorial.add_company_names(session, builder)
    assert builder.texts == ["## AR: run", "AR runs."]
    tutorial.add_company_names(as_tutorial(session), builder)
    assert builder.texts == ["## AR: run", "AR (Awa Railroad) runs."]
    assert builder.captions == ["IR (Iyo Railway) earns ¥20."]
    assert builder.texts_below_pictures == ["AR and IR"]


def test_a_step_that_was_passed_over_is_told_with_its_reason() -> None:
    game = line_of_ar("2").turn("AR", "track").money({"AR": 0}).game()
    session = as_tutorial(session_of(game, "p1"))
    assert skipped_steps_text(session) == ""
    act(game, "p1", "skip")
    assert game.view.cursor.step == "run"
    text = skipped_steps_text(as_tutorial(session_of(game, "p1")))
    assert text.startswith("-# Skipped: **token**. No city on your track")


def test_a_step_that_was_passed_over_before_the_first_move_of_a_turn_is_told() -> None:
    players = Shikoku("Ann", "Ben", "Cy").company("IR", 100, p2=50).company("AR", 65, p1=50)
    game = players.tile("K8", "5", 3).trains("AR", "2").trains("IR", "2").turn("IR", "trains").game()
    act(game, "p2", "done")
    assert game.view.cursor.step == "run"
    lines = skipped_steps_text(as_tutorial(session_of(game, "p1"))).splitlines()
    assert [line.split("**")[1] for line in lines] == ["track", "token"]
    assert "⏭ track · ⏭ token · **▶ run** · dividend · trains" in turn_page_heading(game, "p1").replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_a_step_that_was_passed_over_in_an_earlier_turn_is_not_told_again() -> None:
    game = line_of_ar("2", rounds=2).money({"AR": 0, "IR": 0}).turn("AR", "track", rounds=2).game()
    act(game, "p1", "skip")
    assert skipped_steps_text(as_tutorial(session_of(game, "p1")))
    for _ in range(TURNS):
        if (game.view.cursor.part, game.view.cursor.actor, game.view.cursor.step) == (2, "AR", "track"):
            break
        waiting = game.waiting()
        assert waiting is not None
        kinds = {choice.kind for choice in game.choices(waiting.players[0])}
        act(game, waiting.players[0], "skip" if "skip" in kinds else "done")
    act(game, "p1", "skip")
    assert game.view.cursor.step == "run"
    assert skipped_steps_text(as_tutorial(session_of(game, "p1"))) == ""


def test_a_share_round_compares_what_players_are_worth_and_what_companies_earn() -> None:
    scenario = line_of_ar("2").cash(p1=100, p2=90, p3=700).stock_round("p1", number=2)
    assert worth_and_revenue_text(as_tutorial(session_of(scenario.game(), "p1"))) == ""
    scenario.state.companies["AR"].last_revenue = 80
    text = worth_and_revenue_text(as_tutorial(session_of(scenario.game(), "p1")))
    assert text.splitlines() == [
        "-# Worth (cash, shares at market price, private companies at face value): "
        "Cy ¥700 · Ben ¥590 · Ann ¥425",
        "-# Last income of the companies: AR ¥80",
    ]


def test_a_proposal_is_explained_only_where_a_picture_shows_one() -> None:
    session = as_tutorial(session_of(line_of_ar("2").turn("AR", "track").game(), "p1"))
    about = "The pale tile in the dashed frame is the proposal."
    assert about in picture_explanation(session, [("lay_tile", {})])
    assert "large circles are cities" in picture_explanation(session, [("skip", {})])
    assert about not in picture_explanation(session, [("skip", {})])


async def test_the_page_of_a_tutorial_that_is_over_says_what_was_learnt_and_what_to_play_next() -> None:
    session = session_of(line_of_ar("2").game(), "p1")
    session.info = replace(session.info, status="ended")
    assert "What you have learnt" not in "\n".join((await build_first_page(session)).texts)
    session.info = replace(session.info, settings={TUTORIAL_SETTING: True})
    text = "\n".join((await build_first_page(session)).texts)
    assert "What you have learnt" in text
    assert "`/game solo` against stronger computers" in text
