"""Follows recorded games: what their words mean here. One private has a company's id in the records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar

from engine.core.actions import Action, Json
from engine.core.play import Play
from engine.core.state import POOL, Company
from engine.core.view import View
from engine.game import Game
from engine.recorded import acts, building, facts
from engine.recorded.acts import Taken, deciding, open_decision, paid, submit
from engine.recorded.events import BINDING, STORY, Teller
from engine.recorded.facts import in_order
from engine.recorded.following import OPERATING, STEP_OF, Following, Format, Stand, player_of
from engine.recorded.reader import Line, Recording, options_of, unknown
from engine.recorded.runs import Runs
from engine.recorded.track import placed
from engine.rules.market import operating_order
from engine.rules.packet import bids, item_price, unsold
from engine.rules.setup import take_seats
from engine.rules.stock import stock_rules
from engine.title import Title
from engine.titles.g1889.setup import BEGINNER, deal

_THEIRS = {"TER": "TR"}
_OURS = {theirs: ours for ours, theirs in _THEIRS.items()}
_KEYS = ("bank", "certificate_limit", "removed_privates", "privates", "train_counts", "par_prices", "market")


def ours(private: str) -> str:
    """Our id of a private."""
    return _OURS.get(private, private)


# --- words -------------------------------------------------------------------------------------------


def buy_train(game: Game, line: Line) -> Taken:
    """A train, perhaps for another that is given in, perhaps with the president's money."""
    said, company, president = line["action"], line["actor"]["id"], deciding(game)
    if "exchanged" not in said:
        taken = acts.buy_train(game, line)
    else:
        records = [submit(game, "trade_in_train", given=said["exchanged"], train=said["train"])]
        taken = Taken(records, {"price": paid(records, "train", company)})
    return replace(
        taken, figures={**taken.figures, "president_pays": paid(taken.records, "train_aid", president)}
    )


def emergency(game: Game, line: Line) -> Taken:
    """The only way out that a record names is bankruptcy."""
    return Taken([submit(game, "declare_bankruptcy")])


def lay_tile(game: Game, line: Line) -> Taken:
    """With a private a player lays."""
    if "private" in line["action"]:
        return building.laid(game, line, [game.submit(_with_private(game, line))])
    return building.lay_tile(game, line)


def exchange_private(game: Game, line: Line) -> Taken:
    """The owner swaps his private for a share."""
    action = _with_private(game, line)
    held = game.view.percent(action.player, line["action"]["corporation"])
    record = game.submit(action)
    got = game.view.percent(action.player, line["action"]["corporation"]) - held
    return Taken([record], {"percent": got, "cost": paid([record], "share", action.player)})


def _is_private(line: Line) -> bool:
    """Whether a player does something with a private."""
    return "private" in line["action"] or line["action"]["type"] == "exchange_private"


def _with_private(game: Game, line: Line) -> Action:
    """What a player does with a private, in our words."""
    said = line["action"]
    player = next(p for p in game.view.seats if game.view.name(p) == line["actor"]["id"])
    if said["type"] == "exchange_private":
        return Action("exchange_private", player, {"private": ours(said["item"])})
    if said["type"] == "pass":
        return Action("decline_lay", player)
    tile, rotation = placed(game.view.board().catalogue, said)
    kind = "lay_sold" if game.state.pending else "lay_own"
    return Action(kind, player, {"hex": said["hex"], "tile": tile, "rotation": rotation})


_ACTS: Mapping[str, acts.Act] = {
    **acts.SHARED,
    "buy_train": buy_train,
    "emergency": emergency,
    "exchange_private": exchange_private,
    "lay_tile": lay_tile,
    "place_token": building.place_token,
    "run_routes": Runs().run_routes,
}
_BINDING = {key: told for key, told in BINDING.items() if key != "rust"} | {"bankrupt": ("player",)}


class Told(Teller):
    """Who starts a company presides over it."""

    story: ClassVar = {
        **STORY,
        "company_started": ("president", {"corporation": "company", "player": "player"}),
        "bankrupt": ("bankrupt", {"player": "player"}),
    }


# --- positions ---------------------------------------------------------------------------------------


class Position(facts.Position):
    """Privates, the auction, discarded trains and the operating order besides what any position has."""

    def is_started(self, view: View, company: Company) -> bool:
        """A company of which somebody holds a share."""
        return company.kind == "major" and any(p in view.holdings(company.id) for p in view.seats)

    def facts(self, view: View, after: Mapping[str, Json]) -> dict[str, Json]:
        more: dict[str, Json] = {
            "offer": [_offered(view, item) for item in unsold(view)],
            "train_pool": [train.kind for train in view.trains(POOL)],
            "order": operating_order(view, [c.id for c in view.companies("major") if c.floated]),
        }
        return super().facts(view, after) | {key: more[key] for key in more if key in after}

    def player(self, view: View, player: str, after: Mapping[str, Json]) -> dict[str, Json]:
        certs = stock_rules(view).certificates(view, player)
        shares = {c.id: view.percent(player, c.id) for c in view.companies("major")}
        told = {"certs": certs, "shares": facts.counts(shares), "privates": _privates(view, player)}
        return super().player(view, player, after) | told

    def company(self, view: View, record: Company) -> dict[str, Json]:
        return super().company(view, record) | {"privates": _privates(view, record.id)}


def _privates(view: View, owner: str) -> list[Json]:
    return in_order(_THEIRS.get(c.id, c.id) for c in view.companies("private") if view.owner(c.id) == owner)


def _offered(view: View, item: str) -> dict[str, Json]:
    standing = {view.name(player): amount for player, amount in bids(view, item).items()}
    return {"item": _THEIRS.get(item, item), "price": item_price(view, item), "bids": standing}


