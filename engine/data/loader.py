"""Reads a title's TOML files into `engine.data.schema`, refusing every key it does not know."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from engine.core.actions import Json
from engine.core.errors import BadData
from engine.data.crosscheck import (
    by_players,
    check_companies,
    cross_check,
    known_keys,
    needed_keys,
    typed,
)
from engine.data.schema import (
    Ability,
    CompanySpec,
    Lessons,
    MarketSpec,
    PhaseSpec,
    Reading,
    TitleData,
    TrainSpec,
    Word,
)
from engine.message import word

F = TypeVar("F")
SHARED_GUIDE = Path(__file__).parent / "guide.toml"
_GAME_KEYS = (
    "key", "name", "currency", "bank", "min_players", "max_players",
    "starting_cash", "certificate_limit", "figures", "tiles", "market", "trains", "phases", "readings",
    "tile_states", "kinds", "certificate_limit_with",
)  # fmt: skip
_HINTS: Mapping[type[Any], str] = {
    CompanySpec: "; what only some rule reads goes into its extras: extras = { {key} = true }",
}
"""What else is possible where a table has a key that its record does not know."""
_LAST_NEEDED = "phases"
_PLAIN = {
    "key": str, "name": str, "currency": str, "bank": int, "min_players": int, "max_players": int,
    "tiles": Mapping[str, int], "tile_states": tuple[str, ...],
    "kinds": tuple[str, ...],
}  # fmt: skip


def read_toml(path: Path) -> dict[str, Json]:
    """The file's tables; raises BadData with the file's name when it is no TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{path.name}: {error}") from error


def load_title(folder: Path, figures: type[object], kinds: Sequence[type[Ability]] = ()) -> TitleData:
    """Read the files of a title but its map (``game.toml``, ``companies.toml`` and others); cross-check them.

    ``figures`` is the record of its figures (see `engine.data.figures`), ``kinds`` are the kinds of ability
    that its companies may have.
    """
    game = read_toml(folder / "game.toml")
    known_keys("game.toml", game, _GAME_KEYS)
    needed_keys("game.toml", game, _GAME_KEYS[: _GAME_KEYS.index(_LAST_NEEDED) + 1])
    for key in set(game).intersection(_PLAIN):
        typed(f"game.toml: {key}", game[key], _PLAIN[key])
    companies = read_toml(folder / "companies.toml")
    known_keys("companies.toml", companies, ("companies",))
    needed_keys("companies.toml", companies, ("companies",))
    specs = [company("companies.toml", c, kinds) for c in companies["companies"]]
    check_companies(specs, game.get("kinds", ()))
    words, passing = words_of(folder / "words.toml")
    data = TitleData(
        **{k: game[k] for k in ("key", "name", "currency", "bank", "min_players", "max_players")},
        starting_cash=by_players("game.toml: starting_cash", game["starting_cash"]),
        certificate_limit=by_players("game.toml: certificate_limit", game["certificate_limit"]),
        certificate_limit_with={
            option: by_players(f"game.toml: certificate_limit_with: {option}", limits)
            for option, limits in game.get("certificate_limit_with", {}).items()
        },
        companies={c.id: c for c in specs},
        trains={t.kind: t for t in (record("game.toml", TrainSpec, t) for t in game["trains"])},
        phases={p.key: p for p in (record("game.toml", PhaseSpec, p) for p in game["phases"])},
        market=market("game.toml", game["market"]),
        tiles=game["tiles"],
        record=figures_of("game.toml: figures", figures, game["figures"]),
        readings=tuple(record("game.toml", Reading, r) for r in game.get("readings", ())),
        tile_states=frozenset(game.get("tile_states", ())),
        kinds=tuple(game.get("kinds", ())),
        words=words,
        passing=passing,
        guide={**guide_of(SHARED_GUIDE), **guide_of(folder / "guide.toml")},
        lessons=lessons_of(folder / "lessons.toml"),
    )
    cross_check(data)
    return data


def words_of(path: Path) -> tuple[tuple[Word, ...], Mapping[str, str]]:
    """The words that a title explains, and what passing means; nothing where there is no such file."""
    raw = read_toml(path) if path.exists() else {}
    known_keys(path.name, raw, ("words", "passing"))
    return tuple(record(path.name, Word, w) for w in raw.get("words", ())), said(raw.get("passing", {}))


def guide_of(path: Path) -> Mapping[str, str]:
    """What each step is about, by its name; nothing where there is no such file."""
    return said(read_toml(path)) if path.exists() else {}


def lessons_of(path: Path) -> Lessons:
    """What a tutorial explains; nothing where there is no such file.

    Raises BadData for an unknown table, and where a step has no list of texts.
    """
    raw = read_toml(path) if path.exists() else {}
    known_keys(path.name, raw, ("steps", "choices", "pictures", "proposals", "skipped", "closing"))
    steps, closing = raw.get("steps", {}), raw.get("closing", {})
    known_keys(f"{path.name}: closing", closing, ("learnt",))
    for name, texts in (*steps.items(), *closing.items()):
        typed(f"{path.name}: {name}", texts, tuple[str, ...])
    return Lessons(
        {step: tuple(map(word, texts)) for step, texts in steps.items()},
        said(raw.get("choices", {})),
        said(raw.get("pictures", {})),
        tuple(map(word, closing.get("learnt", ()))),
        said(raw.get("proposals", {})),
        said(raw.get("skipped", {})),
    )


def said(texts: Mapping[str, str]) -> Mapping[str, str]:
    """Texts of a data file that people see, as messages."""
    return {key: word(text) for key, text in texts.items()}


