"""The words of a recorded game that only this title has, or has otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from engine.core.actions import Action, Json
from engine.core.errors import Refused, Violation
from engine.core.state import DEPOT
from engine.core.view import View
from engine.game import Game
from engine.recorded import acts, building
from engine.recorded.acts import Taken, accept, deciding, paid, plain, submit
from engine.recorded.reader import Line
from engine.recorded.track import drawn_face, placed
from engine.routes.forced import forced_run
from engine.steps.run import RunStep, RunTrains
from engine.titles.g1862.companies.receivership import in_receivership
from engine.titles.g1862.mergers.absorb import REMOVE, removable
from engine.titles.g1862.mergers.merger_moves import OfferMerger
from engine.titles.g1862.mergers.refinance import BANKRUPTCY
from engine.titles.g1862.mergers.share_merge import under_way
from engine.titles.g1862.phases.bands import train_name, type_of, warranties
from engine.titles.g1862.recorded.runs import run_routes
from engine.titles.g1862.recorded.steps import receiver_buys
from engine.titles.g1862.steps.track import BuildToLondon, SmallStation, free_lines, link_places
from engine.titles.g1862.steps.trains import Buy, Trains, bank_types
from engine.titles.g1862.steps.trains import name as label


def decline(game: Game) -> Action | None:
    """Give an option up, go bankrupt where nothing else is left, or do what receivership asks anyway."""
    player = deciding(game)
    sold = Action("option_share", player, {"choice": "sell"})
    bankrupt = Action("emergency", player, {"method": BANKRUPTCY})
    idle = Action(RunTrains.kind, player, {"routes": []})
    return _receiver(game, player) or acts.decline(game, (sold, bankrupt, idle))


def _receiver(game: Game, player: str) -> Action | None:
    """The best run, or the purchase that is due, of a company in receivership (7.3)."""
    view, company = game.view, game.state.cursor.actor
    if company not in game.state.companies or not in_receivership(view, company):
        return None
    if view.cursor.step == RunStep.name:
        best = [route.to_json() for route in forced_run(view, company)]
        return Action(RunTrains.kind, player, {"routes": best})
    kind = receiver_buys(view, company) if view.cursor.step == Trains.name else None
    train = next((name for name, its in bank_types(view).items() if its == kind), None)
    return None if train is None else Action(Buy.kind, player, {"source": DEPOT, "train": train})


# --- shares ------------------------------------------------------------------------------------------


def _bid(game: Game, line: Line) -> Taken:
    said = line["action"]
    return Taken([submit(game, "bid", company=said["corporation"], amount=said["amount"])])


def _par(game: Game, line: Line) -> Taken:
    taken = acts.par(game, line)
    chartered = bool(game.view.company(line["action"]["corporation"]).data.get("chartered"))
    return replace(taken, figures={**taken.figures, "chartered": chartered})


def _redeem(game: Game, line: Line) -> Taken:
    company = game.state.cursor.actor
    record = submit(game, "redeem")
    return Taken([record], {"cost": paid([record], "redeem", company), "corporation": company, "percent": 10})


# --- building ----------------------------------------------------------------------------------------


def _lay_tile(game: Game, line: Line) -> Taken:
    """A tile, or a small station on one that lies there, as the stated track shows it."""
    said, view = line["action"], game.view
    small = _line_of(view, said["hex"], *placed(view.board().catalogue, said))
    if small is None:
        return building.lay_tile(game, line)
    return building.laid(game, line, [submit(game, SmallStation.kind, hex=said["hex"], line=small)])


def _line_of(view: View, coord: str, tile: str, turned: int) -> str | None:
    """The line on which a small station was built, where the record writes that as a lay (7.6.4)."""
    catalogue, laid = view.board().catalogue, view.state.tiles.get(coord)
    if laid is None or tile not in catalogue or catalogue[laid[0]].base != catalogue[tile].base:
        return None
    wanted = drawn_face(catalogue[tile].face(turned))
    lays = free_lines(view, coord).items()
    return next((name for name, (_, t, r) in lays if drawn_face(catalogue[t].face(r)) == wanted), None)


def _place_token(game: Game, line: Line) -> Taken:
    """A marker; in London the rail link."""
    said, company = line["action"], line["actor"]["id"]
    if building.token_place(game.view, company, said) not in link_places():
        return building.place_token(game, line)
    record = submit(game, BuildToLondon.kind, hex=said["hex"])
    return Taken([record], {"cost": paid([record], "token", company)})


# --- trains and money ----------------------------------------------------------------------


def _buy_train(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    if said["from"] == DEPOT:
        card, extra = game.view.depot_kind(), int(said["warranties"])
        named = {"level": card, "kind": bank_types(game.view).get(said["train"])}
        records = [submit(game, "buy_train", source=DEPOT, train=said["train"], warranties=extra)]
    else:
        named = {}
        records = acts.trade(game, said, _wanted(game.view, line))
    return Taken(records, {**named, "price": paid(records, "train", company)})


def _wanted(view: View, line: Line) -> str:
    """The label of the train of another company that a line names.

    Of several that differ in their warranties it is the one that the buyer has afterwards.
    """
    said = line["action"]
    named = [t for t in view.trains(said["from"]) if t.kind == said["level"] and type_of(t) == said["kind"]]
    if not named or train_name(view.data.trains[said["level"]], said["kind"]) != said["train"]:
        raise Refused(Violation("no_such_train", f"{said['from']} has no {said['train']}."))
    left = _warranties_after(line, said) - Counter(
        warranties(t) for t in view.trains(line["actor"]["id"]) if (t.kind, type_of(t)) == _kind_of(said)
    )
    return label(view, next((t for t in named if left[warranties(t)]), named[0]))


def _kind_of(said: Mapping[str, Json]) -> tuple[str, str]:
    return said["level"], said["kind"]


def _warranties_after(line: Line, said: Mapping[str, Json]) -> Counter[int]:
    """How many trains of the named kind the buyer has after the line, by their warranties."""
    owned = (line.get("after") or {}).get("corporations", {}).get(line["actor"]["id"], {}).get("trains", [])
    return Counter(t.get("warranties") or 0 for t in owned if (t["level"], t["kind"]) == _kind_of(said))


# --- mergers -----------------------------------------------------------------------------------------


def _merge(game: Game, line: Line) -> Taken:
    """With whom; the survivor is named by the next line, and then it is done."""
    said = line["action"]
    kind, args = _merger(game, said["mode"], said["with"], line["actor"]["id"])
    violation = game.check(Action(kind, deciding(game), args))
    if violation is not None:
        raise Refused(violation)
    return Taken([])


def _choose_survivor(game: Game, line: Line) -> Taken:
    said, active = line["action"], line["actor"]["id"]
    other = said["nonsurvivor"] if said["survivor"] == active else said["survivor"]
    kind, args = _merger(game, said["mode"], other, said["survivor"])
    partner = game.view.president(other)
    records = [submit(game, kind, **args)]
    if kind == OfferMerger.kind:
        records.append(accept(game, str(partner)))
    return Taken(records)


def _merger(game: Game, mode: str, other: str, survivor: str) -> tuple[str, dict[str, Json]]:
    alone = game.view.president(other) == deciding(game)
    return mode if alone else OfferMerger.kind, {"company": other, "survivor": survivor}


def _option_share(game: Game, line: Line) -> Taken:
    data = dict(game.state.pending[-1].data)
    price = data["redeem"] if line["action"]["choice"] == "redeem" else data["sell"]
    survivor = under_way(game.view)["survivor"]
    record = submit(game, "option_share", choice=line["action"]["choice"])
    return Taken([record], {"price": price, "percent": data["percent"], "corporation": survivor})


def _remove_token(game: Game, line: Line) -> Taken:
    coord = line["action"]["hex"]
    here = [t.company for t in removable(game.view) if t.place is not None and t.place[0] == coord]
    return Taken([submit(game, REMOVE, hex=coord)], {"corporation": here[0]})


ACTS: Mapping[str, acts.Act] = {
    **acts.SHARED,
    "bid": _bid,
    "par": _par,
    "redeem": _redeem,
    "buy_tokens": plain("buy_tokens", "count"),
    "lay_tile": _lay_tile,
    "place_token": _place_token,
    "run_routes": run_routes,
    "buy_train": _buy_train,
    "emergency": plain("emergency", "method"),
    "merge": _merge,
    "choose_survivor": _choose_survivor,
    "option_share": _option_share,
    "remove_token": _remove_token,
}
"""Who takes which word of the record."""
