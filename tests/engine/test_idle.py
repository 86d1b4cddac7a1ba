"""A company that could run and does not is told so; one that cannot has no income."""

from engine import Game
from engine.api.stories import lines
from tests.bot.orders.test_turns import line_of_ar
from tests.scenario import act


def told(game: Game) -> list[str]:
    return lines(game.view, game.log[-1])


def test_who_skips_a_run_does_not_run() -> None:
    game = line_of_ar("2").turn("AR", "run").game()
    act(game, "p1", "skip")
    assert told(game)[0] == "AR does not run."


def test_who_cannot_run_has_no_income() -> None:
    game = line_of_ar().turn("AR", "track").game()
    act(game, "p1", "skip")
    assert told(game)[0] == "AR has no income."


def test_who_runs_has_no_such_line() -> None:
    game = line_of_ar("2").turn("AR", "run").game()
    act(game, "p1", "run", routes=game.suggest_routes())
    assert not any("does not run" in line for line in told(game))
