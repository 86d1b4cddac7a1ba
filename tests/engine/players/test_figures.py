"""The reasons for track and trains that a player who learns is given have figures of the company's run."""

from __future__ import annotations

from engine import Action, Game
from engine.api.players import GUIDE
from engine.players.fork import Fork
from engine.players.kinds import player, work_limit_of
from engine.players.reasons.figures import reason_with_figures
from engine.players.seat import Budget
from tests.titles.g1889.shikoku import Shikoku

DONE, PATIENCE = Action("done", "p1"), 2000


def at_step(step: str, *held: str, cash: int = 500, is_long: bool = True) -> Game:
    """AR of p1 is at a step; its track joins two stops, and a third one if it ``is_long``."""
    made = Shikoku("Ann", "Ben", "Cy").company("AR", 65, cash=cash, p1=50).lay("K8", "57", 1, 4)
    made = made.lay("J9", "58", 2, 4) if is_long else made
    return made.trains("AR", *held).turn("AR", step).game()


def reason_of(game: Game, action: Action) -> str:
    return reason_with_figures(Fork(game), game.view.cursor.actor, action, PATIENCE)


def bought(train: str) -> Action:
    return Action("buy_train", "p1", {"source": "depot", "train": train, "price": 80})


def lay(coord: str, tile: str, rotation: str) -> Action:
    return Action("lay_tile", "p1", {"hex": coord, "tile": tile, "rotation": rotation})


def test_the_reason_for_a_train_is_what_a_run_earns_with_it() -> None:
    assert reason_of(at_step("trains"), bought("2")) == (
        "Without a train AR earns nothing. With it, a run on the track of now earns ¥40."
    )
    assert reason_of(at_step("trains", "2"), bought("3")) == (
        "With a further 3-train a run of AR earns ¥70 instead of ¥40."
    )


def test_a_train_that_adds_nothing_to_a_run_has_the_usual_reason() -> None:
    assert reason_of(at_step("trains", "2", is_long=False), bought("5")) == "A 5-train never rusts."


def test_the_reason_for_no_further_train_is_what_it_would_add_and_cost() -> None:
    assert reason_of(at_step("trains", "2", is_long=False), DONE) == (
        "With a further 2-train a run of AR would still earn ¥40: it has no other route."
    )
    assert reason_of(at_step("trains", "2"), DONE) == (
        "A further 2-train would add ¥30 to a run. It costs ¥80; the first 4-train rusts it."
    )


def test_a_train_that_a_company_may_not_buy_or_cannot_pay_is_not_counted() -> None:
    assert reason_of(at_step("trains", "2", cash=10), DONE) == "AR has ¥10, and the next train costs ¥80."
    full = at_step("trains", "2", "2", "2", "2")
    assert reason_of(full, DONE) == "AR has as many trains as it may own: 4."


def test_the_reason_for_track_is_the_stop_that_it_reaches() -> None:
    assert reason_of(at_step("track", "2", is_long=False), lay("J9", "58", "2")) == (
        "With it the track of AR reaches Komatsujima (J9): ¥10 more for a train that counts all stops."
    )
    at_home = Shikoku("Ann", "Ben", "Cy").company("AR", 65, cash=500, p1=50).turn("AR", "track").game()
    assert "reaches Naruto & Awaji (L7): ¥20 more" in reason_of(at_home, lay("K8", "5", "3"))
    assert reason_of(at_step("track", "2"), lay("I8", "9", "2")).startswith(
        "For the turns and trains to come"
    )


def test_the_guide_gives_such_reasons() -> None:
    decision = player(GUIDE, 1).choose(at_step("trains"), "p1", Budget(work_limit_of(GUIDE)))
    assert decision.actions[0].kind == "buy_train"
    assert "a run on the track of now earns ¥40" in decision.reason
