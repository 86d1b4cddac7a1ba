"""Each word of a recorded game here: the actions that a line stands for, and the figures it states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.board.faces import CITY
from engine.core.actions import Action, Json
from engine.core.errors import Refused, Violation
from engine.core.events import Paid
from engine.core.flow import moves_of
from engine.core.log import Record
from engine.core.state import BANK, DEPOT
from engine.core.view import View
from engine.game import Game
from engine.recorded.reader import Line
from engine.recorded.replay import Taken
from engine.recorded.track import drawn, drawn_face, placed
from engine.routes.forced import forced_run
from engine.rules.stock import stock_rules
from engine.steps.run import RunStep, RunTrains
from engine.titles.g1862.absorb import REMOVE, removable
from engine.titles.g1862.bands import train_name, type_of, warranties
from engine.titles.g1862.merging import OfferMerger
from engine.titles.g1862.receivership import in_receivership
from engine.titles.g1862.recorded.runs import run_routes
from engine.titles.g1862.recorded.steps import receiver_buys
from engine.titles.g1862.refinance import BANKRUPTCY
from engine.titles.g1862.share_merge import under_way
from engine.titles.g1862.track import BuildToLondon, SmallStation, free_lines, link_places
from engine.titles.g1862.trains import Buy, Trains, bank_types
from engine.titles.g1862.trains import name as label

_DECLINES = ("skip", "done", "pass")
_WAYS = {"pay": "pay", "withhold": "withhold", "top_up_and_pay": "top_up"}


def decline(game: Game) -> Action | None:
    """Skip, end, pass, give an option up, go bankrupt where nothing else is left, or what a company in
    receivership must do anyway.
    """
    player = _player(game)
    open_now = {move.kind for move in moves_of(game.view, player)}
    asked = [Action(kind, player) for kind in _DECLINES]
    asked.append(Action("option_share", player, {"choice": "sell"}))
    asked.append(Action("emergency", player, {"method": BANKRUPTCY}))
    asked.append(Action(RunTrains.kind, player, {"routes": []}))
    declined = next((a for a in asked if a.kind in open_now and game.check(a) is None), None)
    return _receiver(game, player) or declined


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
    company, source = said["corporation"], said["from"]
    on_sale = stock_rules(game.view).on_sale(game.view, company, source)
    percent = on_sale[0].percent if on_sale else 0
    record = _submit(game, "buy_share", company=company, source=source)
    return Taken([record], {"cost": _paid([record], "share", player), "percent": percent})


def _sell_shares(game: Game, line: Line) -> Taken:
    said = line["action"]
    record = _submit(game, "sell_shares", company=said["corporation"], percent=said["percent"])
    return Taken([record], {"proceeds": _paid([record], "sale", BANK)})


def _redeem(game: Game, line: Line) -> Taken:
    company = game.state.cursor.actor
    record = _submit(game, "redeem")
    return Taken(
        [record], {"cost": _paid([record], "redeem", company), "corporation": company, "percent": 10}
    )


def _buy_tokens(game: Game, line: Line) -> Taken:
    return Taken([_submit(game, "buy_tokens", count=line["action"]["count"])])


# --- building ----------------------------------------------------------------------------------------


def _lay_tile(game: Game, line: Line) -> Taken:
    """A tile, or a small station on one that lies there, as the stated track shows it."""
    said, company, view = line["action"], line["actor"]["id"], game.view
    tile, turned = placed(view.board().catalogue, said)
    small = _line_of(view, said["hex"], tile, turned)
    if small is not None:
        record = _submit(game, SmallStation.kind, hex=said["hex"], line=small)
    else:
        record = _submit(game, "lay_tile", hex=said["hex"], tile=tile, rotation=turned)
    ours = drawn_face(game.view.board().face(said["hex"]))
    told = {"track": (drawn(said["track"]), ours)} if said.get("track") else {}
    return Taken([record], {"cost": _paid([record], "track", company)}, told)


def _line_of(view: View, coord: str, tile: str, turned: int) -> str | None:
    """The line on which a small station was built, where the record writes that as a lay (7.6.4)."""
    catalogue, laid = view.board().catalogue, view.state.tiles.get(coord)
    if laid is None or tile not in catalogue or catalogue[laid[0]].base != catalogue[tile].base:
        return None
    wanted = drawn_face(catalogue[tile].face(turned))
    lays = free_lines(view, coord).items()
    return next((name for name, (_, t, r) in lays if drawn_face(catalogue[t].face(r)) == wanted), None)


def _place_token(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    cities = game.view.board().face(said["hex"]).indices(CITY)
    if said["city"] not in range(len(cities)):
        raise Refused(Violation("not_a_city", f"{said['hex']} has {len(cities)} cities."))
    stop = cities[said["city"]]
    if (said["hex"], stop) in link_places():
        record = _submit(game, BuildToLondon.kind, hex=said["hex"])
    else:
        record = _submit(game, "place_token", hex=said["hex"], stop=stop)
    return Taken([record], {"cost": _paid([record], "token", company)})


# --- trains and money ----------------------------------------------------------------------


def _dividend(game: Game, line: Line) -> Taken:
    return Taken([_submit(game, "dividend", payout=_WAYS[line["action"]["kind"]])])


def _buy_train(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    if said["from"] == DEPOT:
        card, extra = game.view.depot_kind(), int(said["warranties"])
        named = {"level": card, "kind": bank_types(game.view).get(said["train"])}
        records = [_submit(game, "buy_train", source=DEPOT, train=said["train"], warranties=extra)]
    else:
        named = {}
        records = _trade(game, said, _wanted(game.view, line))
    return Taken(records, {**named, "price": _paid(records, "train", company)})


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
    survivor = under_way(game.view)["survivor"]
    record = _submit(game, "option_share", choice=line["action"]["choice"])
    return Taken([record], {"price": price, "percent": data["percent"], "corporation": survivor})


def _remove_token(game: Game, line: Line) -> Taken:
    coord = line["action"]["hex"]
    here = [t.company for t in removable(game.view) if t.place is not None and t.place[0] == coord]
    return Taken([_submit(game, REMOVE, hex=coord)], {"corporation": here[0]})


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
    "run_routes": run_routes,
    "dividend": _dividend,
    "buy_train": _buy_train,
    "emergency": _emergency,
    "merge": _merge,
    "choose_survivor": _choose_survivor,
    "option_share": _option_share,
    "remove_token": _remove_token,
}
"""Who takes which word of the record."""
