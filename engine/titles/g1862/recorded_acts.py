"""Each word of a recorded game here: the actions that a line stands for, and the figures it states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.actions import Action, Json
from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import CITY, OFFBOARD, TOWN, stop_end
from engine.conformance import Line, Taken
from engine.errors import Refused, Violation
from engine.events import CompanyChanged, CursorMoved, Noted, Paid
from engine.flow import moves_of
from engine.game import Game
from engine.log import Record
from engine.rules.routes import policy_of
from engine.rules.suggest import best_routes
from engine.state import BANK, DEPOT, Place
from engine.steps.dividend import DividendStep
from engine.steps.run import REVENUE, SUBSIDY, Run, RunStep
from engine.steps.turns import TURN, turn_note
from engine.titles.g1862.absorb import REMOVE
from engine.titles.g1862.bands import reach, train_name, type_of, warranties
from engine.titles.g1862.merging import OfferMerger
from engine.titles.g1862.options import FREIGHT
from engine.titles.g1862.receivership import in_receivership
from engine.titles.g1862.recorded_steps import receiver_buys
from engine.titles.g1862.track import BuildToLondon, SmallStation, free_lines, link_places
from engine.titles.g1862.trains import Buy, Trains, bank_types
from engine.titles.g1862.trains import name as label
from engine.view import View

_DECLINES = ("skip", "done", "pass")
_STOPS = {"c": CITY, "t": TOWN, "o": OFFBOARD}
OLDER = "revenue_by_current_rule"
"""Beside a revenue by an older reading: what the same routes earn by the rules of today."""
_WAYS = {"pay": "pay", "withhold": "withhold", "top_up_and_pay": "top_up"}


def decline(game: Game) -> Action | None:
    """Skip, end, pass, give an option up, or do what a company in receivership must do anyway."""
    player = _player(game)
    open_now = {move.kind for move in moves_of(game.view, player)}
    asked = [Action(kind, player) for kind in _DECLINES]
    asked.append(Action("option_share", player, {"choice": "sell"}))
    asked.append(Action(Run.kind, player, {"routes": []}))
    declined = next((a for a in asked if a.kind in open_now and game.check(a) is None), None)
    return _receiver(game, player) or declined


def _receiver(game: Game, player: str) -> Action | None:
    """The best run, or the purchase that is due, of a company in receivership (7.3)."""
    view, company = game.view, game.state.cursor.actor
    if company not in game.state.companies or not in_receivership(view, company):
        return None
    if view.cursor.step == RunStep.name:
        best = [route.to_json() for route in best_routes(view, company).routes]
        return Action(Run.kind, player, {"routes": best})
    kind = receiver_buys(view, company) if view.cursor.step == Trains.name else None
    train = next((name for name, its in bank_types(view).items() if its == kind), None)
    return None if train is None else Action(Buy.kind, player, {"source": DEPOT, "train": train})


def take(game: Game, line: Line) -> Taken:
    """Do what a line says; raises Refused."""
    act = _ACTS.get(line["action"]["type"])
    if act is None:
        raise Refused(Violation("unknown_word", f"The record may say: {', '.join(_ACTS)}."))
    return act(game, line)


def _player(game: Game) -> str:
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players[0]


def _submit(game: Game, kind: str, **args: Json) -> Record:
    return game.submit(Action(kind, _player(game), args))


def _paid(records: Sequence[Record], why: str, by: str) -> int:
    """What somebody paid for this; a fine or a bankruptcy in the same breath is no part of it."""
    happened = (event for record in records for event in record.events if isinstance(event, Paid))
    return next((paid.amount for paid in happened if (paid.why, paid.payer) == (why, by)), 0)


# --- shares ------------------------------------------------------------------------------------------


def _pass(game: Game, line: Line) -> Taken:
    action = decline(game)
    if action is None:
        raise Refused(Violation("cannot_pass", "This decision cannot be declined."))
    return Taken([game.submit(action)])


def _bid(game: Game, line: Line) -> Taken:
    said = line["action"]
    return Taken([_submit(game, "bid", company=said["corporation"], amount=said["amount"])])


def _par(game: Game, line: Line) -> Taken:
    said = line["action"]
    record = _submit(game, "par", company=said["corporation"], price=said["price"])
    company = game.view.company(said["corporation"])
    column = None if company.cell is None else company.cell[1]
    chartered = bool(company.data.get("chartered"))
    return Taken([record], {"price": game.view.price(company.id), "column": column, "chartered": chartered})


def _buy_share(game: Game, line: Line) -> Taken:
    said, player = line["action"], _player(game)
    company, held = said["corporation"], game.view.percent(player, said["corporation"])
    record = _submit(game, "buy_share", company=company, source=said["from"])
    bought = game.view.percent(player, company) - held
    return Taken([record], {"cost": _paid([record], "share", player), "percent": bought})


def _sell_shares(game: Game, line: Line) -> Taken:
    said = line["action"]
    record = _submit(game, "sell_shares", company=said["corporation"], percent=said["percent"])
    return Taken([record], {"proceeds": _paid([record], "sale", BANK)})


def _redeem(game: Game, line: Line) -> Taken:
    record = _submit(game, "redeem")
    return Taken([record], {"cost": _paid([record], "redeem", line["action"]["corporation"])})


def _buy_tokens(game: Game, line: Line) -> Taken:
    return Taken([_submit(game, "buy_tokens", count=line["action"]["count"])])


# --- building ----------------------------------------------------------------------------------------


def _lay_tile(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    small = _line_of(game.view, said)
    if small is not None:
        record = _submit(game, SmallStation.kind, hex=said["hex"], line=small)
    else:
        record = _submit(game, "lay_tile", **{key: said[key] for key in ("hex", "tile", "rotation")})
    return Taken([record], {"cost": _paid([record], "track", company)})


def _line_of(view: View, said: Mapping[str, Json]) -> str | None:
    """The line on which a small station was built, where the record writes that as a lay (7.6.4)."""
    catalogue, coord = view.board().catalogue, said["hex"]
    laid = view.state.tiles.get(coord)
    if laid is None or said["tile"] not in catalogue:
        return None
    if catalogue[laid[0]].base != catalogue[said["tile"]].base:
        return None
    wanted = catalogue[said["tile"]].face(said["rotation"]).track
    lays = free_lines(view, coord).items()
    return next((name for name, (_, tile, r) in lays if catalogue[tile].face(r).track == wanted), None)


def _place_token(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    stop = game.view.board().face(said["hex"]).indices(CITY)[said["city"]]
    if (said["hex"], stop) in link_places():
        record = _submit(game, BuildToLondon.kind, hex=said["hex"])
    else:
        record = _submit(game, "place_token", hex=said["hex"], stop=stop)
    return Taken([record], {"cost": _paid([record], "token", company)})


# --- running -----------------------------------------------------------------------------------------


def _run_routes(game: Game, line: Line) -> Taken:
    """The routes as stated; then the stated revenue is paid, whatever the routes earn here."""
    said, company = line["action"], line["actor"]["id"]
    details = _details(game.view, said)
    try:
        record = _submit(game, Run.kind, routes=routes_of(game.view, company, said["routes"]))
    except Refused as refused:
        return Taken([_pay_unrun(game, line)], {REVENUE: str(refused)})
    ours = {key: int(turn_note(game.view, key, 0)) for key in (REVENUE, SUBSIDY)}
    figures = {OLDER if OLDER in said else REVENUE: ours[REVENUE], SUBSIDY: ours[SUBSIDY]}
    return Taken([record, *_as_stated(game, line, ours)], figures, details)


def _details(view: View, said: Mapping[str, Json]) -> dict[str, tuple[Json, Json]]:
    """That the routes add up to the stated income, and what each large stop is worth in this phase."""
    found: dict[str, tuple[Json, Json]] = {}
    for key in (REVENUE, SUBSIDY):
        parts = [route[key] for route in said["routes"] if key in route]
        if parts and not (key == REVENUE and OLDER in said):
            found[f"routes.{key}"] = (sum(parts), said[key])
    worth = policy_of(view).revenue_key(view)
    for i, route in enumerate(said["routes"]):
        large = [stop for stop in route["stops"] if stop["kind"] != TOWN and "value" in stop]
        ours = [view.board().revenue(*_place(view, stop), worth) for stop in large]
        found[f"routes.{i}.values"] = ([stop["value"] for stop in large], ours)
    return found


def _pay_unrun(game: Game, line: Line) -> Record:
    """The stated income of routes that are refused here, so that the rest can be compared."""
    cursor = game.state.cursor
    notes = [Noted(TURN + key, None, int(line["action"][key])) for key in (REVENUE, SUBSIDY)]
    to_income = CursorMoved(cursor, replace(cursor, step=DividendStep.name))
    return game.correct("record", [e.to_json() for e in (*notes, to_income)], "the recorded income is paid")


def _as_stated(game: Game, line: Line, ours: Mapping[str, int]) -> list[Record]:
    """The correction that makes the turn's income what the record states; none where it is."""
    stated = {key: int(line["action"][key]) for key in ours}
    if stated == ours:
        return []
    company = line["actor"]["id"]
    notes = [Noted(TURN + key, ours[key], stated[key]) for key in ours if ours[key] != stated[key]]
    earned = CompanyChanged(company, "last_revenue", ours[REVENUE], stated[REVENUE])
    return [game.correct("record", [e.to_json() for e in (*notes, earned)], "the recorded income is paid")]