def record(where: str, cls: type[Any], raw: Mapping[str, Json]) -> Any:
    """One frozen record from a TOML table; lists become tuples."""
    known_keys(f"{where}: {cls.__name__}", raw, [f.name for f in fields(cls)], _HINTS.get(cls, ""))
    for f in fields(cls):
        if f.name not in raw and f.default is MISSING and f.default_factory is MISSING:
            if cls is TrainSpec and f.name == "count":
                raw = {**raw, "count": None}
                continue
            raise BadData(f"{where}: {cls.__name__} lacks {f.name!r}")
    hints = _types(cls)  # type: ignore[arg-type]  # a class is hashable, which mypy denies of this one
    for key, value in raw.items():
        typed(f"{where}: {_named(cls, raw)}: {key}", value, hints[key])
    return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in raw.items()})


@cache
def _types(cls: type[Any]) -> Mapping[str, Any]:
    """The types of a record's fields, by name."""
    return get_type_hints(cls)


def _named(cls: type[Any], raw: Mapping[str, Json]) -> str:
    """A table of a file: its record, and the name that it gives itself."""
    own = next((raw[key] for key in ("id", "key", "kind") if key in raw), "")
    return f"{cls.__name__} {own}".strip()


def figures_of(where: str, cls: type[F], raw: Mapping[str, Json]) -> F:
    """The record of a title's figures; raises BadData for a missing, misspelt or mistyped one."""
    hints = get_type_hints(cls)
    known_keys(where, raw, hints)
    for key in hints:
        if key not in raw and not hasattr(cls, key):
            near = difflib.get_close_matches(key, raw, 1)
            told = f"; nearest key there: {near[0]!r}" if near else ""
            raise BadData(f"{where}: lacks {key!r}{told}")
    return cls(**{key: _figure(f"{where}: {key}", hints[key], value) for key, value in raw.items()})


def _figure(where: str, hint: Json, value: Json) -> Json:
    """A value as its annotation wants it: a number, a text, a tuple or mapping of such, a record."""
    origin: Json = get_origin(hint)
    parts = get_args(hint)
    if origin is tuple and isinstance(value, list):
        return tuple(_figure(where, parts[0], item) for item in value)
    if origin is Mapping and isinstance(value, dict):
        return {key: _figure(f"{where}.{key}", parts[1], item) for key, item in value.items()}
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(value, dict):
        return figures_of(where, hint, value)
    wanted = (int, float) if hint is float else hint
    if origin is not None or isinstance(value, bool) or not isinstance(value, wanted):
        raise BadData(f"{where} is {value!r}, not {getattr(hint, '__name__', hint)}")
    return value


def company(where: str, raw: Mapping[str, Json], kinds: Sequence[type[Ability]] = ()) -> CompanySpec:
    """One company with its abilities, and as it is in the variants that change it."""
    plain = {key: value for key, value in raw.items() if key != "variants"}
    variants: Mapping[str, Json] = raw.get("variants", {})
    varied = {name: company(where, {**plain, **more}, kinds) for name, more in variants.items()}
    if varied:
        return replace(company(where, plain, kinds), variants=varied)
    abilities = tuple(ability(f"{where}: {raw.get('id')}", a, kinds) for a in raw.get("abilities", ()))
    spec: CompanySpec = record(where, CompanySpec, {**raw, "abilities": list(abilities)})
    if sum(spec.shares) != 100:
        raise BadData(f"{where}: the shares of {spec.id} add up to {sum(spec.shares)}, not 100")
    return spec


def ability(where: str, raw: Mapping[str, Json], kinds: Sequence[type[Ability]]) -> Ability:
    """One ability of a kind, with the parameters of that kind."""
    by_name, name = {kind.kind: kind for kind in kinds}, str(raw.get("kind"))
    known_keys(f"{where}: kind of ability", {name: None}, by_name)
    made: Ability = record(where, by_name[name], {k: v for k, v in raw.items() if k != "kind"})
    empty = [f.name for f in fields(made) if f.default is MISSING and getattr(made, f.name) in ((), "")]
    for f_name in (*empty, *(key for key in made.idle() if key in raw)):
        raise BadData(f"{where}: {name}: {f_name} = {raw[f_name]!r} has no effect")
    return made


def market(where: str, raw: Mapping[str, Json]) -> MarketSpec:
    """The chart; in a grid a 0 in a row marks a missing space, in a zigzag it is a price."""
    known_keys(f"{where}: market", raw, [f.name for f in fields(MarketSpec)])
    shape = raw.get("shape", "grid")
    if shape not in ("grid", "zigzag"):
        raise BadData(f"{where}: market shape {shape!r} is neither grid nor zigzag")
    rows = tuple(tuple(v or (0 if shape == "zigzag" else None) for v in row) for row in raw["rows"])
    zones = {(r, c): zone for zone, cells in raw.get("zones", {}).items() for r, c in cells}
    words = said(raw.get("zone_words", {}))
    known_keys(f"{where}: market.zone_words", words, raw.get("zones", {}))
    pars = tuple((r, c) for r, c in raw["par_cells"])
    effects = [tuple(raw.get(key, ())) for key in ("uncounted", "unlimited", "several")]
    known_keys(
        f"{where}: zone", dict.fromkeys(zone for named in effects for zone in named), raw.get("zones", {})
    )
    spec = MarketSpec(rows, pars, zones, shape, words, raw.get("dividend_bands", 0), *effects)
    for cell in (*spec.par_cells, *zones):
        if not spec.has(cell):
            raise BadData(f"{where}: market has no space {cell}")
    return spec
