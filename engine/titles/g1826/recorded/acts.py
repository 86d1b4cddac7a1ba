"""Each word of a recorded game here: the actions that a line stands for, and the figures it states."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import replace

from engine.abilities.bonus import placed
from engine.abilities.power import TurnPower, usable
from engine.abilities.terrain import TerrainDiscount
from engine.abilities.train_limit import TrainLimit
from engine.core.actions import Action, Json
from engine.core.errors import Refused, Violation
from engine.core.events import CompanyChanged, CursorMoved, Noted, Paid
from engine.core.flow import moves_of
from engine.core.log import Record
from engine.core.state import BANK, DEPOT, POOL
from engine.core.view import View
from engine.game import Game
from engine.recorded.reader import Line
from engine.recorded.replay import Taken
from engine.routes.suggest import after, best_routes
from engine.rules.packet import free_cash
from engine.rules.stock import stock_rules
from engine.steps.run import REVENUE, RunStep
from engine.steps.turns import TURN, turn_note
from engine.titles.g1826 import bonds, loans
from engine.titles.g1826.recorded.building import correct, exchange_token, lay_tile, place_token
from engine.titles.g1826.recorded.nationals import national_forms
from engine.titles.g1826.recorded.shares import divided
from engine.titles.g1826.recorded.words import deciding, item_of, paid, received, submit

RIGHTS: Mapping[str, type[TurnPower]] = {"ExtraTrain": TrainLimit}
_PATIENCE = 20_000
"""How often a search for the best routes may ask whether to stop before nothing is said of a revenue."""
_DECLINES = ("skip", "done", "pass")
_WAYS = {"pay": "pay", "split": "half", "withhold": "withhold"}


def decline(game: Game, pars: Mapping[str, int]) -> Action | None:
    """Skip, end, pass; the par that the record tells later, or the highest; the oldest train to discard."""
    waiting = game.waiting()
    assert waiting is not None
    player = waiting.players[0]
    open_now = {move.kind for move in moves_of(game.view, player)}
    asked = [Action(kind, player) for kind in _DECLINES]
    if waiting.company is not None:
        values = stock_rules(game.view).par_values(game.view, waiting.company)
        price = pars.get(waiting.company, max(values, default=0))
        asked.append(Action("set_par", player, {"price": price}))
        kinds = [t.kind for t in game.view.trains(waiting.company)]
        asked += [Action("discard_train", player, {"train": kind}) for kind in game.title.data.trains
                  if kind in kinds]  # fmt: skip
    return next((a for a in asked if a.kind in open_now and game.check(a) is None), None)


def give_up(game: Game, bankrupts: Container[str]) -> Action | None:
    """The declaration of a player who is bankrupt in the record, when he can do it now."""
    player = deciding(game)
    action = Action("declare_bankruptcy", player)
    said = game.view.name(player) in bankrupts
    return action if said and game.check(action) is None else None


def take(game: Game, line: Line) -> Taken:
    """Do what a line says; raises Refused."""
    if line.get("correction"):
        return correct(game, line)
    act = _ACTS.get(line["action"]["type"])
    if act is None:
        raise Refused(Violation("unknown_word", f"The record may say: {', '.join(_ACTS)}."))
    return act(game, line)


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
    player, record = deciding(game), submit(game, "bid", price=said["amount"], **named)
    free = {"free_cash": (line["free_cash"], free_cash(game.view, player))} if "free_cash" in line else {}
    return Taken([record], {}, free)


def _buy_private(game: Game, line: Line) -> Taken:
    """A purchase from the auction; one that a bid has brought about is done already."""
    item = item_of(line["action"]["item"])
    if line["actor"]["kind"] == "corporation":
        return _private_to_company(game, line)
    bought = game.view.owner(item) in game.state.players
    records = [] if bought else [submit(game, "buy_item", item=item)]
    return Taken(records, {"price": _price_of_item(game, item)})


def _price_of_item(game: Game, item: str) -> int | None:
    """What was paid for an item of the auction."""
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
    if owner == deciding(game):
        records = [submit(game, "buy_private", **args)]
    else:
        records = [submit(game, "offer_for_private", **args), _accept(game, owner)]
    return Taken(records, {"price": paid(records, "private", company)})


# --- shares and bonds --------------------------------------------------------------------------------


def _pass(game: Game, line: Line) -> Taken:
    action = decline(game, {})
    if action is None:
        raise Refused(Violation("cannot_pass", "This decision cannot be declined."))
    return Taken([game.submit(action)])


def _par(game: Game, line: Line) -> Taken:
    """A start; into how many shares the corporation is divided is taken as recorded (O103)."""
    said, player = line["action"], deciding(game)
    company = said["corporation"]
    held = game.view.percent(player, company)
    record = submit(game, "par", company=company, price=said["price"])
    note = divided(game, company, said.get("percent"))
    percent = game.view.percent(player, company) - held
    cost = paid([record], "share", player)
    pays = company if received([record], "share", company) else BANK
    figures = {"price": game.view.company(company).par, "cost": cost, "pays": pays}
    return Taken([record], {**figures, "percent": percent}, note=note)


def _buy_share(game: Game, line: Line) -> Taken:
    said, player = line["action"], deciding(game)
    company = said["corporation"]
    held = game.view.percent(player, company)
    records = [submit(game, "buy_share", company=company, source=said["from"])]
    bought = game.view.percent(player, company) - held
    return Taken(records, {"cost": paid(records, "share", player), "percent": bought})


def _sell_shares(game: Game, line: Line) -> Taken:
    """A sale for a train of the SNCF comes after its bonds, of which no line tells."""
    said, needy = line["action"], game.state.cursor.actor
    records = _issue_bonds(game, needy) if needy in game.state.companies else []
    records.append(submit(game, "sell_shares", company=said["corporation"], percent=said["percent"]))
    return Taken(records, {"proceeds": paid(records, "sale", BANK)})


def _redeem(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    record = submit(game, "redeem", percent=said["percent"])
    return Taken([record], {"corporation": company, "cost": paid([record], "redeem", company)})


def _sell_treasury(game: Game, line: Line) -> Taken:
    company, record = line["actor"]["id"], submit(game, "sell_treasury", percent=line["action"]["percent"])
    return Taken([record], {"corporation": company, "proceeds": paid([record], "treasury", BANK)})


def _buy_bond(game: Game, line: Line) -> Taken:
    """A player buys from the pool; the issuer buys back."""
    said, wanted = line["action"], line["action"].get("count", 1)
    if line["actor"]["kind"] == "corporation":
        whose = next((p for p in game.view.seats if game.view.name(p) == said["from"]), POOL)
        record = submit(game, "redeem_bonds", holder=whose, count=wanted)
        return Taken([record], {"cost": paid([record], "bond", line["actor"]["id"])})
    player = deciding(game)
    if wanted != 1:
        raise Refused(Violation("one_bond", f"One bond a turn is bought, not {said['count']}."))
    record = submit(game, "buy_bond")
    return Taken([record], {"cost": paid([record], "bond", player)})


def _sell_bond(game: Game, line: Line) -> Taken:
    record = submit(game, "sell_bonds", count=line["action"].get("count", 1))
    return Taken([record], {"proceeds": paid([record], "bond", BANK)})


def _bankrupt(game: Game, line: Line) -> Taken:
    return Taken([submit(game, "declare_bankruptcy")])


# --- powers ------------------------------------------------------------------------------------------


def _convert(game: Game, line: Line) -> Taken:
    return Taken([submit(game, "convert")])


def _use_private(game: Game, line: Line) -> Taken:
    player, right = deciding(game), line["action"]["right"]
    kind = RIGHTS.get(right, TerrainDiscount)
    using = usable(game.view, player, kind)
    if using is None:
        raise Refused(Violation("power_not_owned", f"{line['actor']['id']} cannot use {right} now."))
    return Taken([submit(game, "use_private", private=using.private)])


def _place_bonus(game: Game, line: Line) -> Taken:
    said = line["action"]
    record = submit(game, "place_bonus", hex=said["hex"])
    return Taken([record], {"value": sum(worth for *_, worth in placed(game.view, game.state.cursor.actor))})


# --- income ------------------------------------------------------------------------------------------


def _run_routes(game: Game, line: Line) -> Taken:
    """The stated revenue is paid: the record does not tell the routes. It is told where no routes earn it."""
    said, company, view = line["action"], line["actor"]["id"], game.view
    if not isinstance(said["revenue"], int) or said["revenue"] < 0:
        raise ValueError(f"a revenue of {said['revenue']!r}")
    trains = sorted(t.kind for t in view.trains(company))
    before, cursor = view.company(company).last_revenue, view.cursor
    facts = [
        Noted(TURN + REVENUE, None, said["revenue"]),
        CompanyChanged(company, "last_revenue", before, said["revenue"]),
        CursorMoved(cursor, replace(cursor, step=RunStep.name)),
    ]
    note = _slip(view, company, said["revenue"])
    record = game.correct("record", [e.to_json() for e in facts], "the recorded income is paid")
    told = {"trains": (sorted(said["trains"]), trains)} if "trains" in said else {}
    return Taken([record], {}, told, note)


def _slip(view: View, company: str, stated: int) -> str:
    """What is told of a stated revenue that is proven to be more than the trains can earn."""
    best = best_routes(view, company, after(_PATIENCE))
    if not best.proven or best.revenue >= stated:
        return ""
    return f"{company} is paid {stated} as stated, though its trains earn at most {best.revenue}"


def _dividend(game: Game, line: Line) -> Taken:
    amount, way = turn_note(game.view, REVENUE, 0), _WAYS.get(line["action"]["kind"], "")
    return Taken([submit(game, "dividend", payout=way)], {"amount": amount})


# --- trains and loans --------------------------------------------------------------------------------


def _discard_train(game: Game, line: Line) -> Taken:
    return Taken([submit(game, "discard_train", train=line["action"]["train"])])


def _take_loan(game: Game, line: Line) -> Taken:
    records = _issue_bonds(game, line["actor"]["id"])
    records.append(submit(game, "take_loan", count=line["action"]["count"]))
    return Taken(records, {"amount": received(records, "loan", line["actor"]["id"])})


def _repay_loan(game: Game, line: Line) -> Taken:
    record = submit(game, "repay_loan", count=line["action"]["count"])
    return Taken([record], {"amount": paid([record], "loan", line["actor"]["id"])})


def _issue_bonds(game: Game, company: str, price: int | None = None) -> list[Record]:
    """Bonds before loans, all of them, or before a train, for what its price needs; no line tells it."""
    needed = loans.bonds_needed(game.view, company)
    if price is not None:
        needed = min(needed, -(-(price - game.view.cash(company)) // bonds.price(game.view)))
    return [submit(game, "issue_bonds", count=needed)] if needed > 0 else []


def _buy_train(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    records = _issue_bonds(game, company, said["price"])
    if said["from"].lower() in (DEPOT, POOL):
        source = said["from"].lower()
        records.append(submit(game, "buy_train", source=source, train=said["train"]))
    else:
        records += _trade(game, said)
    return Taken(records, {"price": paid(records, "train", company)})


def cannot_pay(game: Game, line: Line) -> bool:
    """Whether company and president together lack the money for a train that a line tells."""
    company, price = line["actor"]["id"], line["action"]["price"]
    president = game.view.president(company)
    if president is None or loans.bonds_needed(game.view, company):
        return False
    return bool(price > game.view.cash(company) + game.view.cash(president))


def _trade(game: Game, said: Mapping[str, Json]) -> list[Record]:
    seller = game.view.president(said["from"])
    args = {"source": said["from"], "train": said["train"], "price": said["price"]}
    if seller in (None, deciding(game)):
        return [submit(game, "buy_train", **args)]
    return [submit(game, "offer_train", **args), _accept(game, str(seller))]


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
    "lay_tile": lay_tile,
    "place_token": place_token,
    "exchange_token": exchange_token,
    "discard_train": _discard_train,
    "convert": _convert,
    "use_private": _use_private,
    "place_bonus": _place_bonus,
    "run_routes": _run_routes,
    "dividend": _dividend,
    "take_loan": _take_loan,
    "repay_loan": _repay_loan,
    "buy_train": _buy_train,
    "bankrupt": _bankrupt,
    "national_forms": national_forms,
}
