"""A computer player of your own, in a match against random choices: `python my_player.py`."""

from collections.abc import Iterator

from engine import TITLES, Action, Choice, Game
from engine.filling import completions
from engine.players.match import match, summary
from engine.players.seat import Budget, Decision

LIKED = (
    "buy_item",
    "par",
    "buy_share",
    "run",
    "dividend",
    "buy_train",
    "lay_tile",
    "place_token",
    "done",
    "pass",
)
"""The kinds of action that it takes when it can, the best first; others when nothing else is left."""


class Builder:
    """Starts companies, buys shares and trains, lays track, and pays out whatever its trains earn."""

    def choose(self, game: Game, seat: str, budget: Budget) -> Decision:
        """The first legal action of the kind that it likes best, while its budget lasts."""
        for choice in sorted(game.choices(seat), key=rank):
            for action in actions(game, seat, choice):
                if game.check(action) is None:
                    return Decision((action,), f"Of all that is legal it likes {choice.kind} best.")
        raise RuntimeError("The rules always leave something to do.")


def rank(choice: Choice) -> int:
    return LIKED.index(choice.kind) if choice.kind in LIKED else len(LIKED)


def actions(game: Game, seat: str, choice: Choice) -> Iterator[Action]:
    if choice.kind == "run":
        yield Action("run", seat, {"routes": game.suggest_routes()})
    yield from completions(game, seat, choice)


if __name__ == "__main__":
    played = list(
        match(TITLES["1889"], ["__main__:Builder", "random", "random"], games=3, seed=1, options={})
    )
    print(*(game.line() for game in played), sep="\n")
    print(*summary(played), sep="\n")
