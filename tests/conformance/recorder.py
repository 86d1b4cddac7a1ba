"""Writes games that random players play here as records in the shared format, to follow them again.

A record may leave out what nobody decides: some declined steps are folded into the line before.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.actions import Action
from engine.conformance import Recording
from engine.events import Paid
from engine.game import Game
from engine.log import Record
from engine.randomplay import RandomPlayer
from engine.state import DEPOT
from engine.steps.turns import turn_note
from engine.titles.g1862 import TITLE
from engine.titles.g1862 import recorded_facts as told
from engine.titles.g1862.bands import train_name, type_of
from engine.titles.g1862.recorded import RecordedGame
from engine.titles.g1862.trains import bank_types, card_price
from engine.titles.g1862.trains import name as label

Line = dict[str, Any]
_LETTERS = {"city": "c", "town": "t", "offboard": "o"}
_KINDS = {"pay": "pay", "withhold": "withhold", "top_up": "top_up_and_pay"}
_OFFERS = {"offer_train": 2.0, "offer_merger": 1.0}


class Recorder:
    """Plays a dealt game at random and writes each action down."""

    def __init__(self, setup: Line, seed: int) -> None:
        self.setup = setup
        self.words = RecordedGame()
        self.game: Game = self.words.start(TITLE, Recording("random", setup, (), {}))
        self.dice = RandomPlayer(TITLE, seed)
        self.dice.weights = {**self.dice.weights, **_OFFERS}
        self.rng = Random(seed)
        self.lines: list[Line] = []

    def record(self, most: int) -> Recording:
        """The game until its end, or so many actions of it."""
        while not self.game.state.ended and len(self.lines) < most:
            self._step()
        return Recording("random", self.setup, self.lines, dict(self.words.final(self.game)))

    def _step(self) -> None:
        here = dict(self.words.here(self.game))
        tiles = dict(self.game.state.tiles)
        action = self._choose()
        before = _Before(self.game, action)
        record = before.record = self.game.submit(action)
        records = [record, *self._accept(action)]
        events = [dict(event) for event in self.words.events(self.game, records)]
        self.words.settled(self.game)
        view = self.game.view
        changed = {c: list(t) for c, t in view.state.tiles.items() if tiles.get(c) != t}
        after = dict(self.words.facts(self.game, {"after": {"order": [], "tiles": changed}}))
        said = before.words(self.game)
        if said[-1]["type"] == "pass" and self.lines and self.rng.random() < 0.3:
            last = self.lines[-1]
            last["events"] = last["events"] + events
            last["after"] = {**after, "tiles": last["after"].get("tiles", {})}
            return
        for one in said[:-1]:
            self._write({**here, "action": one, "events": [], "after": self.lines[-1]["after"]})
        self._write({**here, "action": said[-1], "events": events, "after": after})

    def _accept(self, action: Action) -> list[Record]:
        """An offer is accepted at once, as the record has deals only."""
        if action.kind not in _OFFERS:
            return []
        (offer,) = self.game.state.offers.values()
        return [self.game.submit(Action("accept_offer", offer.to, {"offer": offer.id}))]

    def _choose(self) -> Action:
        """A random action; in receivership the replay narrows what the rules of the title would offer."""
        while True:
            action = self.dice.action(self.game)
            refused = self.game.check(action)
            if refused is None or refused.code not in ("receivership", "president_changed"):
                return action

    def _write(self, line: Line) -> None:
        self.lines.append({"n": len(self.lines) + 1, **line})


class _Before:
    """What must be looked up before an action changes it."""

    def __init__(self, game: Game, action: Action) -> None:
        view = game.view
        self.action = action
        self.record = Record(0, "action", "")
        self.step = view.cursor.step
        self.actor = view.cursor.actor
        self.cash = {h: view.cash(h) for h in (*view.seats, *view.state.companies)}
        self.price = view.price(self.actor) if self.actor in view.state.companies else None
        self.pending = dict(view.state.pending[-1].data) if view.state.pending else {}
        self.types = bank_types(view) if action.kind == "buy_train" else {}
        self.bank = view.trains(DEPOT)[0]
        self.auction = view.state.notes.get("auction") or {}
        self.parliament = view.cursor.round == "parliament"
        wanted = next(
            (t for t in view.trains(action.get("source") or "") if label(view, t) == action.get("train")),
            self.bank,
        )
        self.cost = card_price(view, wanted)
        self.trains = {label(view, t): t for t in view.trains(action.get("source") or "")}
        self.routes = [self._route(game, route) for route in action.get("routes") or []]
        self.city = self._city(game)

    def words(self, game: Game) -> list[Line]:
        """The action in the words of the record; a merger takes two lines."""
        made = getattr(self, f"_{self.action.kind}")(game)
        return made if isinstance(made, list) else [made]

    def _paid(self, game: Game, purse: str) -> int:
        return self.cash[purse] - game.view.cash(purse)

    def _bid(self, game: Game) -> Line:
        company = self.action.get("company") or self.auction["company"]
        return {"type": "bid", "corporation": company, "amount": self.action.get("amount")}

    def _pass(self, game: Game) -> Line:
        steps = {"propose": "auction_start", "auction": "auction_bid"}
        return {"type": "pass", "step": steps.get(self.step, "stock")}

    def _done(self, game: Game) -> Line:
        return {"type": "pass", "step": "additional_shares" if self.parliament else "stock"}

    def _skip(self, game: Game) -> Line:
        return {"type": "pass", "step": self.step}

    def _par(self, game: Game) -> Line:
        company, price = self.action.args["company"], int(self.action.args["price"])
        return {"type": "par", "corporation": company, "price": price, "chartered": self.parliament}

    def _buy_share(self, game: Game) -> Line:
        company, source = self.action.args["company"], self.action.args["source"]
        cost = self._paid(game, self.action.player)
        return {"type": "buy_share", "corporation": company, "percent": 10, "from": source, "cost": cost}

    def _sell_shares(self, game: Game) -> Line:
        sales = (e for e in self.record.events if isinstance(e, Paid) and e.why == "sale")
        proceeds = next((e.amount for e in sales), 0)
        percent = int(self.action.args["percent"])
        company = self.action.args["company"]
        return {"type": "sell_shares", "corporation": company, "percent": percent, "proceeds": proceeds}

    def _buy_tokens(self, game: Game) -> Line:
        company, count = self.pending["company"], int(self.action.args["count"])
        return {"type": "buy_tokens", "corporation": company, "count": count}

    def _redeem(self, game: Game) -> Line:
        cost = {"percent": 10, "from": "pool", "cost": self.price}
        return {"type": "redeem", "corporation": self.actor, **cost}

    def _lay_tile(self, game: Game) -> Line:
        tile, rotation = game.state.tiles[self.action.args["hex"]]
        laid = {"hex": self.action.args["hex"], "tile": tile, "rotation": rotation}
        return {"type": "lay_tile", **laid, "cost": 0}

    _small_station = _lay_tile

    def _city(self, game: Game) -> int:
        coord, stop = self.action.get("hex"), self.action.get("stop")
        if coord is None or self.action.kind not in ("place_token", "remove_token"):
            return 0
        cities = game.view.board().face(coord).indices("city")
        return 0 if stop is None else cities.index(int(stop))

    def _place_token(self, game: Game) -> Line:
        return {"type": "place_token", "hex": self.action.args["hex"], "city": self.city, "cost": 0}

    _build_to_london = _place_token

    def _run(self, game: Game) -> Line:
        earned = {key: int(turn_note(game.view, key, 0)) for key in ("revenue", "subsidy")}
        return {"type": "run_routes", "routes": self.routes, **earned}

    def _route(self, game: Game, route: Line) -> Line:
        view, board = game.view, game.view.board()
        train = view.state.trains[route["train"]]
        kind, level = type_of(train), train.kind
        name = train_name(view.data.trains[level], kind)

        def stop_of(coord: str, end: int) -> tuple[str, int]:
            stop = board.stop(coord, end - 6)
            return stop.kind, board.face(coord).indices(stop.kind).index(end - 6)

        def written(coord: str, end: int) -> int | str:
            if end < 6:
                return end
            stop, index = stop_of(coord, end)
            return f"{_LETTERS[stop]}{index}"

        seen = list(dict.fromkeys((c, e) for c, a, b in route["path"] for e in (a, b) if e >= 6))
        left = [tuple(place) for place in route.get("uncounted") or []]
        stops = [
            {"hex": c, "kind": stop_of(c, e)[0], "index": stop_of(c, e)[1], "counted": (c, e - 6) not in left}
            for c, e in seen
        ]
        track = [[c, written(c, a), written(c, b)] for c, a, b in route["path"]]
        return {"train": {"level": level, "type": name, "kind": kind}, "stops": stops, "track": track}

    def _dividend(self, game: Game) -> Line:
        return {"type": "dividend", "kind": _KINDS[self.action.args["payout"]]}

    def _buy_train(self, game: Game) -> Line:
        source, name = self.action.args["source"], self.action.args["train"]
        extra = int(self.action.get("warranties") or 0)
        if source == DEPOT:
            kind, level = self.types[name], self.bank.kind
        else:
            kind, level = type_of(self.trains[name]), self.trains[name].kind
            name = train_name(game.view.data.trains[level], kind)
        bought = {"level": level, "train": name, "kind": kind, "from": source}
        return {"type": "buy_train", **bought, "price": self.cost, "warranties": extra}

    _offer_train = _buy_train

    def _emergency(self, game: Game) -> Line:
        return {"type": "emergency", "method": self.action.args["method"]}

    def _merge(self, game: Game) -> list[Line]:
        mode, other = self.action.kind, self.action.args["company"]
        survivor = self.action.args["survivor"]
        leaves = other if survivor == self.actor else self.actor
        return [
            {"type": "merge", "with": other, "mode": mode},
            {"type": "choose_survivor", "survivor": survivor, "nonsurvivor": leaves, "mode": mode},
        ]

    _acquire = _merge

    def _offer_merger(self, game: Game) -> list[Line]:
        return [{**line, "mode": self.step} for line in self._merge(game)]

    def _option_share(self, game: Game) -> Line:
        choice = self.action.args["choice"]
        price = self.pending["redeem" if choice == "redeem" else "sell"]
        return {"type": "option_share", "choice": choice, "percent": self.pending["percent"], "price": price}

    def _remove_token(self, game: Game) -> Line:
        return {"type": "remove_token", "hex": self.action.args["hex"], "city": 0}


def said_by(recording: Recording) -> set[str]:
    """The words of a record: types of actions, and what makes them differ."""
    found = set()
    for line in recording.lines:
        action = line["action"]
        more = action.get("method") or action.get("choice") or action.get("mode")
        more = more or (action.get("kind") if action["type"] == "dividend" else None)
        found.add(f"{action['type']} {more}" if more else action["type"])
    return found | {event["event"] for line in recording.lines for event in line["events"]}


__all__ = ["Recorder", "said_by", "told"]
