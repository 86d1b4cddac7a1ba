"""Records of games in which players act with their privates in any round; they tell all of a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import ClassVar

from engine.core.actions import Action, Json
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
from engine.rules.initial_auction import bids, item_price, unsold
from engine.rules.market import operating_order
from engine.rules.stock import stock_rules
from engine.title import Title

_LISTS = ("removed_privates",)
_PASSES = "passes_automatically"
_KEYS = ("bank", "certificate_limit", *_LISTS, "privates", "train_counts", "par_prices", "market")


@dataclass(frozen=True)
class Names:
    """Companies that a record calls otherwise: its name by ours."""

    theirs: Mapping[str, str] = field(default_factory=dict)

    def to(self, company: str) -> str:
        """What the record calls a company of ours."""
        return self.theirs.get(company, company)

    def of(self, name: str) -> str:
        """Our id of a company of the record."""
        return next((ours for ours, theirs in self.theirs.items() if theirs == name), name)


# --- words -------------------------------------------------------------------------------------------


def buy_train(game: Game, line: Line) -> Taken:
    """A train, perhaps for another that is given in, perhaps with the president's money."""
    said, company, president = line["action"], line["actor"]["id"], deciding(game)
    if "exchanged" not in said:
        taken = acts.buy_train(game, line)
    else:
        records = [submit(game, "trade_in_train", given=said["exchanged"], train=said["train"])]
        taken = Taken(records, {"price": paid(records, "train", company)})
    aid = paid(taken.records, "train_aid", president)
    return replace(taken, figures={**taken.figures, "president_pays": aid})


def _emergency(game: Game, line: Line) -> Taken:
    """The only way out that a record names is bankruptcy."""
    return Taken([submit(game, "declare_bankruptcy")])


ACTS: Mapping[str, acts.Act] = {
    **acts.SHARED,
    "buy_train": buy_train,
    "emergency": _emergency,
    "lay_tile": building.lay_tile,
    "place_token": building.place_token,
    "run_routes": Runs().run_routes,
}


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

    def __init__(self, names: Names) -> None:
        self.names = names

    def is_started(self, view: View, company: Company) -> bool:
        """A company of which somebody holds a share."""
        return company.kind == "major" and any(p in view.holdings(company.id) for p in view.seats)

    def facts(self, view: View, after: Mapping[str, Json]) -> dict[str, Json]:
        more: dict[str, Json] = {
            "offer": [self._offered(view, item) for item in unsold(view)],
            "train_pool": [train.kind for train in view.trains(POOL)],
            "order": operating_order(view, [c.id for c in view.companies("major") if c.floated]),
        }
        return super().facts(view, after) | {key: more[key] for key in more if key in after}

    def player(self, view: View, player: str, after: Mapping[str, Json]) -> dict[str, Json]:
        certs = stock_rules(view).certificates(view, player)
        shares = facts.shares(view, player, [c.id for c in view.companies("major")])
        told = {"certs": certs, "shares": shares, "privates": self._privates(view, player)}
        return super().player(view, player, after) | told

    def company(self, view: View, record: Company) -> dict[str, Json]:
        return super().company(view, record) | {"privates": self._privates(view, record.id)}

    def components(self, view: View) -> dict[str, Json]:
        """Our components, in the words of a set-up."""
        closed, chart = (c.id for c in view.state.companies.values() if c.closed), view.data.market
        specs = [view.spec(c.id) for c in view.companies("private")]
        specs.sort(key=lambda spec: self.names.to(spec.id))
        return {
            **{key: facts.COMPONENTS[key](view) for key in ("bank", "certificate_limit", "homes")},
            "removed_privates": sorted(self.names.to(c) for c in closed),
            "privates": [{"id": self.names.to(s.id), "price": s.price, "revenue": s.revenue} for s in specs],
            "train_counts": {t.kind: t.count or "unlimited" for t in view.data.trains.values()},
            "par_prices": [facts.space(view, cell) for cell in chart.par_cells],
            "market": [list(row) for row in chart.rows],
        }

    def _privates(self, view: View, owner: str) -> list[Json]:
        return in_order(self.names.to(c.id) for c in view.companies("private") if view.owner(c.id) == owner)

    def _offered(self, view: View, item: str) -> dict[str, Json]:
        standing = {view.name(player): amount for player, amount in bids(view, item).items()}
        return {"item": self.names.to(item), "price": item_price(view, item), "bids": standing}


def _stated_components(setup: Line) -> dict[str, Json]:
    """What a set-up states of the components."""
    found = {key: setup[key] for key in _KEYS}
    dealt = sorted(found["privates"], key=lambda private: str(private["id"]))
    lists = {key: sorted(found[key]) for key in _LISTS}
    return found | lists | {"privates": dealt, "homes": facts.homes(setup)}


# --- following ---------------------------------------------------------------------------------------


