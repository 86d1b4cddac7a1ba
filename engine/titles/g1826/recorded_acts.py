"""Each word of a recorded game here: the actions that a line stands for, and the figures it states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.actions import Action, Json
from engine.board.board import Board
from engine.board.faces import CITY, OFFBOARD, STOP, TOWN, Face
from engine.conformance import Line, Taken
from engine.errors import Refused, Violation
from engine.events import CompanyChanged, CursorMoved, Noted, Paid, TileLaid
from engine.flow import moves_of
from engine.game import Game
from engine.log import Record
from engine.rules import tokens
from engine.state import BANK, DEPOT, POOL, Place
from engine.steps.run import REVENUE, RunStep
from engine.steps.turns import TURN, turn_note
from engine.titles.g1826 import bonds, loans, powers
from engine.view import View

ITEMS = {"Belgian": "Belg-private", "Parisian": "Paris-private", "Alsatian": "Als-private"}
RIGHTS = {"ExtraTrain": powers.EXTRA}
_DECLINES = ("skip", "done", "pass")
_WAYS = {"pay": "pay", "split": "half", "withhold": "withhold"}
_ENDS = {CITY: "c", TOWN: "t", OFFBOARD: "o"}


def item_of(name: str) -> str:
    """Our id of an item of the auction."""
    return ITEMS.get(name, name)


def decline(game: Game, pars: Mapping[str, int]) -> Action | None:
    """Skip, end, pass; the par that the record tells later; the oldest train where one must go."""
    waiting = game.waiting()
    assert waiting is not None
    player = waiting.players[0]
    open_now = {move.kind for move in moves_of(game.view, player)}
    asked = [Action(kind, player) for kind in _DECLINES]
    if waiting.company is not None:
        asked.append(Action("set_par", player, {"price": pars.get(waiting.company)}))
        kinds = [t.kind for t in game.view.trains(waiting.company)]
        asked += [Action("discard_train", player, {"train": kind}) for kind in game.title.data.trains
                  if kind in kinds]  # fmt: skip
    return next((a for a in asked if a.kind in open_now and game.check(a) is None), None)


def take(game: Game, line: Line) -> Taken:
    """Do what a line says; raises Refused."""
    if line.get("correction"):
        return _correct(game, line)
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
    """What somebody paid for this in all."""
    happened = (event for record in records for event in record.events if isinstance(event, Paid))
    return sum(paid.amount for paid in happened if (paid.why, paid.payer) == (why, by))


def _marker(game: Game, line: Line) -> Taken:
    """The start of a round or turn: who has priority, who presides."""
    said = next((e for e in line.get("events") or [] if e["event"] == "priority"), None)
    if said is not None:
        return Taken([], {}, {"priority": (said["player"], game.view.name(game.state.priority))})
    if "president" in line["action"]:
        president = game.view.president(line["actor"]["id"])
        return Taken([], {"president": None if president is None else game.view.name(president)})
    return Taken([])


# --- the auction -------------------------------------------------------------------------------------


def _bid(game: Game, line: Line) -> Taken:
    said, waiting = line["action"], game.waiting()
    assert waiting is not None
    named = {} if waiting.step == "auction" else {"item": item_of(said["item"])}
    return Taken([_submit(game, "bid", price=said["amount"], **named)])


def _buy_private(game: Game, line: Line) -> Taken:
    said, item = line["action"], item_of(line["action"]["item"])
    if line["actor"]["kind"] == "corporation":
        return _private_to_company(game, line)
    if game.view.owner(item) in game.state.players:
        return Taken([], {"price": _price_of_item(game, item)})
    record = _submit(game, "buy_item", item=item)
    return Taken([record], {"price": said["price"] if game.view.owner(item) == _buyer(game, line) else None})


def _buyer(game: Game, line: Line) -> str | None:
    return next((p for p in game.view.seats if game.view.name(p) == line["actor"]["id"]), None)


def _price_of_item(game: Game, item: str) -> int | None:
    """What was paid for an item that a bid has bought."""
    cert = game.view.certs_of(item)[0].id
    for record in reversed(game.active):
        paid = 0
        for event in record.events:
            if isinstance(event, Paid) and event.why == "packet":
                paid = event.amount
            elif getattr(event, "cert", None) == cert:
                return paid
    return None


def _private_to_company(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    args = {"private": item_of(said["item"]), "price": said["price"]}
    owner = game.view.owner(args["private"])
    if owner == _player(game):
        records = [_submit(game, "buy_private", **args)]
    else:
        records = [_submit(game, "offer_for_private", **args), _accept(game, owner)]
    return Taken(records, {"price": _paid(records, "private", company)})


# --- shares and bonds --------------------------------------------------------------------------------


def _pass(game: Game, line: Line) -> Taken:
    action = decline(game, {})
    if action is None:
        raise Refused(Violation("cannot_pass", "This decision cannot be declined."))
    return Taken([game.submit(action)])


def _par(game: Game, line: Line) -> Taken:
    said, player = line["action"], _player(game)
    company = said["corporation"]
    held = game.view.percent(player, company)
    record = _submit(game, "par", company=company, price=said["price"])
    percent = game.view.percent(player, company) - held
    figures = {"price": game.view.company(company).par, "cost": _paid([record], "share", player)}
    return Taken([record], {**figures, "percent": percent})


def _buy_share(game: Game, line: Line) -> Taken:
    said, player = line["action"], _player(game)
    company = said["corporation"]
    held = game.view.percent(player, company)
    records = [_submit(game, "buy_share", company=company, source=said["from"])]
    bought = game.view.percent(player, company) - held
    return Taken(records, {"cost": _paid(records, "share", player), "percent": bought})


def _sell_shares(game: Game, line: Line) -> Taken:
    said = line["action"]
    record = _submit(game, "sell_shares", company=said["corporation"], percent=said["percent"])
    return Taken([record], {"proceeds": _paid([record], "sale", BANK)})


def _redeem(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    record = _submit(game, "redeem", percent=said["percent"])
    return Taken([record], {"cost": _paid([record], "redeem", company)})


def _sell_treasury(game: Game, line: Line) -> Taken:
    record = _submit(game, "sell_treasury", percent=line["action"]["percent"])
    return Taken([record], {"proceeds": _paid([record], "treasury", BANK)})


def _buy_bond(game: Game, line: Line) -> Taken:
    """A player buys from the pool; the issuer buys back."""
    said, count = line["action"], line["action"].get("count", 1)
    if line["actor"]["kind"] == "corporation":
        record = _submit(game, "redeem_bonds", count=count)
        return Taken([record], {"cost": _paid([record], "bond", line["actor"]["id"])})
    player = _player(game)
    if count != 1:
        raise Refused(Violation("one_bond", f"One bond a turn is bought, not {said['count']}."))
    record = _submit(game, "buy_bond")
    return Taken([record], {"cost": _paid([record], "bond", player)})


def _sell_bond(game: Game, line: Line) -> Taken:
    record = _submit(game, "sell_bonds", count=line["action"].get("count", 1))
    return Taken([record], {"proceeds": _paid([record], "bond", BANK)})


# --- building ----------------------------------------------------------------------------------------


def _lay_tile(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    records = _bridge(game, line)
    turned = _rotation(game.view.board(), said)
    records.append(_submit(game, "lay_tile", hex=said["hex"], tile=said["tile"], rotation=turned))
    ours = track_of(game.view.board().face(said["hex"]))
    told = {"track": (_spelt(said["track"]), ours)} if "track" in said else {}
    return Taken(records, {"cost": _paid(records, "track", company)}, told)


def _bridge(game: Game, line: Line) -> list[Record]:
    """The bridge builders are used where a river tile costs less than its terrain."""
    said, player = line["action"], _player(game)
    using = powers.held(game.view, player, powers.BRIDGE)
    if using is None or said["hex"] not in using.ability.params["hexes"]:
        return []
    if said["cost"] >= powers.lay_cost(game.view, line["actor"]["id"], said["hex"]):
        return []
    return [_submit(game, "use_private", private=using.private)]


def _rotation(board: Board, said: Mapping[str, Json]) -> int:
    """The rotation that gives the stated track, the stated one first."""
    named = int(said["rotation"])
    if "track" not in said or said["tile"] not in board.catalogue:
        return named
    wanted, tile = _spelt(said["track"]), board.catalogue[said["tile"]]
    turns = (named, *range(6))
    return next((r for r in turns if track_of(tile.face(r)) == wanted), named)


def track_of(face: Face) -> list[Json]:
    """The track of a face in the record's spelling, in one order."""
    return _spelt([[_end(face, a), _end(face, b)] for a, b in face.track])


