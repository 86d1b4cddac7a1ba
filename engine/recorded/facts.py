"""The position of a game in the words of recorded games: what is stated, and the same of ours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.board.faces import CITY
from engine.core.actions import Json
from engine.core.state import DEPOT, IPO, POOL, Cell, Company, Place, Train
from engine.core.view import View
from engine.recorded.track import drawn_face

_COUNTS = ("pool", "ipo", "depot")
_BAGS = ("tokens", "trains", "privates", "permits")
COMPONENTS: Mapping[str, Callable[[View], Json]] = {
    "bank": lambda view: view.data.bank,
    "starting_cash": lambda view: view.data.starting_cash[len(view.seats)],
    "certificate_limit": lambda view: view.data.certificate_limit[len(view.seats)],
    "removed_corporations": lambda view: sorted(c.id for c in view.state.companies.values() if c.closed),
    "homes": lambda view: {c: home[0] for c, home in view.board().hexmap.homes.items()},
}
"""Keys of a set-up that tell the components."""


# --- pieces ------------------------------------------------------------------------------------------


def counts(told: Mapping[str, Json]) -> dict[str, Json]:
    """Without what there is none of."""
    return {name: count for name, count in told.items() if count}


def in_order(told: Iterable[Json]) -> list[Json]:
    """What has no order, put in one."""
    return sorted(told, key=lambda item: json.dumps(item, sort_keys=True))


def shares(view: View, owner: str, names: Iterable[str] | None = None) -> dict[str, Json]:
    """Percent of each company that somebody holds."""
    return counts({c: view.percent(owner, c) for c in (view.state.companies if names is None else names)})


def space(view: View, cell: Cell | None) -> dict[str, Json]:
    """A space of the market; nothing for none."""
    if cell is None:
        return {}
    return {"value": view.data.market.value(cell), "column": cell[1], "row": cell[0]}


def price(view: View, company: Company) -> Json:
    """The space of a company's token and its place in the stack; where the market has one row, no row."""
    if company.cell is None:
        return None
    found = {**space(view, company.cell), "rank": view.state.market[company.cell].index(company.id)}
    return found if len(view.data.market.rows) > 1 else {k: v for k, v in found.items() if k != "row"}


def name_or_none(view: View, player: str | None) -> str | None:
    """A player by name, if there is one."""
    return None if player is None else view.name(player)


def station(view: View, place: Place) -> list[Json]:
    """A station marker: its hex, and the number of its city there."""
    coord, stop = place
    return [coord, view.board().face(coord).indices(CITY).index(stop)]


def tile(view: View, coord: str, recorded: Sequence[Json]) -> list[Json]:
    """Our tile, as the record names it where both look the same."""
    if coord not in view.state.tiles:
        return []
    name, rotation = view.state.tiles[coord]
    catalogue, theirs = view.board().catalogue, recorded[0]
    alike = theirs in catalogue and catalogue[theirs].base == catalogue[name].base
    if alike and drawn_face(catalogue[theirs].face(recorded[1])) == drawn_face(
        catalogue[name].face(rotation)
    ):
        return list(recorded)
    return [name, rotation]


def components(view: View, stated: Mapping[str, Json]) -> dict[str, Json]:
    """Our components, of those that are stated."""
    found = {key: COMPONENTS[key](view) for key in stated if key in COMPONENTS}
    if "homes" in found:
        found["homes"] = {c: found["homes"][c] for c in stated["homes"]}
    return found


def homes(setup: Mapping[str, Json]) -> dict[str, Json]:
    """The homes that the corporations of a set-up tell."""
    return {c["id"]: c["home"] for c in setup["corporations"] if "home" in c}


# --- a whole position --------------------------------------------------------------------------------


class Position:
    """A position as it stands after a line that tells all of it; a title adds what only it has.

    What there is none of may be told or not, and what has no order may stand in any.
    """

    def stated(self, after: Mapping[str, Json]) -> dict[str, Json]:
        """A recorded position, in one way of the several that say the same."""
        found = {key: counts(value) if key in _COUNTS else value for key, value in after.items()}
        found["corporations"] = {c: self.of_company(told) for c, told in after["corporations"].items()}
        found["players"] = {name: self.of_player(told) for name, told in after["players"].items()}
        if "tiles" in found:
            found["tiles"] = {coord: list(laid) for coord, laid in found["tiles"].items()}
        return found

    def of_company(self, told: Mapping[str, Json]) -> dict[str, Json]:
        """What is stated of a company."""
        found = {**told, "trains": [self.of_train(train) for train in told["trains"]]}
        return found | {key: in_order(found[key]) for key in _BAGS if key in found}

    def of_player(self, told: Mapping[str, Json]) -> dict[str, Json]:
        """What is stated of a player."""
        found = {**told, "shares": counts(told["shares"])}
        return found | {key: in_order(found[key]) for key in _BAGS if key in found}

    def of_train(self, told: Json) -> Json:
        """What is stated of a train."""
        return told

    def facts(self, view: View, after: Mapping[str, Json]) -> dict[str, Json]:
        """Our position, of the keys that ``after`` has."""
        started = [c for c in view.companies() if self.is_started(view, c)]
        found: dict[str, Json] = {
            "players": {view.name(p): self.player(view, p, after) for p in view.seats},
            "corporations": {c.id: self.company(view, c) for c in started},
            "bank": view.state.bank,
            "phase": view.state.phase,
            "pool": shares(view, POOL, [c.id for c in started]),
            "ipo": shares(view, IPO, [c.id for c in started]),
            "depot": self.depot(view),
        }
        found = {key: value for key, value in found.items() if key in after}
        if "tiles" in after:
            found["tiles"] = {coord: tile(view, coord, told) for coord, told in after["tiles"].items()}
        return found

    def is_started(self, view: View, company: Company) -> bool:
        """Whether a position tells of the company."""
        return company.par is not None

    def player(self, view: View, player: str, after: Mapping[str, Json]) -> dict[str, Json]:
        """A player's cash, certificates and shares."""
        certs = len(view.certs(player))
        return {"cash": view.cash(player), "certs": certs, "shares": shares(view, player)}

    def company(self, view: View, record: Company) -> dict[str, Json]:
        """A company's money, price, president, trains and station markers."""
        return {
            "cash": record.cash,
            "price": price(view, record),
            "par": record.par,
            "floated": record.floated,
            "president": self.president(view, record.id),
            "trains": in_order(self.train(view, train) for train in view.trains(record.id)),
            "tokens": in_order(station(view, place) for place in view.stations(record.id)),
            "tokens_left": self.tokens_left(view, record.id),
        }

    def president(self, view: View, company: str) -> str | None:
        """The president by name."""
        return name_or_none(view, view.president(company))

    def tokens_left(self, view: View, company: str) -> int:
        """Station markers that a company can still place."""
        return sum(token.place is None for token in view.tokens(company))

    def train(self, view: View, train: Train) -> Json:
        """A train in the words of the record."""
        return train.kind

    def depot(self, view: View) -> dict[str, Json]:
        """How many trains of each kind the bank has, but for the last kind, which never runs out."""
        kinds = [train.kind for train in view.trains(DEPOT)]
        return counts({kind: kinds.count(kind) for kind in list(view.data.trains)[:-1]})
