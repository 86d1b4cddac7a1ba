"""Positions of each title that random play comes to, where an act is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from bot.cards.quick import lots_to_outbid
from bot.games.proposals import min_bid
from bot.turn.choosing.asking import has_serious_effect
from engine import Action, Choice, Game, Record, copy_game, load_game
from engine.api.moves import BID, DIVIDEND, DONE, PAY, RUN, SKIP
from engine.api.table import position
from engine.api.trading import bids
from engine.filling import completions
from engine.players.building import is_lay, lays
from engine.players.fork import Fork
from tests.bot.taps import Act
from tests.walks import Walk

NAMES = ("Ann", "Ben", "Cy")
MOST, SEEDS = 2500, 3
"""Actions of a random game that are looked through, and games."""

Find = Callable[[Game, str], Sequence[Act] | None]
"""The acts that a player is to do in a position; None where it is not what is looked for."""


Moment = tuple[Game, str, Sequence[Act]]
"""A game that begins where a seat acts, the seat, and the acts."""


def moment(title: str, find: Find, seed: int = 1) -> Moment:
    """The first position of random games where one seat acts and the acts are found."""
    return moments(title, (find,), seed)[find]


@cache
def moments(title: str, finds: tuple[Find, ...], seed: int = 1) -> dict[Find, Moment]:
    """The first position for each of these, all found in one walk through random games."""
    found = dict[Find, Moment]()
    for game in _positions(title, seed):
        waiting = game.waiting()
        if waiting is None or len(waiting.players) != 1 or game.state.pending:
            continue
        seat = waiting.players[0]
        for find in finds:
            acts = None if find in found else find(game, seat)
            if acts is not None:
                found[find] = alone(game), seat, acts
        if len(found) == len(set(finds)):
            return found
    raise AssertionError(f"{title} does not come to all of these moments")


def _positions(title: str, seed: int) -> Iterator[Game]:
    for each in range(seed, seed + SEEDS):
        walk = Walk(title, NAMES, each)
        for _ in range(MOST):
            if walk.game.waiting() is None:
                break
            yield walk.game
            walk.step()


def alone(game: Game) -> Game:
    """A game that begins in this position."""
    start = replace(game.setup, seed=0, state=position(game))
    return load_game(start, [Record(1, "opening", "")])


# --- what is looked for ----------------------------------------------------------------------------


def open_choice(game: Game, seat: str, kind: str) -> Choice | None:
    """The choice of a kind that a seat has now, or None."""
    return _choices(game, game.revision, seat).get(kind)


@lru_cache(maxsize=1)
def _choices(game: Game, revision: int, seat: str) -> Mapping[str, Choice]:
    """The choices of a seat by kind, asked for once in a position for all that is looked for."""
    return {choice.kind: choice for choice in reversed(game.choices(seat))}


@cache
def first_of(kind: str) -> Find:
    """An action of this kind, whatever is offered first."""
    return lambda game, seat: None if open_choice(game, seat, kind) is None else (Act(kind),)


@cache
def any_of(kind: str, least: int = 1) -> Find:
    """The last of several ways to fill in an action of this kind: what no page offers first.

    Left out is what is confirmed on a page of its own.
    """

    def find(game: Game, seat: str) -> Sequence[Act] | None:
        choice = open_choice(game, seat, kind)
        if choice is None:
            return None
        found = [a for a in completions(game, seat, choice) if _is_harmless(game, a)]
        return (Act(kind, found[-1].args),) if len(found) >= least else None

    return find


def _is_harmless(game: Game, action: Action) -> bool:
    return game.check(action) is None and not has_serious_effect(game, action.player, game.preview(action))


@cache
def turn_of(*kinds: str) -> Find:
    """A turn of a company with actions of these kinds in this order; all else that it offers is declined."""

    def find(game: Game, seat: str) -> Sequence[Act] | None:
        waiting, cursor = game.waiting(), game.state.cursor
        if waiting is None or not waiting.company or cursor.round != "operating":
            return None
        if open_choice(game, seat, kinds[0]) is None or not game.view.trains(waiting.company):
            return None
        return _acts_of_turn(copy_game(game), seat, list(kinds))

    return find


def _acts_of_turn(trial: Game, seat: str, kinds: list[str]) -> Sequence[Act] | None:
    """The acts of a turn, tried on a copy; None if the turn has not all of the kinds."""
    here, made = _turn_key(trial), list[Act]()
    while _turn_key(trial) == here and not trial.state.pending:
        action = _next(trial, seat, kinds[0] if kinds else "")
        if action is None:
            return None
        if kinds and action.kind == kinds[0]:
            kinds.pop(0)
        trial.submit(action)
        made.append(Act(action.kind) if action.kind == RUN else Act(action.kind, action.args))
    return made if not kinds and not trial.state.pending else None


def _turn_key(game: Game) -> tuple[object, ...]:
    cursor = game.state.cursor
    return cursor.round, cursor.number, cursor.part, cursor.actor, len(cursor.done), game.state.ended


def _next(game: Game, seat: str, kind: str) -> Action | None:
    """The next action of a turn: of the wanted kind if it is open, else what declines; None if neither is."""
    open_now = {choice.kind: choice for choice in game.choices(seat)}
    if kind in open_now:
        return _filled(game, seat, open_now[kind])
    if RUN in open_now or DIVIDEND in open_now:
        return None
    leave = next((k for k in (SKIP, DONE) if k in open_now), None)
    return Action(leave, seat) if leave is not None else None


def _filled(game: Game, seat: str, choice: Choice) -> Action | None:
    if choice.kind == RUN:
        routes = game.suggest_routes()
        return Action(RUN, seat, {"routes": routes}) if routes else None
    if choice.kind == DIVIDEND:
        action = Action(DIVIDEND, seat, {"payout": PAY})
        return action if game.check(action) is None else None
    if is_lay(choice):
        found = lays(Fork(game), seat, choice, 5)
        return next((a for _, a in found if game.check(a) is None), None)
    return next((a for a in completions(game, seat, choice) if game.check(a) is None), None)


def first_bid(game: Game, seat: str) -> Sequence[Act] | None:
    """The lowest bid on the last of several lots on which nobody has bid."""
    auction = bids(game.view)
    choice = open_choice(game, seat, BID)
    if auction is None or choice is None or lots_to_outbid(game, seat):
        return None
    found = [
        a for a in completions(game, seat, choice) if not set(auction.high) & set(map(str, a.args.values()))
    ]
    lots = {str(next(iter(a.args.values()))): a for a in reversed(found)}
    return (Act(BID, next(iter(lots.values())).args),) if len(lots) > 1 else None


def outbid(game: Game, seat: str) -> Sequence[Act] | None:
    """The lowest bid on a lot on which somebody else bids most."""
    lots = lots_to_outbid(game, seat)
    action = min_bid(game, seat, lots[0]) if lots else None
    return None if action is None else (Act(BID, {**action.args, **_named(lots[0])}),)


def _named(item: str) -> dict[str, str]:
    return {"lot": item}