def _end(face: Face, end: int) -> int | str:
    if end < STOP:
        return end
    stop = end - STOP
    kind = face.stops[stop].kind
    return f"{_ENDS.get(kind, kind)}{face.indices(kind).index(stop)}"


def _spelt(track: Sequence[Sequence[Json]]) -> list[Json]:
    return sorted(sorted(str(end) for end in piece) for piece in track)


def _place_token(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    place = _token_place(game.view, company, said)
    record = _submit(game, "place_token", hex=said["hex"], stop=place[1])
    return Taken([record], {"cost": _paid([record], "token", company)})


def _token_place(view: View, company: str, said: Mapping[str, Json]) -> Place:
    """The city of the hex, which the record does not tell: one with the stated cost if there is one."""
    places = [(said["hex"], stop) for stop in view.board().face(said["hex"]).indices(CITY)]
    legal = [p for p in places if tokens.check(view, company, p) is None] or places
    token = tokens.next_token(view, company)
    if token is None:
        return legal[0]
    price = tokens.policy_of(view).price
    return next((p for p in legal if price(view, token, p) == said["cost"]), legal[0])


def _exchange_token(game: Game, line: Line) -> Taken:
    said = line["action"]
    return Taken([_submit(game, "exchange_token", company=said["old"], hex=said["hex"])])


def _correct(game: Game, line: Line) -> Taken:
    """A tile put right by hand, whatever the rules say."""
    said = line["action"]
    if said["type"] != "lay_tile":
        raise Refused(Violation("unknown_correction", "A correction puts a tile right."))
    coord, board = said["hex"], game.view.board()
    old = game.state.tiles.get(coord)
    stock = game.title.rules.stock_of
    laid = TileLaid(
        coord, said["tile"], _rotation(board, said), stock(said["tile"]), *(old or (None, 0)),
        None if old is None else stock(old[0]),
    )  # fmt: skip
    note = f"{coord} becomes {said['tile']}, as corrected at the table"
    return Taken([game.correct("record", [laid.to_json()], note)], note=note)


# --- powers ------------------------------------------------------------------------------------------


def _convert(game: Game, line: Line) -> Taken:
    return Taken([_submit(game, "convert")])


def _use_private(game: Game, line: Line) -> Taken:
    player, right = _player(game), line["action"]["right"]
    kind = RIGHTS.get(right, powers.BRIDGE)
    using = powers.held(game.view, player, kind)
    if using is None:
        raise Refused(Violation("power_not_owned", f"{line['actor']['id']} cannot use {right} now."))
    return Taken([_submit(game, "use_private", private=using.private)])


def _place_bonus(game: Game, line: Line) -> Taken:
    said = line["action"]
    record = _submit(game, "place_bonus", hex=said["hex"])
    found = powers.mail(game.view, line["actor"]["id"]) or ("", 0)
    return Taken([record], {"value": found[1]})


# --- income ------------------------------------------------------------------------------------------


def _run_routes(game: Game, line: Line) -> Taken:
    """The stated revenue is paid: the record does not tell the routes."""
    said, company, view = line["action"], line["actor"]["id"], game.view
    trains = sorted(t.kind for t in view.trains(company))
    before, cursor = view.company(company).last_revenue, view.cursor
    facts = [
        Noted(TURN + REVENUE, None, said["revenue"]),
        CompanyChanged(company, "last_revenue", before, said["revenue"]),
        CursorMoved(cursor, replace(cursor, step=RunStep.name)),
    ]
    record = game.correct("record", [e.to_json() for e in facts], "the recorded income is paid")
    return Taken([record], {}, {"trains": (sorted(said["trains"]), trains)})


def _dividend(game: Game, line: Line) -> Taken:
    amount = turn_note(game.view, REVENUE, 0)
    return Taken([_submit(game, "dividend", payout=_WAYS[line["action"]["kind"]])], {"amount": amount})


# --- trains and loans --------------------------------------------------------------------------------


def _take_loan(game: Game, line: Line) -> Taken:
    records = _issue_bonds(game, line)
    records.append(_submit(game, "take_loan", count=line["action"]["count"]))
    return Taken(records, {"amount": _received(records, "loan", line["actor"]["id"])})


def _received(records: Sequence[Record], why: str, by: str) -> int:
    happened = (event for record in records for event in record.events if isinstance(event, Paid))
    return sum(paid.amount for paid in happened if (paid.why, paid.payee) == (why, by))


def _repay_loan(game: Game, line: Line) -> Taken:
    record = _submit(game, "repay_loan", count=line["action"]["count"])
    return Taken([record], {"amount": _paid([record], "loan", line["actor"]["id"])})


def _issue_bonds(game: Game, line: Line) -> list[Record]:
    """Bonds come before loans and trains; the record may leave it unsaid."""
    if line["actor"]["id"] != bonds.ISSUER or not loans.bonds_needed(game.view, bonds.ISSUER):
        return []
    return [_submit(game, "issue_bonds")]


def _buy_train(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    records = _issue_bonds(game, line)
    if said["from"].lower() in (DEPOT, POOL):
        source = said["from"].lower()
        records.append(_submit(game, "buy_train", source=source, train=said["train"]))
    else:
        records += _trade(game, said)
    return Taken(records, {"price": _paid(records, "train", company)})


def _trade(game: Game, said: Mapping[str, Json]) -> list[Record]:
    seller = game.view.president(said["from"])
    args = {"source": said["from"], "train": said["train"], "price": said["price"]}
    if seller in (None, _player(game)):
        return [_submit(game, "buy_train", **args)]
    return [_submit(game, "offer_train", **args), _accept(game, str(seller))]


def _accept(game: Game, player: str) -> Record:
    """The other side agrees to the newest offer; the record has the deal only."""
    offer = list(game.state.offers.values())[-1]
    return game.submit(Action("accept_offer", player, {"offer": offer.id}))


_ACTS: Mapping[str, Callable[[Game, Line], Taken]] = {
    "round_start": _marker,
    "round_end": _marker,
    "turn_start": _marker,
    "pass": _pass,
    "bid": _bid,
    "buy_private": _buy_private,
    "par": _par,
    "buy_share": _buy_share,
    "sell_shares": _sell_shares,
    "redeem": _redeem,
    "sell_treasury": _sell_treasury,
    "buy_bond": _buy_bond,
    "sell_bond": _sell_bond,
    "sell_bonds": _sell_bond,
    "lay_tile": _lay_tile,
    "place_token": _place_token,
    "exchange_token": _exchange_token,
    "convert": _convert,
    "use_private": _use_private,
    "place_bonus": _place_bonus,
    "run_routes": _run_routes,
    "dividend": _dividend,
    "take_loan": _take_loan,
    "repay_loan": _repay_loan,
    "buy_train": _buy_train,
}
