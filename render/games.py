"""Views of a game: what a view must be told beyond the position is found in the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from engine import Game, Json
from engine.api.course import course
from engine.api.incomes import incomes
from engine.api.round_state import last_runs
from engine.api.sets import last_set
from engine.api.table import position
from render import api
from render.api import Picture
from render.charts.courses import CHARTS


def draw(game: Game, view: str = "map", **params: Any) -> Picture:
    """One of `VIEWS` of the game as it stands, as a picture.

    Parameters are those of the view (see `render.api`); a company or player that is left out is the one in
    turn. Raises ValueError for an unknown view, TypeError for a parameter that the view does not take,
    KeyError for a hex, company or player that does not exist.
    """
    return api.draw(game.title.key, position(game), view, **_filled(game, view, params))


def describe(game: Game, view: str = "map", **params: Any) -> str:
    """The same view in words: parameters and errors are those of `draw`."""
    return api.twin(game.title.key, position(game), view, **_filled(game, view, params))


def _filled(game: Game, view: str, params: Mapping[str, Any]) -> dict[str, Any]:
    fill = _MISSING.get(view)
    return {**(fill(game, params) if fill else {}), **params}


def _company(game: Game, params: Mapping[str, Any]) -> str:
    actor = game.view.cursor.actor
    usual = actor if actor in game.state.companies else next(iter(game.state.companies))
    return str(params.get("company") or usual)


def _charter(game: Game, params: Mapping[str, Any]) -> dict[str, Json]:
    company = _company(game, params)
    return {"company": company, "runs": [asdict(one) for one in incomes(game, company)]}


def _player(game: Game, _: Mapping[str, Any]) -> dict[str, Json]:
    actor = game.view.cursor.actor
    return {"player": actor if actor in game.state.players else game.state.seats[0]}


def _routes(game: Game, params: Mapping[str, Any]) -> dict[str, Json]:
    company = _company(game, params)
    found = "routes" not in params and company == game.view.cursor.actor
    return {"company": company, "routes": game.suggest_routes() if found else []}


def _crop(game: Game, params: Mapping[str, Any]) -> dict[str, Json]:
    return {} if params.get("hexes") or params.get("sector") else {"company": _company(game, params)}


def _chart(game: Game, _: Mapping[str, Any]) -> dict[str, Json]:
    return {"chart": CHARTS[0], "rounds": [asdict(one) for one in course(game)]}


def _runs(game: Game, _: Mapping[str, Any]) -> dict[str, Json]:
    return {"ran": dict(last_runs(game))}


def _set(game: Game, _: Mapping[str, Any]) -> dict[str, Json]:
    told = last_set(game)
    return {"told": None if told is None else asdict(told)}


_MISSING: Mapping[str, Callable[[Game, Mapping[str, Any]], dict[str, Json]]] = {
    "company": _charter,
    "player": _player,
    "routes": _routes,
    "crop": _crop,
    "chart": _chart,
    "stake": _runs,
    "companies": _runs,
    "set": _set,
}
"""What each view needs that its caller may leave out."""