def routes_of(view: View, company: str, routes: Sequence[Mapping[str, Json]]) -> list[Json]:
    """Recorded routes in our form; each takes a train of its name that no other route took."""
    free = list(view.trains(company))
    paid = {_place(view, stop) for route in routes for stop in route["stops"] if stop["counted"]}
    found: list[Json] = []
    for route in routes:
        wanted = (route["train"]["level"], route["train"]["kind"])
        train = next((t for t in free if (t.kind, type_of(t)) == wanted), None)
        if train is None:
            text = f"{company} has no train {route['train']['type']} left."
            raise Refused(Violation("no_such_train", text))
        free.remove(train)
        left = _left_out(view, route, paid)
        told = {"uncounted": [list(place) for place in left]} if left else {}
        found.append({"train": train.id, "path": _path(view.board(), route), **told})
    return found


def _left_out(view: View, route: Mapping[str, Json], paid: set[Place]) -> list[Place]:
    """The stops that a train which visits more than it counts leaves out: first those that nobody counts."""
    level, kind = route["train"]["level"], route["train"]["kind"]
    counts, visits = reach(view.data.trains[level], kind)
    large = [stop for stop in route["stops"] if stop["kind"] != TOWN]
    if kind == FREIGHT or counts == visits or len(large) <= counts:
        return []
    spare = [_place(view, stop) for stop in large if not stop["counted"]]
    return sorted(spare, key=lambda place: place in paid)[: len(large) - counts]


