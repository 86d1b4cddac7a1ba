"""Follows recorded games: the auction, rounds and turns in our words, positions and events in theirs.

Rounds and companies have our names, the items of the auction nearly so. Players are named by seat. The record
does not tell the par of a corporation whose presidency came with a private, nor the routes of a run: the par
is that of the first share sold, and the stated revenue is paid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.actions import Action, Json
from engine.core.flow import begin_round, current_round, moves_of
from engine.core.log import Record
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.game import Game
from engine.recorded.acts import Taken, deciding
from engine.recorded.following import OPERATING, Following, Format, Stand, rank, same
from engine.recorded.reader import Line, Recording, unknown
from engine.steps.discard import DiscardStep
from engine.steps.stock.share_turn import turn
from engine.title import Title
from engine.titles.g1826.finance import loans
from engine.titles.g1826.nationals.kept_tokens import EXCHANGE
from engine.titles.g1826.operating.operating import Operating
from engine.titles.g1826.recorded import acts
from engine.titles.g1826.recorded import facts as told
from engine.titles.g1826.recorded.setup import (
    OPTIONS,
    ROUND_KINDS,
    SETUP_KEYS,
    is_operating,
    item_of,
    options,
    pars,
    sales_after,
)
from engine.titles.g1826.recorded.steps import ASKED, READY

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
_FORMING = ("price", "president")


class RecordedGame(Following):
    """One replay of a recorded game of 1826."""

    format = Format(
        kinds=ROUND_KINDS,
        steps=[step.name for step in ASKED],
        step_of=_STEP_OF,
        acts=acts.ACTS,
        binding=told.BINDING,
        rounds={Operating.kind: Operating(ASKED)},
    )

    def __init__(self) -> None:
        super().__init__()
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

    def read(self, recording: Recording) -> None:
        lines = recording.lines
        self._pars, self._sales = pars(lines), sales_after(lines)
        self._passes = {self.rank(line["round"])[1] for line in lines if line["action"]["type"] == "pass"}

    def chosen(self, title: Title, recording: Recording) -> tuple[Mapping[str, str], Sequence[str]]:
        """Readings and options as its program has them."""
        setup = recording.setup
        self._seats = list(setup["players"])
        return options(setup, recording.lines), unknown(setup, SETUP_KEYS, OPTIONS)

    def opened(self, writer: PositionWriter, setup: Line) -> None:
        writer.give_priority(writer.seats[0])
        begin_round(writer, "auction")

    # --- where the game stands -----------------------------------------------------------------

    def here(self, game: Game) -> Mapping[str, Json]:
        """Markers have no actor, nor has a round in which the privates pay and nothing else happens."""
        line, kind = self._line, self._line["action"]["type"]
        if _is_privates_only(game, line) or line.get("correction") or kind == "national_forms":
            return {}
        if kind == "round_end":
            return {"actor": None}
        if kind == "round_start" or game.waiting() is None:
            return {"round": game.round_title(), "actor": None}
        return {"actor": line["actor"]} if _is_bought(game, line) else super().here(game)

    def company(self, game: Game) -> str | None:
        """None in a line of a player, whoever's turn it is."""
        return None if self._line["actor"]["kind"] == "player" else super().company(game)

    def stand(self, game: Game, line: Line, before: Sequence[Line]) -> Stand:
        """Markers, formations and forced decisions come before the turns."""
        self._line, self._before = line, before
        if _is_privates_only(game, line) or line.get("correction") or _is_bought(game, line):
            return Stand.HERE
        waiting, kind = game.waiting(), line["action"]["type"]
        ours, theirs = self.rank(game.round_title()), self.rank(line["round"])
        if waiting is None or ours > theirs:
            return Stand.HERE if kind == "round_end" and is_operating(line["round"]) else self.past(line)
        if ours < theirs or kind == "round_end":
            return Stand.BEHIND
        if kind == "round_start":
            return Stand.HERE
        if kind == "national_forms":
            return _formed(game, line)
        if not line.get("actor"):
            return Stand.LOST
        if game.state.pending or kind == EXCHANGE:
            return same(waiting.step == _FORCED.get(kind), bool(game.state.pending))
        return self._in_round(game, line, theirs[1])

    def _in_round(self, game: Game, line: Line, kind: int) -> Stand:
        """A record may leave out all passes."""
        if kind == ROUND_KINDS[OPERATING]:
            found = self.in_operating(game, line)
        else:
            found = _in_shares(game, line) if kind else _whose(game, line)
        left_out = found is Stand.LOST and kind not in self._passes and line["action"]["type"] != "pass"
        return Stand.BEHIND if left_out and _may_pass(game) else found

    def past(self, line: Line) -> Stand:
        """Our game has gone on over a marker, or a turn without income, too."""
        said = line["action"]
        without_income = said["type"] == "dividend" and (said["kind"] == "none" or not said.get("amount"))
        left_out = without_income or said["type"] in ("round_start", "round_end")
        return Stand.PAST if left_out else super().past(line)

    def in_operating(self, game: Game, line: Line) -> Stand:
        """A pass declines what our game lets go by itself before the next line."""
        said, actor = line["action"], line["actor"]
        if said["type"] == "pass":
            return Stand.PAST
        if actor["kind"] == "player":
            return self._of_player(game, line)
        cursor = game.view.cursor
        if cursor.actor != actor["id"]:
            return self.past(line) if actor["id"] in cursor.done else Stand.BEHIND
        if said["type"] == "turn_start" or said["type"] in _FREE:
            return Stand.HERE
        if said["type"] == "take_loan" and cursor.step != READY and _has_borrowed(game, actor["id"]):
            return Stand.PAST
        return self.by_step(cursor.step, self.wanted(line), line)

    def _of_player(self, game: Game, line: Line) -> Stand:
        """He uses a power in place of his corporation, or raises money for it."""
        steps, mine = self.format.steps, game.view.name(deciding(game)) == line["actor"]["id"]
        if line["action"]["type"] in _POWERS:
            return same(mine, True)
        step = game.view.cursor.step
        return same(mine and step in _SALES, steps.index(step) < steps.index(_SALES[-1]))

    def by_step(self, mine: str, wanted: str, line: Line) -> Stand:
        """Track and tokens may be told in any order before the run."""
        steps = self.format.steps
        builds = wanted in ("track", "token") and mine in steps[steps.index(wanted) : steps.index(READY) + 1]
        return Stand.HERE if builds else super().by_step(mine, wanted, line)

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
        taken = super().take(game, line)
        self._former = line if told.forms_national(taken.records) else None
        if self._owed is None:
            return taken
        self._left -= 1
        if self._left:
            return taken
        owed, self._owed = self._owed, None
        bought = super().take(game, owed)
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

    def binding(self, event: Mapping[str, Json]) -> Json:
        """The price and the president of a national that forms are compared as they are in the end."""
        action = self._compared.get("action", {})
        forming = action["corporation"] if action.get("type") == "national_forms" else None
        if forming is not None and event.get("corporation") == forming and event["event"] in _FORMING:
            return None
        return told.binding(event, self._seats)

    def told_once(self, events: Sequence[Json], ours: Sequence[Json]) -> list[Json]:
        """Interest on bonds that is told once more as interest of the company is told once."""
        twice = told.told_twice(events, ours)
        return super().told_once([event for event in events if event is not twice], ours)


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
    wanted = rank(ROUND_KINDS, line["round"])
    if wanted[:2] == (0, 0) and game.state.cursor.round == "auction":
        same = (e for b in before if b["round"] == line["round"] for e in b.get("events") or [])
        paid = any(event["event"] == "private_income" for event in same)
        return game.view if paid else told.as_of(game, lambda _, later: told.pays_privates(later))
    return told.as_of(game, lambda view, _: rank(ROUND_KINDS, current_round(view).title(view)) == wanted)