# --- following ---------------------------------------------------------------------------------------


class RecordedGame(Following):
    """One replay of a recorded game of 1889."""

    format = Format(
        kinds={"Stock": 0, OPERATING: 1},
        steps=("track", "token", "routes", "dividend", "trains", "privates"),
        step_of={**STEP_OF, "emergency": "trains", "discard_train": "discard"},
        acts=_ACTS,
        binding=_BINDING,
        teller=Told,
        renamed={"run": "routes"},
    )

    def __init__(self) -> None:
        super().__init__(Position())
        self._line: Line = {}
        self._more: set[int] = set()

    def read(self, recording: Recording) -> None:
        """Find where a company that has passed on trains still buys privates: its turn goes on."""
        for line, following in pairwise(recording.lines):
            said = line["action"]
            if (said["type"], said.get("step")) == ("pass", "trains") and _same_turn(line, following):
                self._more.add(line["n"])

    def chosen(self, title: Title, recording: Recording) -> tuple[Mapping[str, str], Sequence[str]]:
        beginner = BEGINNER in options_of(recording.setup)
        told = unknown(recording.setup, (*_KEYS, "dealt", "played_by"), {BEGINNER: (True, False)})
        return ({BEGINNER: "yes"} if beginner else {}), told

    def opened(self, play: Play, setup: Line) -> None:
        """The seats are those of the record; so are the privates of beginners."""
        take_seats(play, play.seats, "seats_drawn")
        dealt = [ours(setup["dealt"][play.name(p)][0]) for p in play.seats] if "dealt" in setup else []
        deal(play, dealt)

    # --- where the game stands -----------------------------------------------------------------

    def here(self, game: Game) -> Mapping[str, Json]:
        """In an operating round a player may act for himself: with a private, or by a forced sale."""
        found, actor = super().here(game), self._line["actor"]
        if _is_private(self._line):
            player = _with_private(game, self._line).player
            return {"round": found["round"], "actor": player_of(game.view, player)}
        if actor["kind"] == "player" and "by" in found:
            return {"round": found["round"], "actor": player_of(game.view, deciding(game))}
        return found

    def stand(self, game: Game, line: Line, before: Sequence[Line]) -> Stand:
        """What a player does with a private waits for its time."""
        self._line = line
        waits = game.waiting() is not None and game.round_title() == line["round"]
        if not waits or not _is_private(line):
            return super().stand(game, line, before)
        if game.check(_with_private(game, line)) is None:
            return Stand.HERE
        return self.past(line) if line["action"]["type"] == "pass" else Stand.BEHIND

    def in_operating(self, game: Game, line: Line) -> Stand:
        waiting, said = open_decision(game), line["action"]
        if waiting.company == line["actor"]["id"] and said["type"] == "buy_private":
            return Stand.HERE
        if said.get("emergency") == waiting.company:
            return Stand.HERE
        return super().in_operating(game, line)

    def in_players(self, game: Game, line: Line, before: Sequence[Line]) -> Stand:
        return Stand.HERE if line["round"] == "Auction" else super().in_players(game, line, before)

    def wanted(self, line: Line) -> str:
        """The end of a turn is the end of our last step."""
        found = super().wanted(line)
        return "trains" if found == "privates" else found

    # --- what is compared ------------------------------------------------------------------------

    def stated(self, line: Line) -> Mapping[str, Json]:
        found = super().stated(line)
        return {**found, "setup": _components(line)} if "par_prices" in line else found

    def facts(self, game: Game, line: Line) -> Mapping[str, Json]:
        found = super().facts(game, line)
        return {**found, "setup": _our_components(game.view)} if "par_prices" in line else found

    # --- what a line does ----------------------------------------------------------------------

    def decline(self, game: Game) -> Action | None:
        return acts.decline(game, [Action("decline_lay", deciding(game))])

    def take(self, game: Game, line: Line) -> Taken:
        if line["n"] in self._more:
            return Taken([])
        said = line["action"]
        named = {**line, "action": {**said, "item": ours(said["item"])}} if "item" in said else line
        return super().take(game, named)


def _components(setup: Line) -> dict[str, Json]:
    """What a set-up states of the components."""
    found = {key: setup[key] for key in _KEYS}
    dealt = sorted(found["privates"], key=lambda private: str(private["id"]))
    out = sorted(found["removed_privates"])
    return found | {"privates": dealt, "removed_privates": out, "homes": facts.homes(setup)}


def _our_components(view: View) -> dict[str, Json]:
    specs = sorted(
        (view.spec(c.id) for c in view.companies("private")), key=lambda s: _THEIRS.get(s.id, s.id)
    )
    closed, chart = (c.id for c in view.state.companies.values() if c.closed), view.data.market
    return {
        "bank": view.data.bank,
        "certificate_limit": view.data.certificate_limit[len(view.seats)],
        "removed_privates": sorted(_THEIRS.get(c, c) for c in closed),
        "privates": [{"id": _THEIRS.get(s.id, s.id), "price": s.price, "revenue": s.revenue} for s in specs],
        "train_counts": {t.kind: t.count or "unlimited" for t in view.data.trains.values()},
        "par_prices": [facts.space(view, cell) for cell in chart.par_cells],
        "market": [list(row) for row in chart.rows],
        "homes": {company: home[0] for company, home in view.board().hexmap.homes.items()},
    }


def _same_turn(line: Line, following: Line) -> bool:
    actor = following["actor"]
    mine = actor["id"] in (line["actor"]["id"], line.get("by"))
    return bool(mine and following["round"] == line["round"])
