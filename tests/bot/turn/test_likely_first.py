"""Which values of a move stand first on a page: those of the player's last such move."""

from __future__ import annotations

from bot.turn.choosing.ways import complete_moves_of
from engine import Game
from tests.bot.turn.test_chooser import session_of
from tests.scenario import act
from tests.titles.g18ez.ez_deals import dealing


def companies_to_buy(game: Game) -> list[str]:
    """The companies whose shares the page of p1 offers, in its order."""
    session = session_of(game, "p1")
    choice = next(choice for choice in session.decision_moves() if choice.kind == "buy_share")
    return [move.draft.args["company"] for move in complete_moves_of(session, choice)]


def test_what_was_bought_last_comes_first_and_before_that_what_one_holds() -> None:
    scenario = dealing("Ann", "Ben", "Cy", actor="p1").shares("M&R", p1=50).par("M&R", 80)
    game = scenario.shares("BCRR", p2=50).par("BCRR", 60).cash(p1=500).game()
    assert companies_to_buy(game)[0] == "M&R"
    act(game, "p1", "buy_share", company="BCRR", source="ipo")
    act(game, "p1", "done")
    for seat in ("p2", "p3"):
        act(game, seat, "pass")
    assert companies_to_buy(game)[0] == "BCRR"
    assert "M&R" in companies_to_buy(game)
