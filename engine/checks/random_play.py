"""Plays whole games by random legal choices, weighted by the title so that games end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.checks.selfcheck import Shadow, check_offers, offered_but_refused
from engine.core.actions import Action, Json
from engine.core.choices import Choice, Field, Option, Range
from engine.core.errors import BROKEN_GAME_ERRORS, BrokenInvariant, Refused
from engine.core.events import Floated, Said
from engine.core.story import floated_in
from engine.core.view import View
from engine.game import Game, new_game
from engine.routes.policy import policy_of
from engine.routes.suggest import after, earning_bonuses
from engine.rules.ending import BANK_BROKEN
from engine.title import Title

PositionWeight = Callable[[View, str, str], float]
"""By position, kind of action and value of a field: how much more than others a random player likes it; the
value is empty where the kind itself is meant."""
USUAL = {
    "run": 30.0,
    "lay_tile": 6.0,
    "buy_share": 4.0,
    "buy_train": 3.0,
    "place_token": 2.0,
    "par": 2.0,
    "done": 1.5,
    "pass": 0.6,
    "skip": 0.4,
    "withdraw_offer": 0.2,
    "sell_shares": 0.1,
    "offer_train": 0.1,
    "offer_private": 0.05,
}
"""How often random play picks a kind of action, so that companies start, run and games end; others: 1."""
LIMIT = 20_000
"""Actions of one game, at most."""
_TRIES = 60
SEEKING = 15
"""How much more patience a search has that looks for a bonus."""
_PATIENCE = 300
"""How often a search for routes may ask whether to go on: about half a second, the same on every machine."""


def _same_weight(view: View, kind: str, value: str) -> float:
    return 1.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finished (or broken) game: ``fault`` says what broke, with the game as it was then."""

    game: Game
    seed: int
    rounds: int
    fault: str | None = None

    def line(self) -> str:
        """One line for people and scripts."""
        game = self.game
        scores = ",".join(f"{p}:{s}" for p, s in game.scores().items())
        end = self.fault or game.state.ended or "unfinished"
        actions = sum(r.kind == "action" for r in game.log)
        return (
            f"{game.title.key} seed={self.seed} players={len(game.setup.names)} actions={actions} "
            f"rounds={self.rounds} end={end.replace(' ', '_')} scores={scores}"
        )

    def counts(self) -> Counter[tuple[str, str]]:
        """How it ended; how often each kind of action was taken and each story told."""
        records = self.game.log
        found = Counter([("ends", self.game.state.ended or "broken")])
        found.update(("actions", r.action.kind) for r in records if r.action is not None)
        found.update(("told", e.key) for r in records for e in r.events if isinstance(e, Said))
        placed = ((r.events, i) for r in records for i, e in enumerate(r.events) if isinstance(e, Floated))
        floats = (floated_in(self.game.view, *place) for place in placed)
        found.update(("told", told.key) for told in floats if told is not None)
        return found


