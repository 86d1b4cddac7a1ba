"""The words of the shared format for each action of 1862."""

from __future__ import annotations

from typing import Any

from engine.core.actions import Action
from engine.core.events import Paid
from engine.core.log import Record
from engine.core.state import DEPOT
from engine.game import Game
from engine.routes.paths import Route
from engine.routes.policy import parse_routes
from engine.titles.g1862.solver.fares import fare, value_of
from engine.titles.g1862.steps.trains import bank_types, card_price
from engine.titles.g1862.steps.trains import name as label
from tests.conformance.scribe62_facts import kind_of, type_name

Line = dict[str, Any]
LETTERS = {"city": "c", "town": "t", "offboard": "o"}
WAYS = {"pay": "pay", "withhold": "withhold", "top_up": "top_up_and_pay"}


class Words:
    """What must be looked up before an action changes it, and then the words of the action."""

    def __init__(self, game: Game, action: Action) -> None:
        view = game.view
        self.view, self.action, self.step = view, action, view.cursor.step
        self.actor, self.parliament = view.cursor.actor, view.cursor.round == "parliament"
        self.tiles = dict(view.state.tiles)
        self.pending: Line = dict(view.state.pending[-1].data) if view.state.pending else {}
        self.survivor = (view.state.notes.get("merging") or {}).get("survivor")
        self.auction: Line = view.state.notes.get("auction") or {}
        self.is_company = self.actor in view.state.companies
        director = view.president(self.actor) if self.is_company else None
        self.director = None if director is None else view.name(director)
        self.price = view.price(self.actor) if self.is_company else None
        self.train = self._train() if action.kind in ("buy_train", "offer_train") else {}
        self.routes = self._routes() if action.kind == "run" else []

    def of(self, game: Game, record: Record) -> list[Line]:
        """The action in the words of the record; a merger takes two lines."""
        self.paid = [event for event in record.events if isinstance(event, Paid)]
        made = getattr(self, f"_{self.action.kind}")()
        return made if isinstance(made, list) else [made]

    def _sum(self, why: str) -> int:
        return next((paid.amount for paid in self.paid if paid.why == why), 0)

    # --- shares --------------------------------------------------------------------------------

    def _bid(self) -> Line:
        company = self.action.get("company") or self.auction["company"]
        return {"type": "bid", "corporation": company, "amount": int(self.action.args["amount"])}

    def _pass(self) -> Line:
        steps = {"propose": "auction_start", "auction": "auction_bid"}
        return {"type": "pass", "step": steps.get(self.step, "stock")}

    def _done(self) -> Line:
        return {"type": "pass", "step": "additional_shares" if self.parliament else "stock"}

    def _skip(self) -> Line:
        return {"type": "pass", "step": self.step}

    def _par(self) -> Line:
        company, price = self.action.args["company"], int(self.action.args["price"])
        column = self.view.data.market.rows[0].index(price)
        par = {"price": price, "column": column, "chartered": self.parliament}
        return {"type": "par", "corporation": company, **par}

    def _buy_share(self) -> Line:
        company, source = self.action.args["company"], self.action.args["source"]
        cost = {"percent": 10, "from": source, "cost": self._sum("share")}
        return {"type": "buy_share", "corporation": company, **cost}

    def _sell_shares(self) -> Line:
        percent = int(self.action.args["percent"])
        sold = {"percent": percent, "proceeds": self._sum("sale")}
        return {"type": "sell_shares", "corporation": self.action.args["company"], **sold}

    def _buy_tokens(self) -> Line:
        count = int(self.action.args["count"])
        return {"type": "buy_tokens", "corporation": self.pending["company"], "count": count}

    def _redeem(self) -> Line:
        cost = {"percent": 10, "from": "pool", "cost": self.price}
        return {"type": "redeem", "corporation": self.actor, **cost}

    # --- building ------------------------------------------------------------------------------

    def _lay_tile(self) -> Line:
        coord = self.action.args["hex"]
        tile, rotation = self.view.state.tiles[coord]
        face = self.view.board().face(coord)

        def written(end: int) -> int | str:
            if end < 6:
                return end
            stop = face.stops[end - 6]
            return f"{LETTERS[stop.kind]}{face.indices(stop.kind).index(end - 6)}"

        track = [[written(a), written(b)] for a, b in face.track]
        laid = {"hex": coord, "tile": tile, "rotation": rotation, "track": track, "cost": 0}
        return {"type": "lay_tile", **laid}

    _small_station = _lay_tile

    def _place_token(self) -> Line:
        return {"type": "place_token", "hex": self.action.args["hex"], "city": 0, "slot": 0, "cost": 0}

    _build_to_london = _place_token

    def _remove_token(self) -> Line:
        return {"type": "remove_token", "hex": self.action.args["hex"], "city": 0}

    # --- running -------------------------------------------------------------------------------

    def _run(self) -> Line:
        revenue, subsidy = (sum(route[key] for route in self.routes) for key in ("revenue", "subsidy"))
        return {"type": "run_routes", "routes": self.routes, "revenue": revenue, "subsidy": subsidy}

    def _routes(self) -> list[Line]:
        parsed = parse_routes(self.action.get("routes"))
        assert isinstance(parsed, list | tuple)
        found = fare(self.view, parsed)
        seen: set[str] = set()
        told = []
        for route, earned, left in zip(parsed, found.earned, found.uncounted, strict=True):
            line = self._route(route, left)
            new = set(line["hexes"]) - seen if line["train"]["kind"] == "local" else set()
            seen |= new
            told.append({**line, "revenue": earned, "subsidy": 10 * len(new)})
        return told

    def _route(self, route: Route, left: Any) -> Line:
        view, board = self.view, self.view.board()
        train = view.state.trains[route.train]

        def stop_of(coord: str, end: int) -> tuple[str, int]:
            stop = board.stop(coord, end - 6)
            return stop.kind, board.face(coord).indices(stop.kind).index(end - 6)

        def written(coord: str, end: int) -> int | str:
            if end < 6:
                return end
            kind, index = stop_of(coord, end)
            return f"{LETTERS[kind]}{index}"

        seen = list(dict.fromkeys((c, e) for c, a, b in route.path for e in (a, b) if e >= 6))
        stops = []
        for coord, end in seen:
            kind, index = stop_of(coord, end)
            value = value_of(view, (coord, end - 6))
            stop = {"hex": coord, "kind": kind, "index": index, "value": value}
            stops.append({**stop, "counted": (coord, end - 6) not in left})
        track = [[c, *sorted((written(c, a), written(c, b)), key=str)] for c, a, b in route.path]
        named = {"level": train.kind, "type": type_name(view, train), "kind": kind_of(train)}
        hexes = list(dict.fromkeys(c for c, _, _ in route.path))
        return {"train": named, "stops": stops, "hexes": hexes, "track": track}

    def _dividend(self) -> Line:
        return {"type": "dividend", "kind": WAYS[self.action.args["payout"]]}

    # --- trains and money ----------------------------------------------------------------------

    def _train(self) -> Line:
        view, source, name = self.view, self.action.args["source"], self.action.args["train"]
        if source == DEPOT:
            train, kind = view.trains(DEPOT)[0], bank_types(view)[name]
        else:
            train = next(t for t in view.trains(source) if label(view, t) == name)
            kind = kind_of(train)
        bought = {"level": train.kind, "train": type_name(view, train, kind), "kind": kind, "from": source}
        extra = int(self.action.get("warranties") or 0)
        return {"type": "buy_train", **bought, "price": card_price(view, train), "warranties": extra}

    def _buy_train(self) -> Line:
        return self.train

    _offer_train = _buy_train

    def _emergency(self) -> Line:
        return {"type": "emergency", "method": self.action.args["method"]}

    # --- mergers -------------------------------------------------------------------------------

    def _merge(self) -> list[Line]:
        mode, other = self.step, self.action.args["company"]
        survivor = self.action.args["survivor"]
        leaves = other if survivor == self.actor else self.actor
        return [
            {"type": "merge", "with": other, "mode": mode},
            {"type": "choose_survivor", "survivor": survivor, "nonsurvivor": leaves, "mode": mode},
        ]

    _acquire = _merge
    _offer_merger = _merge

    def _option_share(self) -> Line:
        choice = self.action.args["choice"]
        price = self.pending["redeem" if choice == "redeem" else "sell"]
        asked = {"corporation": self.survivor, "percent": self.pending["percent"], "price": price}
        return {"type": "option_share", "choice": choice, **asked}
