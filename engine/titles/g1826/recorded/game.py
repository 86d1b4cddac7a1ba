"""Follows recorded games: the auction, rounds and turns in our words, positions and events in theirs.

Rounds and companies have our names, the items of the auction nearly so. Players are named by seat. The record
does not tell the par of a corporation whose presidency came with a private, nor the routes of a run: the par
is that of the first share sold, and the stated revenue is paid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from engine.core import state as states
from engine.core.actions import Action, Json
from engine.core.flow import begin_round, current_round, moves_of
from engine.core.log import Genesis, Record
from engine.core.play import Play
from engine.core.view import View
from engine.game import Game
from engine.recorded.reader import MISSTATED, Line, Recording, Unreadable, unknown
from engine.recorded.replay import Stand, Taken
from engine.steps.discard import DiscardStep
from engine.steps.shares import turn
from engine.title import Title
from engine.titles.g1826 import loans
from engine.titles.g1826.kept_tokens import EXCHANGE
from engine.titles.g1826.operating import Operating
from engine.titles.g1826.recorded import acts
from engine.titles.g1826.recorded import facts as told
from engine.titles.g1826.recorded.setup import (
    OPTIONS,
    ROUND_KINDS,
    SETUP_KEYS,
    options,
    pars,
    rank,
    sales_after,
)
from engine.titles.g1826.recorded.steps import ASKED, READY
from engine.titles.g1826.recorded.words import item_of

_STEPS = [step.name for step in ASKED]
_STEP_OF = {
    "lay_tile": "track",
    "place_token": "token",
    "run_routes": READY,
    "dividend": "dividend",
    "take_loan": "trains",
    "buy_train": "trains",
    "repay_loan": "loans",
    "redeem": "own_shares",
    "sell_treasury": "own_shares",
    "buy_bond": "own_shares",
}
_FORCED = {EXCHANGE: EXCHANGE, "discard_train": DiscardStep.name}
"""The forced decisions that a record tells."""
_FREE = ("convert", "use_private", "place_bonus", "buy_private")
"""Actions that are open at any point of a turn."""
_POWERS = ("use_private", "place_bonus")
"""Those that the owner of a private may be told to do, in place of his corporation."""
_MARKERS = ("round_start", "round_end", "turn_start")
_SALES = ("interest", "trains")
"""The steps in which a president may raise money by what he owns."""
_PRIVATES_PAY = "privates_pay_1826"
_FORMING = ("price", "president")


class RecordedGame:
    """One replay of a recorded game of 1826 (see `engine.recorded.replay.Recorded`)."""

    def __init__(self) -> None:
        self.options: Mapping[str, str] = {}
        self.notes: Sequence[str] = ()
        self._passes: set[int] = set()
        self._sales: dict[int, int] = {}
        self._owed: Line | None = None
        self._former: Line | None = None
        self._left = 0
        self._pars: dict[str, int] = {}
        self._seats: list[str] = []
        self._line: Line = {}
        self._before: Sequence[Line] = ()
        self._compared: Line = {}

    # --- the set-up --------------------------------------------------------------------------

    def start(self, title: Title, recording: Recording) -> Game:
        """Seats as recorded; readings and options as its program has them."""
        try:
            self._read(recording.setup["players"], recording.lines)
            return self._start(title, recording.setup, recording.lines)
        except MISSTATED as error:
            raise Unreadable(f"the set-up lacks or misstates {error}") from error

    def _read(self, seats: Sequence[str], lines: Sequence[Line]) -> None:
        """What the lines tell before they are followed."""
        self._seats, self._pars, self._sales = list(seats), pars(lines), sales_after(lines)
        self._passes = {rank(line["round"])[1] for line in lines if line["action"]["type"] == "pass"}

    def _start(self, title: Title, setup: Line, lines: Sequence[Line]) -> Game:
        names = self._seats
        self.options, self.notes = options(setup, lines), unknown(setup, SETUP_KEYS, OPTIONS)
        chosen = {o.key: o.default for o in title.options} | dict(self.options)
        state = title.setup(title.data, names, chosen)
        first = next(iter(state.players))

        def opening(play: Play, _: Random) -> None:
            play.give_priority(first)
            begin_round(play, "auction")

        genesis = Genesis(title.key, title.rules_version, tuple(names), chosen, 0, states.to_json(state))
        rounds = {**title.rounds, Operating.kind: Operating(ASKED)}
        game = Game(replace(title, opening=opening, rounds=rounds), genesis)
        game.open()
        return game

    # --- where the game stands -----------------------------------------------------------------

    def here(self, game: Game) -> Mapping[str, Json]:
        """Markers have no actor, nor has a round in which the privates pay and nothing else happens."""
        line, waiting = self._line, game.waiting()
        forms = line["action"]["type"] == "national_forms"
        if _is_privates_only(game, line) or line.get("correction") or forms:
            return {}
        if line["action"]["type"] == "round_end":
            return {"actor": None}
        if line["action"]["type"] == "round_start" or waiting is None:
            return {"round": game.round_title(), "actor": None}
        if _is_bought(game, line):
            return {"actor": line["actor"]}
        company = waiting.company if rank(line["round"])[1] == ROUND_KINDS["OR"] else None
        if company is None or line["actor"]["kind"] == "player":
            return {"round": game.round_title(), "actor": _player(game.view, waiting.players[0])}
        return {"round": game.round_title(), "actor": {"kind": "corporation", "id": company}}

    def stand(self, game: Game, line: Line, before: Sequence[Line]) -> Stand:
        """By round, then by whose turn it is, then by step; a record may leave out all passes."""
        self._line = line
        self._before = before
        if _is_privates_only(game, line) or line.get("correction"):
            return Stand.HERE
        if _is_bought(game, line):
            return Stand.HERE
        waiting = game.waiting()
        ours, theirs = rank(game.round_title()), rank(line["round"])
        if waiting is None or ours > theirs:
            ended = line["action"]["type"] == "round_end" and theirs[1] == ROUND_KINDS["OR"]
            return Stand.HERE if ended else _past(line)
        if ours < theirs:
            return Stand.BEHIND
        kind = line["action"]["type"]
        if kind == "round_end":
            return Stand.BEHIND
        if kind == "round_start":
            return Stand.HERE
        if kind == "national_forms":
            return _formed(game, line)
        if not line.get("actor"):
            return Stand.LOST
        if game.state.pending or kind == EXCHANGE:
            return _same(waiting.step == _FORCED.get(kind), bool(game.state.pending))
        found = _BY_ROUND[theirs[1]](game, line)
        left_out = found is Stand.LOST and theirs[1] not in self._passes and kind != "pass"
        return Stand.BEHIND if left_out and _may_pass(game) else found

    # --- what a line does --------------------------------------------------------------------

    def decline(self, game: Game) -> Action | None:
        """Bankruptcy is an event of a record: who is said to be bankrupt gives up here."""
        found = acts.decline(game, self._pars)
        return found or acts.give_up(game, told.bankrupts(self._before))

    def take(self, game: Game, line: Line) -> Taken:
        """A train comes after the sales that pay for it, also where the record tells it before them."""
        if self._owed is None and id(line) in self._sales and acts.cannot_pay(game, line):
            self._owed, self._left = line, self._sales[id(line)]
            return Taken([])
        taken = acts.take(game, line)
        self._former = line if told.forms_national(taken.records) else None
        if self._owed is None:
            return taken
        self._left -= 1
        if self._left:
            return taken
        owed, self._owed = self._owed, None
        bought = acts.take(game, owed)
        price = {"price": (owed["action"]["price"], bought.figures["price"])}
        return replace(taken, records=[*taken.records, *bought.records], details=price)

    def goes_on(self, line: Line) -> bool:
        """What forms a national is compared with the line of the formation, which follows."""
        return self._owed is not None or line is self._former

    # --- what is compared --------------------------------------------------------------------

    def stated(self, line: Line) -> Mapping[str, Json]:
        self._compared = line
        return told.stated(line)

    def facts(self, game: Game, line: Line) -> Mapping[str, Json]:
        return told.facts(_at(game, line, self._before), told.stated(line))

    def events(self, game: Game, records: Sequence[Record]) -> Sequence[Json]:
        return told.events(game.view, records)

    def settled(self, game: Game) -> None:
        """Nothing is remembered between comparisons."""

    def binding(self, event: Mapping[str, Json]) -> Json:
        """The price and the president of a national that forms are compared as they are in the end."""
        action = self._compared.get("action", {})
        forming = action["corporation"] if action.get("type") == "national_forms" else None
        if forming is not None and event.get("corporation") == forming and event["event"] in _FORMING:
            return None
        return told.binding(event, self._seats)

    def final(self, game: Game) -> Mapping[str, Json]:
        worth = {game.view.name(p): score for p, score in game.scores().items()}
        return {"result": worth, "reason": game.state.ended or None, "rounds": game.round_title()}


def _player(view: View, player: str) -> Json:
    return {"kind": "player", "id": view.name(player)}


def _same(here: bool, behind: bool) -> Stand:
    if here:
        return Stand.HERE
    return Stand.BEHIND if behind else Stand.LOST


def _past(line: Line) -> Stand:
    """Our game has gone on: over a round without turns, a pass, a turn without income, or a forced loan."""
    said = line["action"]
    without_income = said["type"] == "dividend" and (said["kind"] == "none" or not said.get("amount"))
    by_itself = said["type"] in ("round_start", "round_end", "pass")
    return Stand.PAST if without_income or by_itself else Stand.LOST


def _formed(game: Game, line: Line) -> Stand:
    """A formation is done by itself here; its price may still have to be put as recorded."""
    return Stand.HERE if game.view.company(line["action"]["corporation"]).floated else Stand.LOST


def _is_privates_only(game: Game, line: Line) -> bool:
    """Whether a marker belongs to a round in which the privates pay, before the auction goes on."""
    in_auction = game.state.cursor.round == "auction"
    marker = line["action"]["type"] in _MARKERS
    return in_auction and marker and not line["round"].startswith(("Initial", "Stock"))


def _at(game: Game, line: Line, before: Sequence[Line]) -> View:
    """The position of a line: at the end of a round it is that before anything of the next one.

    When all have passed in the auction the privates pay after the end of the round, or are told within it.
    """
    if line.get("action", {}).get("type") != "round_end" or _is_privates_only(game, line):
        return game.view
    wanted = rank(line["round"])
    if wanted[:2] == (0, 0) and game.state.cursor.round == "auction":
        same = (e for b in before if b["round"] == line["round"] for e in b.get("events") or [])
        paid = any(event["event"] == "private_income" for event in same)
        return game.view if paid else told.before_words(game, _PRIVATES_PAY)
    return told.as_of(game, lambda view: rank(current_round(view).title(view)) == wanted)


# --- the stand in each kind of round -------------------------------------------------------------------


def _in_auction(game: Game, line: Line) -> Stand:
    return _whose(game, line, "pass")


def _is_bought(game: Game, line: Line) -> bool:
    """Whether a line tells a purchase from the auction that is done here: by a bid, or when all passed."""
    said, actor = line["action"], line.get("actor")
    if not actor or said["type"] != "buy_private" or not line["round"].startswith("Initial"):
        return False
    owner = game.view.owner(item_of(said["item"]))
    return owner in game.state.players and game.view.name(owner) == actor["id"]


def _whose(game: Game, line: Line, only: str) -> Stand:
    """A player who can do nothing but pass may be left out by the record."""
    waiting = game.waiting()
    assert waiting is not None
    player = waiting.players[0]
    mine = game.view.name(player)
    open_now = {c.kind for c in game.choices(player)} & {move.kind for move in moves_of(game.view, player)}
    return _same(mine == line["actor"]["id"], open_now == {only})


def _may_pass(game: Game) -> bool:
    """Whether somebody may pass now: in a record that tells no passes, perhaps he did."""
    waiting = game.waiting()
    return waiting is not None and game.check(Action("pass", waiting.players[0])) is None


def _in_shares(game: Game, line: Line) -> Stand:
    """A turn that goes on here and not in the record is ended; one that ended by itself was passed."""
    waiting = game.waiting()
    assert waiting is not None
    mine = game.view.name(waiting.players[0])
    if mine == line["actor"]["id"]:
        return Stand.HERE
    if turn(game.view):
        return Stand.BEHIND
    return Stand.PAST if line["action"]["type"] == "pass" else _whose(game, line, "pass")


def _in_operating(game: Game, line: Line) -> Stand:
    """A pass declines what our game lets go by itself before the next line."""
    cursor, waiting = game.view.cursor, game.waiting()
    assert waiting is not None
    said, actor = line["action"], line["actor"]
    if said["type"] == "pass":
        return Stand.PAST
    if actor["kind"] == "player" and said["type"] in _POWERS:
        return _same(game.view.name(waiting.players[0]) == actor["id"], True)
    if actor["kind"] == "player":
        in_need = waiting.step in _SALES and game.view.name(waiting.players[0]) == actor["id"]
        return _same(in_need, _STEPS.index(waiting.step) < _STEPS.index(_SALES[-1]))
    if cursor.actor != actor["id"]:
        return _past(line) if actor["id"] in cursor.done else Stand.BEHIND
    if said["type"] == "turn_start" or said["type"] in _FREE:
        return Stand.HERE
    return _by_step(game, line)


def _by_step(game: Game, line: Line) -> Stand:
    said, company = line["action"], line["actor"]["id"]
    wanted, mine = _STEP_OF.get(said["type"]), game.view.cursor.step
    if wanted is None:
        return Stand.LOST
    if said["type"] == "take_loan" and mine != READY and _has_borrowed(game, company):
        return Stand.PAST
    builds = wanted in ("track", "token") and _STEPS.index(wanted) < _STEPS.index(mine) <= _STEPS.index(READY)
    if wanted == mine or builds:
        return Stand.HERE
    return Stand.BEHIND if _STEPS.index(mine) < _STEPS.index(wanted) else _past(line)


def _has_borrowed(game: Game, company: str) -> bool:
    """Whether the loan of a line was taken by itself, for interest."""
    borrowed = any(told.borrows(record, company) for record in game.active[-2:])
    return borrowed and not loans.loans_needed(game.view, company)


_BY_ROUND: Mapping[int, Callable[[Game, Line], Stand]] = {
    0: _in_auction,
    1: _in_shares,
    2: _in_operating,
}
