"""The words of recorded games of 1826 for what players do, from the description of the format."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.board.faces import STOP, Face
from engine.core.actions import Action
from engine.core.events import Event, Paid, Said, TileLaid
from engine.core.state import BANK, POOL
from engine.core.writer import PositionWriter
from engine.game import Game
from engine.steps.turns import TURN

Line = dict[str, Any]
ITEMS = {"Belg-private": "Belgian", "Paris-private": "Parisian", "Als-private": "Alsatian"}
WAYS = {"pay": "pay", "half": "split", "withhold": "withhold"}


class Book:
    """The lines so far. ``now`` is the position as far as it is written; ``title`` the round."""

    game: Game
    now: PositionWriter
    rng: Random
    lines: list[Line]
    title: str

    def _line(self, word: str, actor: Line | None = None, /, **said: Any) -> Line:
        auto = {"auto": True} if said.pop("auto", False) else {}
        action = {"type": word, **{k.rstrip("_"): v for k, v in said.items()}}
        line: Line = {"round": self.title, "actor": actor, "action": action, **auto, "events": []}
        self.lines.append(line)
        return line

    def _marker(self, kind: str) -> None:
        self._line(kind)

    def _event(self, name: str, /, **said: Any) -> None:
        self.lines[-1]["events"].append({"event": name, **said})

    def _player(self, player: str) -> Line:
        return {"kind": "player", "id": self.now.name(player)}

    def _corporation(self, company: str) -> Line:
        return {"kind": "corporation", "id": company}

    def _holder(self, holder: str) -> str:
        return {POOL: "Pool"}.get(holder) or self.now.name(holder)

    # --- what players do --------------------------------------------------------------------

    def _do_pass(self, action: Action, events: Sequence[Event]) -> None:
        self._line("pass", self._player(action.player))
        if any(isinstance(e, Said) and e.key in ("privates_pay_1826", "all_pass_1826") for e in events):
            self._event("all_passed")

    def _do_done(self, action: Action, events: Sequence[Event]) -> None:
        """The end of a turn in which shares were sold may stand in the record or not."""
        if self.now.cursor.round == "shares" and self.rng.random() < 0.5:
            self._line("pass", self._player(action.player))

    def _do_bid(self, action: Action, events: Sequence[Event]) -> None:
        item = action.get("item") or self.now.state.notes["packet_auction"]["item"]
        self._line("bid", self._player(action.player), item=ITEMS.get(item, item), amount=action.get("price"))

    def _do_par(self, action: Action, events: Sequence[Event]) -> None:
        company, cost = action.args["company"], paid(events, "share", action.player)
        grows = any(isinstance(e, Said) and e.key == "grown_1826" for e in events)
        percent = 20 if grows else self.now.certs_of(company)[0].percent
        self._line("par", self._player(action.player), corporation=company, price=int(action.args["price"]),
                   cost=cost, shares=2, percent=percent, pays="bank")  # fmt: skip

    def _do_buy_share(self, action: Action, events: Sequence[Event]) -> None:
        company, source = action.args["company"], action.args["source"]
        percent = 20 if self.now.company(company).data.get("shares") == 5 else 10
        seller = company if source == "treasury" else source
        left = [c for c in self.now.certs(seller, company) if not c.president]
        percent = percent if left else self.now.certs_of(company)[0].percent
        self._line("buy_share", self._player(action.player), corporation=company, percent=percent,
                   certificates=1, cost=paid(events, "share", action.player), from_=source)  # fmt: skip

    def _do_sell_shares(self, action: Action, events: Sequence[Event]) -> None:
        company, percent = action.args["company"], int(action.args["percent"])
        self._line("sell_shares", self._player(action.player), corporation=company, percent=percent,
                   certificates=1, proceeds=paid(events, "sale", BANK))  # fmt: skip

    def _do_redeem(self, action: Action, events: Sequence[Event]) -> None:
        company, percent = self.now.cursor.actor, int(action.args["percent"])
        self._line("redeem", self._corporation(company), corporation=company, percent=percent, from_="pool",
                   certificates=percent // 10, cost=paid(events, "redeem", company))  # fmt: skip

    def _do_sell_treasury(self, action: Action, events: Sequence[Event]) -> None:
        company, percent = self.now.cursor.actor, int(action.args["percent"])
        self._line("sell_treasury", self._corporation(company), corporation=company, percent=percent,
                   certificates=percent // 10, proceeds=paid(events, "treasury", BANK))  # fmt: skip

    def _do_buy_bond(self, action: Action, events: Sequence[Event]) -> None:
        cost = paid(events, "bond", action.player)
        self._line("buy_bond", self._player(action.player), issuer="SNCF", count=1, from_="pool", cost=cost)

    def _do_sell_bonds(self, action: Action, events: Sequence[Event]) -> None:
        proceeds, count = paid(events, "bond", BANK), int(action.args["count"])
        self._line("sell_bonds", self._player(action.player), issuer="SNCF", count=count, proceeds=proceeds)

    def _do_redeem_bonds(self, action: Action, events: Sequence[Event]) -> None:
        seller = next((e.payee for e in events if isinstance(e, Paid) and e.why == "bond"), BANK)
        source = "pool" if seller == BANK else self.now.name(seller)
        self._line("buy_bond", self._corporation("SNCF"), issuer="SNCF", count=int(action.args["count"]),
                   from_=source, cost=paid(events, "bond", "SNCF"))  # fmt: skip

    def _do_convert(self, action: Action, events: Sequence[Event]) -> None:
        self._line("convert", self._corporation(self.now.cursor.actor), shares=10)

    def _do_use_private(self, action: Action, events: Sequence[Event]) -> None:
        """What the bridge builders pay shows in the cost of the tile alone."""
        if action.args["private"] == "Algerian":
            self._line("use_private", self._corporation(self.now.cursor.actor), right="ExtraTrain", cost=0)

    def _do_place_bonus(self, action: Action, events: Sequence[Event]) -> None:
        actor = self._corporation(self.now.cursor.actor)
        self._line("place_bonus", actor, item="Mail", hex=action.args["hex"], value=10)

    def _do_lay_tile(self, action: Action, events: Sequence[Event]) -> None:
        company = self.now.cursor.actor
        laid = next(e for e in events if isinstance(e, TileLaid))
        track = _track(self.game.view.board().face(laid.hex))
        tile = {"hex": laid.hex, "tile": laid.tile, "rotation": laid.rotation, "track": track}
        cost, upgrade = paid(events, "track", company), laid.old_tile is not None
        self._line("lay_tile", self._corporation(company), **tile, cost=cost, upgrade=upgrade)

    def _do_place_token(self, action: Action, events: Sequence[Event]) -> None:
        company = self.now.cursor.actor
        cost = paid(events, "token", company)
        self._line("place_token", self._corporation(company), hex=action.args["hex"], cost=cost)

    def _do_exchange_token(self, action: Action, events: Sequence[Event]) -> None:
        national = self.now.state.pending[-1].data["company"]
        args = action.args
        self._line("exchange_token", self._corporation(national), old=args["company"], hex=args["hex"])

    def _do_run(self, action: Action, events: Sequence[Event]) -> None:
        company = self.now.cursor.actor
        revenue = next((e.params["revenue"] for e in events if isinstance(e, Said) and e.key == "income"), 0)
        if revenue:
            trains = [t.kind for t in self.now.trains(company)]
            self._line("run_routes", self._corporation(company), revenue=revenue, trains=trains)

    def _do_dividend(self, action: Action, events: Sequence[Event]) -> None:
        company, way = self.now.cursor.actor, WAYS[action.args["payout"]]
        amount = self.now.state.notes[TURN + "revenue"]
        self._line("dividend", self._corporation(company), kind=way, amount=amount)

    def _do_take_loan(self, action: Action, events: Sequence[Event]) -> None:
        self._loan(self.now.cursor.actor, -paid(events, "loan", BANK), "take_loan")

    def _do_repay_loan(self, action: Action, events: Sequence[Event]) -> None:
        self._loan(self.now.cursor.actor, paid(events, "loan", self.now.cursor.actor), "repay_loan")

    def _loan(self, company: str, amount: int, kind: str, auto: bool = False) -> None:
        money = abs(amount)
        self._line(kind, self._corporation(company), count=money // 500, amount=money, auto=auto)

    def _do_buy_train(self, action: Action, events: Sequence[Event]) -> None:
        self._train(events, action.args["source"])

    def _train(self, events: Sequence[Event], source: str) -> None:
        company = self.now.cursor.actor
        kind = next(e.params["kind"] for e in events if isinstance(e, Said) and e.key == "train_bought")
        train, price = kind.removesuffix("-train"), paid(events, "train", company)
        self._line("buy_train", self._corporation(company), train=train, from_=source, price=price)

    def _do_discard_train(self, action: Action, events: Sequence[Event]) -> None:
        company = self.now.state.pending[-1].data["company"]
        kind = self.now.state.trains.get(action.args["train"])
        named = kind.kind if kind else action.args["train"]
        self._line("discard_train", self._corporation(company), train=named)

    def _do_buy_private(self, action: Action, events: Sequence[Event]) -> None:
        item, price = action.args["private"], action.args["price"]
        self._line("buy_private", self._corporation(self.now.cursor.actor), item=ITEMS.get(item, item),
                   price=price)  # fmt: skip

    def _do_accept_offer(self, action: Action, events: Sequence[Event]) -> None:
        offer = self.now.state.offers[action.args["offer"]]
        if offer.kind == "train":
            return self._train(events, offer.data["source"])
        company, item = offer.data["buyer"], offer.data["private"]
        self._line("buy_private", self._corporation(company), item=ITEMS.get(item, item), price=offer.price)
        return None


def paid(events: Sequence[Event], why: str, payer: str) -> int:
    return sum(e.amount for e in events if isinstance(e, Paid) and (e.why, e.payer) == (why, payer))


def _track(face: Face) -> list[list[int | str]]:
    """Pairs of ends: sides by number, stops by kind and number."""
    names: dict[int, int | str] = {side: side for side in range(STOP)}
    counts: dict[str, int] = {}
    for i, stop in enumerate(face.stops):
        letter = stop.kind[0]
        names[STOP + i] = f"{letter}{counts.get(letter, 0)}"
        counts[letter] = counts.get(letter, 0) + 1
    return [[names[a], names[b]] for a, b in face.track]