class RandomPlayer:
    """Chooses for every seat; deterministic for a seed.

    A title's extras say how it is played so that games end: the ``weights`` of kinds of action where they
    are not the `USUAL` ones, and of values ("dividend pay") where all are not the same; the play ``styles``,
    changes of the weights of which a seed draws one; the ``position_weight``, by which a position multiplies
    the weight of a kind or value; the kinds for which amounts are ``modest``; the ``guesses``, kinds for
    which the engine offers no values, so that what is found may be refused; the ``patience`` with a search
    for routes; how often routes are ``sought`` that earn a bonus, though others may earn more.
    """

    def __init__(self, title: Title, seed: int) -> None:
        self.rng = Random(seed)
        styles: Sequence[Mapping[str, float]] = title.extras.get("styles", ())
        style = self.rng.choice(styles) if styles else {}
        self.weights: Mapping[str, float] = {**USUAL, **title.extras.get("weights", {}), **style}
        self.modest: Sequence[str] = title.extras.get("modest", ())
        self.guesses: Sequence[str] = title.extras.get("guesses", ())
        self.patience: int = title.extras.get("patience", _PATIENCE)
        self.sought: float = title.extras.get("sought", 0.0)
        self.position_weight: PositionWeight = title.extras.get("position_weight", _same_weight)

    def action(self, game: Game, seat: str | None = None) -> Action:
        """A random legal action of a seat, or of somebody who may act; raises BrokenInvariant without one."""
        for _ in range(_TRIES):
            made = self._attempt(game, self._players(game) if seat is None else (seat,))
            if made is not None:
                return made
        raise BrokenInvariant(f"no offered choice of {game.waiting()} could be completed")

    def _attempt(self, game: Game, players: Sequence[str]) -> Action | None:
        offered = [(player, choice) for player in players for choice in game.choices(player)]
        if not offered:
            raise BrokenInvariant(f"nobody is offered anything while the game waits for {game.waiting()}")
        weights = [self.liking(game.view, choice.kind) for _, choice in offered]
        player, choice = self.rng.choices(offered, weights if any(weights) else None)[0]
        return self.complete(game, player, choice)

    def liking(self, view: View, kind: str) -> float:
        """How often a kind of action is picked in a position, against the others."""
        return self.weights.get(kind, 1.0) * self.position_weight(view, kind, "")

    def _players(self, game: Game) -> Sequence[str]:
        waiting = game.waiting()
        assert waiting is not None
        return game.state.seats if self.rng.random() < 0.1 else waiting.players

    def complete(self, game: Game, player: str, choice: Choice) -> Action | None:
        """Fill the fields of a choice one by one; None when an optional path leads nowhere."""
        args: dict[str, Json] = {}
        for field in choice.fields:
            value = self._value(game, player, choice.kind, field, args)
            if value is None and not field.optional:
                return None
            if value is not None:
                args[field.name] = value
        action = Action(choice.kind, player, args)
        guess = choice.kind in self.guesses
        return None if guess and game.check(action) is not None else action

    def _value(self, game: Game, player: str, kind: str, field: Field, args: Mapping[str, Json]) -> Json:
        if field.kind == "routes":
            return self.routes(game)
        options = game.options(player, kind, field.name, args)
        if isinstance(options, Range):
            return self._amount(options, kind)
        if not options or (field.optional and self.rng.random() < 0.5):
            return None
        if field.kind == "many":
            return [o.value for o in self._some(options)]
        return self.pick(game.view, kind, [o.value for o in options])

    def routes(self, game: Game) -> Json:
        """The best routes that some patience finds, with more of it when that finds none; or a bonus."""
        if self.sought and self.rng.random() < self.sought:
            company = game.view.cursor.actor
            named = policy_of(game.view).named(game.view, company)
            sets = () if named else earning_bonuses(game.view, company, after(SEEKING * self.patience))
            if sets:
                return [route.to_json() for route in sets[0].routes]
        patience = (self.patience, 10 * self.patience, 100 * self.patience)
        return next(filter(None, (game.suggest_routes(after(most + 1)) for most in patience)), [])

    def pick(self, view: View, kind: str, values: Sequence[str]) -> str:
        """One of the values of a field, those that are liked more often than others."""
        liked = [self.weights.get(f"{kind} {v}", 1.0) * self.position_weight(view, kind, v) for v in values]
        if len(set(liked)) == 1:
            return self.rng.choice(values)
        return self.rng.choices(values, liked)[0]

    def _some(self, options: Sequence[Option]) -> list[Option]:
        return self.rng.sample(list(options), self.rng.randint(1, len(options)))

    def _amount(self, options: Range, kind: str) -> int:
        if kind in self.modest and self.rng.random() < 0.95:
            return options.low
        ends = [options.low, *options.suggested, options.high]
        if self.rng.random() < 0.7:
            return self.rng.choice(ends)
        return options.low + options.step * self.rng.randint(0, (options.high - options.low) // options.step)


def play(
    title: Title, players: int, seed: int, options: Mapping[str, str], full: bool = False, limit: int = LIMIT
) -> Outcome:
    """Play one game to its end; a broken property is reported as the outcome's fault."""
    names = [f"Player {i}" for i in range(1, players + 1)]
    game = new_game(title, names, seed=seed, options=options)
    dice, asking, shadow = (
        RandomPlayer(title, seed),
        RandomPlayer(title, seed),
        Shadow(game) if full else None,
    )
    return played(game, seed, lambda: _one_action(game, dice, asking, shadow), limit)


def played(game: Game, seed: int, act: Callable[[], str | None], limit: int = LIMIT) -> Outcome:
    """A game to its end by ``act``, which takes one action or says what broke."""
    rounds, here, least = 0, None, game.state.bank
    for _ in range(limit):
        least = min(least, game.state.bank)
        if game.state.ended:
            return Outcome(game, seed, rounds, _ended_early(game, least))
        cursor = game.state.cursor
        if (cursor.round, cursor.number, cursor.part) != here:
            here, rounds = (cursor.round, cursor.number, cursor.part), rounds + 1
        fault = act()
        if fault:
            return Outcome(game, seed, rounds, fault)
    return Outcome(game, seed, rounds, "no end in sight")


def _ended_early(game: Game, least: int) -> str | None:
    """What is wrong with the end of a game whose bank never had less than ``least``; None for nothing."""
    if game.state.ended != BANK_BROKEN or least <= 0:
        return None
    return f"the bank ended the game but never had less than {least}"


def _one_action(game: Game, dice: RandomPlayer, asking: RandomPlayer, shadow: Shadow | None) -> str | None:
    """Take one action of ``dice``; ``asking`` tries what is offered: so the checks do not change the game."""
    try:
        if shadow:
            check_offers(game, asking.complete)
        action = dice.action(game)
        try:
            game.submit(action)
        except Refused as refused:
            return offered_but_refused(action, refused.violation)
        if shadow:
            shadow.follow(game)
    except BROKEN_GAME_ERRORS as error:
        return f"{type(error).__name__}: {error}"
    return None