def _place(view: View, stop: Mapping[str, Json]) -> Place:
    return stop["hex"], view.board().face(stop["hex"]).indices(stop["kind"])[stop["index"]]


def _path(board: Board, route: Mapping[str, Json]) -> list[Json]:
    """The pieces of a route in running order, each turned the way the train runs."""
    first = route["stops"][0]
    stop = board.face(first["hex"]).indices(first["kind"])[first["index"]]
    here = first["hex"], stop_end(stop)
    path: list[Json] = []
    for raw in route["track"]:
        ends = [_end(board, raw[0], end) for end in raw[1:]]
        if (raw[0], ends[0]) != here:
            ends.reverse()
        path.append([raw[0], *ends])
        here = _beyond(board, raw[0], ends[1])
    return path


def _end(board: Board, coord: str, end: int | str) -> int:
    if isinstance(end, int):
        return end
    return stop_end(board.face(coord).indices(_STOPS[end[0]])[int(end[1:])])


def _beyond(board: Board, coord: str, end: int) -> tuple[str, int]:
    """Where a train is that reached this end: over the edge on the next hex, or at the stop."""
    if end > 5:
        return coord, end
    return board.hexmap.neighbour(coord, end) or "", opposite(end)


def _dividend(game: Game, line: Line) -> Taken:
    return Taken([_submit(game, "dividend", payout=_WAYS[line["action"]["kind"]])])