class FollowingPrivates(Following):
    """One replay. A title says what the record calls otherwise, and which of its options are flags there."""

    format = Format(
        kinds={"Stock": 0, OPERATING: 1},
        steps=("track", "token", "routes", "dividend", "trains", "privates"),
        step_of={**STEP_OF, "emergency": "trains", "discard_train": "discard"},
        acts=ACTS,
        binding={key: told for key, told in BINDING.items() if key != "rust"} | {"bankrupt": ("player",)},
        teller=Told,
        renamed={"run": "routes"},
    )
    names = Names()
    flags: Sequence[str] = ()
    told: Sequence[str] = ()
    """Keys of a set-up that the title reads itself."""

    def __init__(self) -> None:
        self.of_privates = Position(self.names)
        super().__init__(self.of_privates)
        self._line: Line = {}
        self._before: Sequence[Line] = ()
        self._more: set[int] = set()

    def read(self, recording: Recording) -> None:
        """Find where a company that has passed on trains still buys privates: its turn goes on."""
        for line, following in pairwise(recording.lines):
            said = line["action"]
            if (said["type"], said.get("step")) == ("pass", "trains") and _same_turn(line, following):
                self._more.add(line["n"])

    def chosen(self, title: Title, recording: Recording) -> tuple[Mapping[str, str], Sequence[str]]:
        """The flags that the set-up names; what else it says is reported."""
        named = {flag: "yes" for flag in self.flags if flag in options_of(recording.setup)}
        known = dict.fromkeys(self.flags, (True, False))
        return named, unknown(recording.setup, (*_KEYS, *self.told, "played_by"), known)

    # --- where the game stands -----------------------------------------------------------------

    def here(self, game: Game) -> Mapping[str, Json]:
        """In an operating round a player may act for himself: with a private, or by a forced sale."""
        found, actor = super().here(game), self._line["actor"]
        if _is_private(self._line):
            player = self._with_private(game, self._line).player
            return {"round": found["round"], "actor": player_of(game.view, player)}
        if actor["kind"] == "player" and "by" in found:
            return {"round": found["round"], "actor": player_of(game.view, deciding(game))}
        return found

    def stand(self, game: Game, line: Line, before: Sequence[Line]) -> Stand:
        """What a player does with a private waits for its time."""
        self._line, self._before = line, before
        waits = game.waiting() is not None and game.round_title() == line["round"]
        if not waits or not _is_private(line):
            return super().stand(game, line, before)
        if game.check(self._with_private(game, line)) is None:
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

    def is_of_turn(self, line: Line) -> bool:
        """What a player does with a private is no part of a turn, whosever it is."""
        return not _is_private(line)

    def same_turn(self, last: Line, line: Line) -> bool:
        """Not when somebody has passed automatically between the two."""
        since = (former for former in reversed(self._before) if former["n"] >= last["n"])
        passed = any(event["event"] == _PASSES for former in since for event in former.get("events") or [])
        return super().same_turn(last, line) and not passed

    def wanted(self, line: Line) -> str:
        """The end of a turn is the end of our last step."""
        found = super().wanted(line)
        return "trains" if found == "privates" else found

    # --- what is compared ------------------------------------------------------------------------

    def stated(self, line: Line) -> Mapping[str, Json]:
        found = super().stated(line)
        return {**found, "setup": _stated_components(line)} if "par_prices" in line else found

    def facts(self, game: Game, line: Line) -> Mapping[str, Json]:
        found = super().facts(game, line)
        ours = self.of_privates.components
        return {**found, "setup": ours(game.view)} if "par_prices" in line else found

    # --- what a line does ----------------------------------------------------------------------

    def decline(self, game: Game) -> Action | None:
        return acts.decline(game, [Action("decline_lay", deciding(game))])

    def take(self, game: Game, line: Line) -> Taken:
        if line["n"] in self._more:
            return Taken([])
        said = line["action"]
        named = {**line, "action": {**said, "item": self.names.of(said["item"])}} if "item" in said else line
        return super().take(game, named)

    def act(self, game: Game, line: Line) -> Taken:
        return self._act_with_private(game, line) if _is_private(line) else super().act(game, line)

    def _act_with_private(self, game: Game, line: Line) -> Taken:
        """A player lays the tile of his private, or swaps it for a share."""
        action, said = self._with_private(game, line), line["action"]
        if said["type"] == "lay_tile":
            return building.laid(game, line, [game.submit(action)])
        held = game.view.percent(action.player, said["corporation"])
        record = game.submit(action)
        got = game.view.percent(action.player, said["corporation"]) - held
        return Taken([record], {"percent": got, "cost": paid([record], "share", action.player)})

    def _with_private(self, game: Game, line: Line) -> Action:
        """What a player does with a private, in our words."""
        said = line["action"]
        player = next(p for p in game.view.seats if game.view.name(p) == line["actor"]["id"])
        if said["type"] == "exchange_private":
            return Action("exchange_private", player, {"private": self.names.of(said["item"])})
        if said["type"] == "pass":
            return Action("decline_lay", player)
        tile, rotation = placed(game.view.board().catalogue, said)
        kind = "lay_sold" if game.state.pending else "lay_own"
        return Action(kind, player, {"hex": said["hex"], "tile": tile, "rotation": rotation})


def _is_private(line: Line) -> bool:
    """Whether a player does something with a private."""
    return "private" in line["action"] or line["action"]["type"] == "exchange_private"


def _same_turn(line: Line, following: Line) -> bool:
    actor = following["actor"]
    mine = actor["id"] in (line["actor"]["id"], line.get("by"))
    return bool(mine and following["round"] == line["round"])
