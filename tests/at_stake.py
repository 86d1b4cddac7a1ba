"""Moments of random games at which something is at stake, and what the position itself says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine import TITLES, Game, Range, new_game
from engine.api import round_state
from engine.core.actions import Action
from tests.walks import Walk

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eli")


def seated(title: str, seed: int = 1) -> Game:
    """A new game of as many players as the title takes, at most five."""
    return new_game(title, _names(title), seed=seed)


def _names(title: str) -> Sequence[str]:
    return NAMES[: TITLES[title].data.max_players]


def moments(title: str, seed: int, actions: int) -> Iterator[tuple[str, Game]]:
    """A random game after each action, with the scene and the step."""
    walk = Walk(title, _names(title), seed)
    for _ in range(actions):
        waiting = walk.game.waiting()
        if waiting is None:
            return
        yield f"{round_state.round_kind(walk.game.view)} {waiting.step}", walk.game
        walk.step()


def standing(notes: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Every bid that stands, by item and player, as the notes of a position have them."""
    found = {key.removeprefix("bid_"): dict(by) for key, by in notes.items() if key.startswith("bid_")}
    charter = notes.get("auction")
    return {**found, charter["company"]: {charter["by"]: charter["bid"]}} if charter else found


def five_bids(title: str) -> Game:
    """An auction that is going on for a lot on which all players have bid."""
    game = seated(title)
    if title == "1862":
        return _parliament(game)
    item = next(lot.item for lot in round_state.lots(game.view) if lot.lowest_bid is not None)
    for _ in game.state.seats:
        [player] = actors(game)
        least = next(lot.lowest_bid for lot in round_state.lots(game.view) if lot.item == item)
        game.submit(Action("bid", player, {"item": item, "price": least}))
    while not any(lot.is_in_auction for lot in round_state.lots(game.view)):
        _buy_or_pass(game)
    return game


def _buy_or_pass(game: Game) -> None:
    """Whoever is in turn buys the first lot for sale, passes, or chooses the lowest par."""
    [player] = actors(game)
    kinds = [choice.kind for choice in game.choices(player)]
    args: dict[str, object] = {}
    if "buy_item" in kinds:
        args = {"item": _values(game, player, "buy_item", "item")[0]}
    elif "set_par" in kinds:
        args = {"price": _values(game, player, "set_par", "price")[0]}
    kind = next(kind for kind in ("buy_item", "set_par", "pass") if kind in kinds)
    game.submit(Action(kind, player, args))


def _values(game: Game, player: str, kind: str, field: str) -> list[str]:
    found = game.options(player, kind, field)
    assert not isinstance(found, Range)
    return [option.value for option in found]


def _parliament(game: Game) -> Game:
    [player] = actors(game)
    company = round_state.lots(game.view)[0].item
    game.submit(Action("bid", player, {"company": company, "amount": 0}))
    for _ in game.state.seats:
        [player] = actors(game)
        least = round_state.lots(game.view)[0].lowest_bid
        game.submit(Action("bid", player, {"company": company, "amount": least}))
    return game


def actors(game: Game) -> tuple[str, ...]:
    """Whom the game waits for."""
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players