# --- trains ------------------------------------------------------------------------------------------


def _buy_train(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    if said["from"] == DEPOT:
        extra = int(said["warranties"])
        records = [_submit(game, "buy_train", source=DEPOT, train=said["train"], warranties=extra)]
    else:
        records = _trade(game, said, _wanted(game.view, line))
    return Taken(records, {"price": _paid(records, "train", company)})


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
    return Counter(t["warranties"] for t in owned if (t["level"], t["kind"]) == _kind_of(said))


def _trade(game: Game, said: Mapping[str, Json], train: str) -> list[Record]:
    seller, price = game.view.president(said["from"]), said["price"]
    if seller in (None, _player(game)):
        return [_submit(game, "buy_train", source=said["from"], train=train, price=price)]
    offered = _submit(game, "offer_train", source=said["from"], train=train, price=price)
    return [offered, _accept(game, str(seller))]


def _accept(game: Game, player: str) -> Record:
    """The other side agrees to the newest offer; the record has the deal only."""
    offer = list(game.state.offers.values())[-1]
    return game.submit(Action("accept_offer", player, {"offer": offer.id}))


def _emergency(game: Game, line: Line) -> Taken:
    return Taken([_submit(game, "emergency", method=line["action"]["method"])])


# --- mergers -----------------------------------------------------------------------------------------


def _merge(game: Game, line: Line) -> Taken:
    """With whom; the survivor is named by the next line, and then it is done."""
    said = line["action"]
    kind, args = _merger(game, said["mode"], said["with"], line["actor"]["id"])
    violation = game.check(Action(kind, _player(game), args))
    if violation is not None:
        raise Refused(violation)
    return Taken([])


def _choose_survivor(game: Game, line: Line) -> Taken:
    said, active = line["action"], line["actor"]["id"]
    other = said["nonsurvivor"] if said["survivor"] == active else said["survivor"]
    kind, args = _merger(game, said["mode"], other, said["survivor"])
    partner = game.view.president(other)
    records = [_submit(game, kind, **args)]
    if kind == OfferMerger.kind:
        records.append(_accept(game, str(partner)))
    return Taken(records)


def _merger(game: Game, mode: str, other: str, survivor: str) -> tuple[str, dict[str, Json]]:
    alone = game.view.president(other) == _player(game)
    return mode if alone else OfferMerger.kind, {"company": other, "survivor": survivor}


def _option_share(game: Game, line: Line) -> Taken:
    data = dict(game.state.pending[-1].data)
    price = data["redeem"] if line["action"]["choice"] == "redeem" else data["sell"]
    record = _submit(game, "option_share", choice=line["action"]["choice"])
    return Taken([record], {"price": price, "percent": data["percent"]})


def _remove_token(game: Game, line: Line) -> Taken:
    return Taken([_submit(game, REMOVE, hex=line["action"]["hex"])])


_ACTS: Mapping[str, Callable[[Game, Line], Taken]] = {
    "pass": _pass,
    "bid": _bid,
    "par": _par,
    "buy_share": _buy_share,
    "sell_shares": _sell_shares,
    "redeem": _redeem,
    "buy_tokens": _buy_tokens,
    "lay_tile": _lay_tile,
    "place_token": _place_token,
    "run_routes": _run_routes,
    "dividend": _dividend,
    "buy_train": _buy_train,
    "emergency": _emergency,
    "merge": _merge,
    "choose_survivor": _choose_survivor,
    "option_share": _option_share,
    "remove_token": _remove_token,
}
"""Who takes which word of the record."""