# --- the stand in each kind of round -------------------------------------------------------------------


def _is_bought(game: Game, line: Line) -> bool:
    """Whether a line tells a purchase from the auction that is done here: by a bid, or when all passed."""
    said, actor = line["action"], line.get("actor")
    if not actor or said["type"] != "buy_private" or not line["round"].startswith("Initial"):
        return False
    owner = game.view.owner(item_of(said["item"]))
    return owner in game.state.players and game.view.name(owner) == actor["id"]


def _whose(game: Game, line: Line) -> Stand:
    """A player who can do nothing but pass may be left out by the record."""
    player = deciding(game)
    open_now = {c.kind for c in game.choices(player)} & {move.kind for move in moves_of(game.view, player)}
    return same(game.view.name(player) == line["actor"]["id"], open_now == {"pass"})


def _may_pass(game: Game) -> bool:
    """Whether somebody may pass now: in a record that tells no passes, perhaps he did."""
    waiting = game.waiting()
    return waiting is not None and game.check(Action("pass", waiting.players[0])) is None


def _in_shares(game: Game, line: Line) -> Stand:
    """A turn that goes on here and not in the record is ended; one that ended by itself was passed."""
    if game.view.name(deciding(game)) == line["actor"]["id"]:
        return Stand.HERE
    if turn(game.view):
        return Stand.BEHIND
    return Stand.PAST if line["action"]["type"] == "pass" else _whose(game, line)


def _has_borrowed(game: Game, company: str) -> bool:
    """Whether the loan of a line was taken by itself, for interest."""
    borrowed = any(told.borrows(record, company) for record in game.active_records[-2:])
    return borrowed and not loans.loans_needed(game.view, company)
