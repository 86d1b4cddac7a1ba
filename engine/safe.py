"""What is safe to do for a player who is away: nothing that costs him anything.

Found from what the game offers, the same for every title: trains run for the best; else what passes, skips or
declines; where neither is open, an action that takes no share, money or train from him and his companies,
proposes nothing to others and is not marked as dangerous: of several the one after which they have the most.
Where each takes something, a person must decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from engine.core.actions import Action
from engine.core.choices import Choice
from engine.core.events import GameEnded, OfferMade, TrainMoved
from engine.core.view import View
from engine.filling import bare, completions
from engine.game import Game
from engine.routes.suggest import Stop, after

QUIET = ("pass", "skip", "done", "decline_lay", "decline_offer")
"""Kinds of action by which a player leaves something undone, those first that end the most."""

PATIENCE = 300
"""How often the search for a run may ask whether to go on: about half a second."""

LOOKED_AT = 80
"""Actions that are weighed, at most: a forced decision with more is decided among the first ones."""

Cost = tuple[bool, bool, bool, int, int, int]


def safe_action(game: Game, player: str, patience: int = PATIENCE) -> Action | None:
    """The safe default of the decision open to a player; None without one, or if a person must decide."""
    stop = after(patience)
    kinds_at_any_time = {move.kind for move in game.title.moves_at_any_time}
    waiting = game.waiting()
    if waiting is None or player not in waiting.players:
        return None
    choices = [c for c in game.choices(player) if c.kind not in kinds_at_any_time or c.company]
    runs = [action for c in choices for action in _runs(game, player, c, stop)]
    if runs:
        return runs[0]
    still = (a for a in bare(choices, player, QUIET) if game.check(a) is None)
    return next(still, None) or _free(game, player, choices)


def _runs(game: Game, player: str, choice: Choice, stop: Stop | None) -> Iterator[Action]:
    for field in choice.fields:
        if field.kind == "routes":
            routes = game.suggest_routes(stop)
            action = Action(choice.kind, player, {field.name: routes})
            if routes and game.check(action) is None:
                yield action


def _free(game: Game, player: str, choices: Sequence[Choice]) -> Action | None:
    """The best action that takes nothing from the player, the first of several; None when there is none."""
    possible = (a for choice in choices for a in islice(completions(game, player, choice), LOOKED_AT))
    legal = [(choice_of(choices, a), a) for a in possible if game.check(a) is None][:LOOKED_AT]
    costs = [(_cost(game, player, choice, action), action) for choice, action in legal]
    free = [(gained, action) for (cost, gained), action in costs if not any(cost)]
    return max(free, key=lambda found: found[0])[1] if free else None


def choice_of(choices: Sequence[Choice], action: Action) -> Choice:
    """The choice that an action completes."""
    return next(c for c in choices if c.kind == action.kind)


def _cost(game: Game, player: str, choice: Choice, action: Action) -> tuple[Cost, int]:
    """What an action takes from a player and his companies, and what money it brings them."""
    after, mine = game.preview(action), own(game.view, player)
    shares = _shares(game.view, player, after.shares)
    money = sum(after.cash.get(h, 0) for h in mine) - sum(game.view.cash(h) for h in mine)
    gone = [e.train for e in after.events if isinstance(e, TrainMoved) and e.before in mine]
    worth = sum(game.view.data.trains[game.state.trains[t].kind].price for t in gone)
    ended = any(isinstance(e, GameEnded) for e in after.events)
    proposed = any(isinstance(e, OfferMade) for e in after.events)
    return (ended, choice.danger, proposed, shares, max(0, -money), worth), money


def own(view: View, player: str) -> list[str]:
    """The player and the companies that he leads."""
    return [player, *view.presided(player)]


def _shares(view: View, player: str, after: Mapping[str, Mapping[str, int]]) -> int:
    """Percent of companies that the player or his companies would hold no more."""
    mine = own(view, player)
    return sum(
        max(0, sum(view.percent(h, c) for h in mine) - sum(held.get(h, 0) for h in mine))
        for c, held in after.items()
    )
