"""Plays 1826 at random and writes it down in the neutral format, as the description of that format says.

Written from the description, not from the replay: figures come from the moves of money and of cards, and the
position at the end of a round from a copy that follows the log event by event.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from engine.checks.random_play import USUAL, RandomPlayer
from engine.core import state as states
from engine.core.actions import Action
from engine.core.events import CursorMoved, Event, GameEnded, Paid, PhaseBegan, PriceMoved, Said
from engine.core.log import Record
from engine.core.state import BANK, POOL
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.game import Game, new_game
from engine.recorded.reader import Recording, read
from engine.steps.turns import TURN
from engine.titles.g1826 import TITLE
from tests.conformance.scribe26_words import ITEMS, Book, Line

ROUNDS = {"auction": "Initial {0}", "shares": "Stock {0}", "operating": "OR {0}.{1}"}
NEVER = {"offer_private": 0.0, "withdraw_offer": 0.0, "decline_offer": 0.0}
"""What the format has no word for: privates change hands between a player and a corporation only."""


class Scribe(Book):
    """One random game with its record; from a position, if ``start`` is one, and then without a set-up."""

    def __init__(self, players: int, seed: int, style: int = 0, start: Game | None = None) -> None:
        names = [f"Player {i}" for i in range(1, players + 1)]
        options = {"readings": "recorded", "plain_yellow": "yes", "private_sales": "yes"}
        if players == 2:
            options["two_players_70"] = "yes"
        self.game: Game = start or new_game(TITLE, names, seed=seed, options=options)
        self.rng = Random(seed)
        self.dice = RandomPlayer(TITLE, seed)
        self.dice.weights = {**USUAL, **TITLE.extras["weights"], **TITLE.extras["styles"][style], **NEVER}
        self.now = PositionWriter(TITLE, states.from_json(states.to_json(self.game.state)))
        self.lines: list[Line] = []
        self.title = self.game.round_title() if start else "Initial 1"
        self.by = Action("pass", "")

    # --- playing -----------------------------------------------------------------------------

    def record(self, most: int = 5000) -> Recording:
        """The game until its end, or so many actions of it."""
        self._marker("round_start")
        self._priority(self.lines[-1])
        self.play(most)
        return read("random", self.text().encode())

    def play(self, most: int) -> list[Line]:
        """The lines until the end of the game, or so many actions."""
        while not self.game.state.ended and len(self.lines) < most:
            self._step()
        return [{"n": n, **line} for n, line in enumerate(self.lines, 1)]

    def text(self) -> str:
        """The lines as a file."""
        view, state = self.game.view, self.game.state
        seats = [view.name(p) for p in state.seats]
        setup = {"game": "1826", "source": "recorded", "players": seats, "bank_after_deal": 12000 - sum(
            TITLE.data.starting_cash[len(seats)] for _ in seats), "starting_cash": TITLE.data.starting_cash[
            len(seats)], "options": {"variant": "base", "yellow_plain_tiles": "unlimited"}}  # fmt: skip
        result = {view.name(p): score for p, score in self.game.scores().items()}
        final = {"result": result, "reason": state.ended or None, "rounds": self.game.round_title()}
        numbered = [{"n": n, **line} for n, line in enumerate(self.lines, 1)]
        return "".join(json.dumps(row) + "\n" for row in [{"setup": setup}, *numbered, {"final": final}])

    def _step(self) -> None:
        action = self._choose()
        self._write(action, self.game.submit(action))

    def _choose(self) -> Action:
        """Consent of two presidents is needed for nothing here, but a deal is always agreed to."""
        offers = list(self.game.state.offers.values())
        if offers:
            accept = Action("accept_offer", offers[0].to, {"offer": offers[0].id})
            if self.game.check(accept) is None:
                return accept
        action = self.dice.action(self.game)
        return self._bonds_for_the_train() if action.kind == "issue_bonds" else action

    def _bonds_for_the_train(self) -> Action:
        """The record leaves the bonds unsaid that the train of the next line needs; so it is bought."""
        waiting = self.game.waiting()
        assert waiting is not None
        bonds = Action("issue_bonds", waiting.players[0])
        self._write(bonds, self.game.submit(bonds))
        sources = (
            Action("buy_train", bonds.player, {"source": source, "train": kind})
            for kind in TITLE.data.trains for source in ("pool", "depot")
        )  # fmt: skip
        for buying in sources:
            if self.game.check(buying) is None:
                return buying
        return self.dice.action(self.game)

    # --- lines ---------------------------------------------------------------------------------

    def _priority(self, line: Line) -> None:
        line["events"].append({"event": "priority", "player": self.game.view.name(self.game.state.priority)})

    def _write(self, action: Action, record: Record) -> None:
        first, events = len(self.lines), list(record.events)
        make = getattr(self, f"_do_{action.kind}", None)
        self.by = action
        if make is not None:
            make(action, events)
        for event in events:
            self._tell(event, events)
            if not isinstance(event, Said):
                event.apply(self.now.state)
            if isinstance(event, CursorMoved):
                self._turn(event)
        for line in self.lines[first:]:
            if line["action"]["type"] == "round_start" and not line["round"].startswith("OR"):
                self._priority(line)
        assert (self.now.state.bank, self.now.cursor) == (self.game.state.bank, self.game.state.cursor)

    # --- what follows ------------------------------------------------------------------------

    def _turn(self, moved: CursorMoved) -> None:
        """A new round, or a corporation's turn."""
        at = moved.after
        title = ROUNDS[at.round].format(at.number, at.part)
        if at.number and title != self.title:
            self._end_round()
            self.title = title
            self._marker("round_start")
        if at.round == "operating" and at.actor and at.actor != moved.before.actor:
            president = self.now.president(at.actor)
            named = None if president is None else self.now.name(president)
            self._line("turn_start", self._corporation(at.actor), president=named)

    def _end_round(self) -> None:
        view = self.now
        line = self._line("round_end")
        floated = [c for c in view.companies() if c.floated and not c.closed]
        cash = {view.name(p): {"cash": view.cash(p)} for p in view.seats}
        line["after"] = {"players": cash, "corporations": {c.id: {"cash": c.cash} for c in floated if c.cash}}
        line["derived"] = derived(view)

    def _tell(self, event: Event, events: Sequence[Event]) -> None:
        if isinstance(event, PriceMoved):
            self._price(event)
        elif isinstance(event, PhaseBegan):
            self._event("phase", phase=event.after)
        elif isinstance(event, Paid):
            self._money(event, events)
        elif isinstance(event, Said):
            told = getattr(self, f"_said_{event.key}", None)
            if told is not None:
                told(**event.params)
        elif isinstance(event, GameEnded) and event.reason == "bank_broken":
            self._end_round()

    def _price(self, event: PriceMoved) -> None:
        if event.before is not None and event.after is not None and not self._is_forming(event.company):
            space = {"from": _space(self.now, event.before), "to": _space(self.now, event.after)}
            self._event("price", corporation=event.company, **space)

    def _is_forming(self, company: str) -> bool:
        named = [line["action"].get("corporation") for line in self.lines
                 if line["action"]["type"] == "national_forms"]  # fmt: skip
        return company in named and self.lines[-1]["action"]["type"] == "national_forms"

    def _money(self, event: Paid, events: Sequence[Event]) -> None:
        if event.why == "dividend":
            self._event("payout", to=self._holder(event.payee), amount=event.amount)
        elif event.why == "capital":
            self._event("floats", corporation=event.payee, amount=event.amount)
        elif event.why == "private" and event.payer == BANK:
            self._event("private_income", player=self._holder(event.payee), amount=event.amount)
        elif event.why == "interest" and event.payee in self.now.seats:
            bonds = event.amount // 10
            self._event("bond_interest", issuer="SNCF", to=self._holder(event.payee), bonds=bonds,
                        amount=event.amount)  # fmt: skip

    def _said_interest_1826(self, company: str, cash: int = 0, **_: Any) -> None:
        """Interest on loans, from the revenue when the treasury is short; bonds have a word of their own."""
        held = self.now.company(company).data.get("bonds", {}) if company == "SNCF" else {}
        pool, loans = held.get(POOL, 0), self.now.company(company).data.get("loans", 0)
        if pool:
            self._event("bond_interest", issuer="SNCF", to="Pool", bonds=pool, amount=10 * pool)
        revenue = min(cash, 50 * loans)
        for source, part in (("revenue", revenue), ("treasury", 50 * loans - revenue)):
            if part:
                self._event("interest", corporation=company, amount=part, source=source, due=50 * loans)
        if cash:
            left = self.now.state.notes.get(TURN + "revenue", 0)
            self._event("revenue_after_interest", corporation=company, amount=left)

    _said_interest_paid_1826 = _said_interest_1826
    _said_interest_revenue_1826 = _said_interest_1826

    def _said_loans_taken_1826(self, company: str, count: int, amount: int) -> None:
        if self.by.kind != "take_loan":
            self._loan(company, amount, "take_loan", auto=True)

    def _said_no_income(self, company: str) -> None:
        self._line("dividend", self._corporation(company), kind="none", amount=0)

    def _said_dividend_half(self, company: str, amount: int, **_: Any) -> None:
        self._event("split_kept", corporation=company, amount=amount)

    def _said_item_bought(self, player: str, item: str, price: int) -> None:
        """The first is bought; what follows goes to its bidder by itself."""
        bought = next(c.id for c in self.now.companies("private") if self.now.spec(c.id).name == item)
        mine = self.by.kind == "buy_item" and self.by.args["item"] == bought
        self._line("buy_private", self._player(player), item=ITEMS.get(bought, bought), price=price,
                   auto=not mine)  # fmt: skip

    def _said_also_gets_1826(self, player: str, percent: int, company: str) -> None:
        self._event("also_gets", player=self.now.name(player), corporation=company, percent=percent)

    def _said_privates_pay_1826(self) -> None:
        self._end_round()
        self.title = f"OR 0.{self.now.cursor.number}"
        self._marker("round_start")
        self._event("privates_only_round")

    def _said_new_president(self, player: str, company: str) -> None:
        self._event("president", player=self.now.name(player), corporation=company)

    def _said_national_president_1826(self, player: str, company: str) -> None:
        self._event("president", player=self.now.name(player), corporation=company)

    def _said_bankrupt(self, player: str, company: str) -> None:
        self._event("bankrupt", player=self.now.name(player))

    def _said_train_rusted(self, kind: str, **_: Any) -> None:
        self._event("rust", train=kind)

    def _said_private_closed(self, company: str) -> None:
        self._event("private_closes", item=ITEMS.get(company, company))

    def _said_grown_1826(self, company: str) -> None:
        if self.by.kind != "convert":
            self._event("converted", corporation=company, shares=10)

    def _said_forms_1826(self, company: str, minors: str, price: int) -> None:
        self._line("national_forms", corporation=company, minors=re.split(", | and ", minors))
        self._event("start_price", corporation=company, value=price)

    def _said_inherits_1826(self, company: str, count: int) -> None:
        self._event("loans_inherited", corporation=company, count=count)

    def _said_loans_bonds_1826(self, company: str, count: int) -> None:
        self._event("loans_become_bonds", corporation=company, count=count)


def derived(view: View) -> Line:
    """What is worked out at the end of a round: shares, prices, trains, loans, bonds."""
    running = [c for c in view.companies() if c.kind != "private" and not c.closed]
    shares = {view.name(p): {c.id: view.percent(p, c.id) for c in running if view.percent(p, c.id)}
              for p in view.seats}  # fmt: skip
    found: Line = {
        "shares": {p: held for p, held in shares.items() if held},
        "prices": {c.id: _space(view, c.cell) for c in running if c.cell is not None and c.floated},
        "trains": {c.id: [t.kind for t in view.trains(c.id)] for c in running if view.trains(c.id)},
        "loans": {c.id: c.data["loans"] for c in running if c.data.get("loans")},
    }
    bonds = view.company("SNCF").data.get("bonds")
    if bonds:
        found["bonds"] = {view.name(h): {"SNCF": n} for h, n in bonds.items() if h != POOL}
    return found


def _space(view: View, cell: tuple[int, int]) -> Line:
    row, column = cell
    return {"value": view.data.market.rows[row][column], "column": column, "row": row}
