"""Checks of a title's data files against themselves: a fault is one sentence with the nearest valid key."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from engine.core.actions import Json
from engine.core.errors import BadData
from engine.core.state import BANK, DEPOT, IPO, OUT, POOL
from engine.data.schema import Ability, CompanySpec, TitleData

COMPANY_KINDS = ("private", "minor", "major")
"""The kinds of company that all titles have; a title names others of its own in ``kinds``."""
COLOUR_NAMES = (
    *("black", "blue", "brown", "cyan", "gold", "gray", "green", "grey", "lime", "magenta", "maroon", "navy"),
    *("olive", "orange", "pink", "purple", "red", "silver", "tan", "teal", "violet", "white", "yellow"),
)
"""The colours that have names; others are written as ``#rrggbb``."""
OWNERS = (BANK, IPO, POOL, DEPOT, OUT)
"""Who owns things besides players and companies, by the names in the position."""
_SEAT = re.compile(r"p[0-9]+")


def nearest(name: object, valid: Iterable[str]) -> str:
    """The name in a list that is most like another; "none" of an empty list."""
    names = sorted(valid)
    return (difflib.get_close_matches(str(name), names, 1, 0) or ["none"])[0]


def known_keys(where: str, raw: Iterable[str], allowed: Iterable[str], hint: str = "") -> None:
    """Raise BadData for the first key of raw that is not allowed, naming the nearest valid one.

    ``hint`` says what else is possible; ``{key}`` in it is the key.
    """
    names = list(allowed)
    for key in raw:
        if key not in names:
            more = hint.replace("{key}", key)
            raise BadData(f"{where}: unknown key {key!r}; nearest valid key: {nearest(key, names)!r}{more}")


def needed_keys(where: str, raw: Iterable[str], needed: Iterable[str]) -> None:
    """Raise BadData for the first needed key that raw lacks."""
    given = list(raw)
    for key in needed:
        if key not in given:
            raise BadData(f"{where} lacks {key!r}")


def typed(where: str, value: Json, hint: Any) -> None:
    """Raise BadData where a value of a file is not of the type that the record wants."""
    if not fits(value, hint):
        raise BadData(f"{where} is {value!r}, not {_type_name(hint)}")


def fits(value: Json, hint: Any) -> bool:
    """Whether a value of a file is of a type; of types that no file can hold every value is."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return value in parts
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if origin is tuple:
        return isinstance(value, list | tuple) and all(fits(item, parts[0]) for item in value)
    if origin is Mapping:
        return isinstance(value, Mapping) and all(fits(item, parts[1]) for item in value.values())
    if hint is float:
        return type(value) in (int, float)
    return type(value) is hint if hint in (str, int, bool, type(None)) else True


def _type_name(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(get_args(hint))
    names = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
    plain: Sequence[Any] = [part for part in get_args(hint) if part is not type(None)]
    if get_origin(hint) in (Union, UnionType) and len(plain) == 1:
        return _type_name(plain[0])
    if get_origin(hint) is tuple:
        return f"a list, each {_type_name(plain[0])}"
    if get_origin(hint) is Mapping:
        return f"a table, each value {_type_name(plain[1])}"
    return names.get(hint, str(hint))


def by_players(where: str, raw: Mapping[str, Json]) -> Mapping[int, int]:
    """A table by numbers of players; raises BadData for a key or value that is no whole number."""
    typed(where, raw, Mapping[str, int])
    for key in raw:
        if not key.isdigit():
            raise BadData(f"{where}: {key!r} is no number of players")
    return {int(key): value for key, value in raw.items()}


def check_companies(specs: Sequence[CompanySpec], kinds: Iterable[str]) -> None:
    """Raise BadData for an id that is taken, a kind that nobody knows or a colour that nobody sees."""
    ids = Counter(spec.id for spec in specs)
    for spec in specs:
        where = f"companies.toml: {spec.id}"
        if _SEAT.fullmatch(spec.id) or spec.id in OWNERS:
            raise BadData(f"{where}: players are called p1, p2..., and the bank's places {', '.join(OWNERS)}")
        if ids[spec.id] > 1:
            raise BadData(f"{where}: {ids[spec.id]} companies have this id")
        for each in (spec, *spec.variants.values()):
            known_keys(f"{where}: kind", (each.kind,), (*COMPANY_KINDS, *kinds))
            for colour in filter(None, (each.colour, each.text_colour, each.trim_colour)):
                if not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
                    known_keys(f"{where}: colour", (colour.lower(),), COLOUR_NAMES)


def cross_check(data: TitleData) -> None:
    """Raise BadData for the first name that no other table of the title's files has."""
    for train in data.trains.values():
        if train.rusted_by is not None and train.rusted_by not in data.trains:
            raise BadData(f"game.toml: train {train.kind} is rusted by unknown {train.rusted_by!r}")
        known_keys(f"game.toml: train {train.kind}: trade_in", train.trade_in, data.trains)
        if train.sold_from is not None:
            known_keys(f"game.toml: train {train.kind}: sold_from", (train.sold_from,), data.phases)
    for phase in data.phases.values():
        if phase.train not in data.trains:
            raise BadData(f"game.toml: phase {phase.key} begins with unknown train {phase.train!r}")
        limits = (*COMPANY_KINDS, *data.kinds)
        known_keys(f"game.toml: phase {phase.key}: train_limit", phase.train_limit, limits)
    known_keys("game.toml: figures: auction_items", _items(data), data.companies)
    for spec in data.companies.values():
        for each in (spec, *spec.variants.values()):
            for power in each.abilities:
                _check_names(f"companies.toml: {spec.id}: {power.kind}", power, data)
    for n in range(data.min_players, data.max_players + 1):
        if n not in data.starting_cash or n not in data.certificate_limit:
            raise BadData(f"game.toml: no starting cash or certificate limit for {n} players")
        for option, other in data.certificate_limit_with.items():
            if n not in other:
                raise BadData(f"game.toml: certificate_limit_with: {option}: no limit for {n} players")


def _items(data: TitleData) -> Iterator[str]:
    yield from getattr(data.record, "auction_items", ())


def _check_names(where: str, power: Ability, data: TitleData) -> None:
    """What an ability names is there: else the parameter that names it has no effect."""
    events = {event for phase in data.phases.values() for event in phase.events}
    there: Mapping[str, Iterable[str]] = {
        "company": data.companies,
        "event": events,
        "tiles": [*data.tiles, *data.tile_states],
        "until": events,
        "users": {spec.kind for spec in data.companies.values()},
    }
    for f in fields(power):
        value = getattr(power, f.name)
        if value and f.name in there:
            named = value if isinstance(value, tuple) else (value,)
            known_keys(f"{where}: {f.name}", named, there[f.name])
