"""Small made-up maps with water and odd trains for the tests of routes: by hand and at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Any

from engine.board.board import Board
from engine.board.coords import Layout, neighbour, opposite
from engine.board.hexmap import HexMap
from engine.board.mapfile import parse_map
from engine.board.tiles import standard_catalogue
from engine.board.waters import Ferry, Port, Waters
from engine.core.state import Place
from engine.core.view import View
from engine.routes.manners import NOTHING, Extras, Manner, Marker, Relief, SetBonus
from engine.routes.policy import RoutePolicy
from engine.routes.terms import PLAIN, Terms
from engine.titles.g18ez import TITLE
from tests.scenario import Scenario, on_board

US, THEM = "PS&W", "GV&E"
CITY_LIKE, EVERY = frozenset({"city", "offboard"}), frozenset({"city", "town", "offboard"})
TOWNS = frozenset({"town"})


@dataclass(frozen=True)
class Reading(RoutePolicy):
    """Rules of routes that are all data: how each train runs, by id or kind, and what else there is."""

    manners: Mapping[str, Manner] = field(default_factory=dict)
    lie: Terms = PLAIN
    more: Extras = NOTHING
    uncosted: frozenset[Place] = frozenset()
    dearer: Mapping[Place, int] = field(default_factory=dict)

    def bonuses(self, view, company):
        return self.dearer

    def manner(self, view, train):
        return self.manners.get(train) or self.manners[view.state.trains[train].kind]

    def joined(self, view, trains):
        parts = [self.manner(view, train) for train in trains]
        one = parts[0]
        return replace(one, reach=sum(p.reach for p in parts), towns=sum(p.towns for p in parts))

    def terms(self, view, company):
        return self.lie

    def free(self, view, company):
        return self.uncosted

    def extras(self, view, company):
        return self.more


def position(
    hexes: Mapping[str, Mapping[str, object]],
    kinds: Sequence[str],
    tokens: Sequence[Place],
    rivals: Sequence[Place] = (),
    **policy: Any,
) -> View:
    """A position on a printed map: trains and stations of the company, stations of another one."""
    hexmap = parse_map({"layout": "pointy", "hexes": hexes})

    def board_of(state) -> Board:
        stations: dict[Place, list[str]] = {}
        for token in state.tokens.values():
            if token.place is not None:
                stations.setdefault(token.place, []).append(token.company)
        return Board(hexmap, standard_catalogue(), state.tiles, stations)

    scene = Scenario(on_board(TITLE, board_of, routes=Reading(**policy))).trains(US, *kinds)
    for place in tokens:
        scene.token(US, *place)
    for place in rivals:
        scene.token(THEM, *place)
    return View(scene.title, scene.state)


def coast(*faces: str) -> dict[str, dict[str, str]]:
    """A row of hexes A1, A3, A5... with sea below them (their sides 0 and 5 are the coast)."""
    row = {f"A{2 * i + 1}": {"face": face} for i, face in enumerate(faces)}
    inland = {f"B{2 * i}": {"face": "blue"} for i in range(1, len(faces) + 2)}
    return {**row, **inland}


# --- at random ---------------------------------------------------------------------------------------------


ROWS, WIDTH, ZONES = "BCD", 3, ("Inner Sea", "Outer Sea", "Strait")


def random_position(rng: Random) -> View:
    """Some 9 hexes of city, town, junction, red area and ferry, with ports on open sides, and odd trains."""
    cells = [f"{row}{2 * n + 4 - (i % 2)}" for i, row in enumerate(ROWS) for n in range(WIDTH)]
    around = {
        str(neighbour(Layout.POINTY, cell, edge)): {"face": "blue"} for cell in cells for edge in range(6)
    }
    hexes: dict[str, dict[str, str]] = {
        **around,
        **{cell: {"face": _face(rng, cell, set(cells))} for cell in cells},
    }
    places = [(c, i) for c in cells for i, w in enumerate(_stops(hexes[c]["face"])) if w.startswith("city")]
    rng.shuffle(places)
    tokens = [p for n, p in enumerate(places[: rng.randint(1, 3)]) if p[0] not in {q[0] for q in places[:n]}]
    rivals = [p for p in places if p not in tokens and rng.random() < 0.3][:3]
    kinds = rng.choices(["2", "3", "4"], k=rng.choice([1, 2, 2, 3]))
    waters = _waters(rng, hexes, cells)
    manners = {kind: _manner(rng, cells, places) for kind in "234"}
    lie = _terms(rng, waters, cells, places)
    view = position(hexes, kinds, tokens, rivals, manners=manners, lie=lie)
    trains = [train.id for train in view.trains(US)]
    every = [(c, i) for c in cells for i, w in enumerate(_stops(hexes[c]["face"])) if w != "junction"]
    more = _extras(rng, waters, tokens, every, trains, manners, kinds)
    return position(
        hexes, kinds, tokens, rivals, manners=manners, lie=lie, more=more,
        uncosted=frozenset(rng.sample(places, min(1, len(places)))) if rng.random() < 0.2 else frozenset(),
        pass_offboard=rng.random() < 0.3, own_station=bool(tokens) and rng.random() < 0.9,
        single=frozenset(rng.sample(cells, 2)),
    )  # fmt: skip


def _stops(face: str) -> list[str]:
    return [word for word in face.split() if word.split(":")[0] in (*EVERY, "junction")]


def _face(rng: Random, cell: str, cells: set[str]) -> str:
    inner = [e for e in range(6) if neighbour(Layout.POINTY, cell, e) in cells]
    outer = [e for e in range(6) if e not in inner]
    sides = rng.sample(inner, min(len(inner), rng.choice([2, 2, 2, 3, 3, 4])))
    sides += rng.sample(outer, min(len(outer), rng.choice([0, 0, 1])))
    exits = "".join(map(str, sorted(sides)))
    value = rng.choice([10, 20, 30, 40, 50])
    kind = rng.choice(
        ["city"] * 5 + ["two"] + ["town"] * 4 + ["junction", "red", "plain", "ferry", "ferry town"]
    )
    if kind == "two" and len(sides) > 2:
        return f"gray city:{value}:1 city:20:1 {exits[:2]}-s0 {exits[2:]}-s1"
    if kind in ("plain", "ferry"):
        colour = "gray" if kind == "plain" else "blue"
        return f"{colour} {' '.join(f'{a}-{b}' for a, b in zip(exits[::2], exits[1::2], strict=False))}"
    if kind == "junction":
        return f"gray junction {exits}-s0"
    if kind == "red":
        return f"red offboard:{value} {exits}-s0"
    if kind == "ferry town":
        return f"blue town:{value} {exits}-s0"
    if kind == "town":
        size = rng.choice(["", "", ":2"])
        return f"gray town:{value}{size} {exits}-s0"
    return f"gray city:{value}:{rng.randint(1, 2)} {exits}-s0"


def ferry_over(hexmap: HexMap, name: str, number: int, coords: Sequence[str]) -> Ferry:
    """The ferry whose track leads through these hexes, in order."""
    sides = []
    for here, there in pairwise(coords):
        edge = hexmap[here].neighbours.index(there)
        sides += [(here, edge), (there, opposite(edge))]
    return Ferry(name, number, frozenset(sides))


def _waters(rng: Random, hexes, cells: Sequence[str]) -> Waters:
    hexmap = parse_map({"layout": "pointy", "hexes": hexes})
    ports: list[Port] = []
    ferries: list[Ferry] = []
    for cell in cells:
        face = hexmap[cell].face
        if face.colour == "blue":
            for a, b in face.track[:1]:
                ends = [hexmap.neighbour(cell, e) for e in (a, b) if e < 6]
                line = [c for c in (*ends[:1], cell, *ends[1:]) if c]
                ferry = ferry_over(hexmap, f"ferry {cell}", rng.randint(0, 2), line)
                open_sides = [e for e in (a, b) if e < 6 and hexmap.neighbour(cell, e) not in cells]
                inland = [c for c in cells if _stops(hexes[c]["face"])]
                if open_sides and inland and not any(other.landing for other in ferries):
                    ferry = replace(ferry, landing=((cell, open_sides[0]), rng.choice(inland)))
                if not any(ferry.sides & other.sides for other in ferries):
                    ferries.append(ferry)
        for edge in face.exits:
            open_side = hexmap.neighbour(cell, edge) not in cells
            if rng.random() < (0.8 if open_side else 0.06):
                ports.append(Port(cell, rng.choice(ZONES), edge, rng.random() < 0.3))
                if rng.random() < 0.1:
                    ports.append(replace(ports[-1], zone=rng.choice(ZONES)))
        if face.stops and rng.random() < 0.08:
            ports.append(Port(cell, rng.choice(ZONES), None, rng.random() < 0.3))
    pairs = [(a, b) for a in ZONES for b in ZONES if a < b and rng.random() < 0.6]
    zones = {z: frozenset(b if z == a else a for a, b in pairs if z in (a, b)) for z in ZONES}
    return Waters(zones, tuple(dict.fromkeys(ports)), tuple(ferries))


def _manner(rng: Random, cells: Sequence[str], places: Sequence[Place]) -> Manner:
    sort = rng.choice(["plain", "towns", "towns", "express", "most", "double", "hexes"])
    made = {
        "plain": Manner(rng.randint(2, 4), EVERY),
        "towns": Manner(
            rng.randint(1, 3), EVERY, small=TOWNS, towns=rng.randint(1, 2), fill=rng.random() < 0.7
        ),
        "express": Manner(rng.randint(2, 3), EVERY, small=TOWNS, fill=True),
        "most": Manner(rng.randint(3, 4), rng.choice([EVERY, CITY_LIKE]), most=rng.randint(1, 3)),
        "double": Manner(3, EVERY, factor=2, small=TOWNS, doubled=rng.choice([None, None, 2])),
        "hexes": Manner(rng.randint(2, 4), EVERY, hexes=True, most=rng.choice([None, 2])),
    }[sort]
    sharing = rng.random()
    made = replace(made, shares=sharing < 0.15, alone=0.15 <= sharing < 0.25)
    if rng.random() < 0.15:
        made = replace(made, closed=frozenset(rng.sample(list(cells), 1)))
    if places and rng.random() < 0.1:
        made = replace(made, must=(frozenset(rng.sample(list(places), min(2, len(places)))),))
    return made


def _terms(rng: Random, waters: Waters, cells: Sequence[str], places: Sequence[Place]) -> Terms:
    def some(chance: float) -> frozenset[tuple[str, int]]:
        return frozenset((c, e) for c, _ in places for e in (-1, *range(6)) if rng.random() < chance)

    return Terms(
        waters=waters,
        harbours=frozenset(c for c in cells if rng.random() < 0.1),
        again=rng.choice([frozenset(), TOWNS, TOWNS]),
        unblocked=frozenset(p for p in places if rng.random() < 0.1),
        gates=some(0.1) if rng.random() < 0.3 else frozenset(),
        bars=some(0.1) if rng.random() < 0.2 else frozenset(),
    )


def one_more(manner: Manner) -> Manner:
    """One stop and one town more; the stop is not doubled (15.11)."""
    doubled = manner.reach if manner.factor > 1 and manner.doubled is None else manner.doubled
    return replace(manner, reach=manner.reach + 1, towns=manner.towns + 1, doubled=doubled)


def _extras(rng: Random, waters: Waters, tokens, every, trains, manners, kinds) -> Extras:
    names = [*ZONES, *(ferry.name for ferry in waters.ferries)]
    amount = rng.choice([1, 1, 2])
    reliefs = [
        Relief(amount, beside, at=place, abutting=True)
        for place in tokens
        if (beside := waters.beside(place[0])) and rng.random() < 0.6
    ]
    if rng.random() < 0.3:
        area = frozenset(rng.sample(names, rng.randint(1, len(names))))
        reliefs.append(Relief(rng.randint(1, 2), area, pooled=True))
    bonuses = []
    for name in ("express", "mail"):
        if len(every) > 2 and rng.random() < 0.4:
            groups = tuple(frozenset(rng.sample(every, rng.randint(1, 3))) for _ in range(rng.randint(1, 2)))
            bonuses.append(
                SetBonus(
                    name, rng.choice([10, 30, 60]), groups, once=rng.random() < 0.6, land=rng.random() < 0.5
                )
            )
    markers = []
    if rng.random() < 0.25:
        markers.append(Marker("diner", {train: 10 * int(train[0]) for train in trains}))
    if rng.random() < 0.25:
        markers.append(Marker("one more", change=one_more))
    alike = [t for t, k in zip(trains, kinds, strict=True) if manners[k] == manners[kinds[0]]]
    joins = bonuses and len(alike) > 1 and rng.random() < 0.5
    return Extras(
        tuple(reliefs), tuple(bonuses), tuple(markers),
        joinable=tuple(alike) if joins else (), join_for=bonuses[0].name if joins else "",
    )  # fmt: skip
