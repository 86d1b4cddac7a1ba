"""The words of a recorded game that only this title has, or has otherwise."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

from engine.abilities.bonus import placed
from engine.abilities.power import TurnPower, usable
from engine.abilities.terrain import TerrainDiscount
from engine.abilities.train_limit import TrainLimit
from engine.core.actions import Action
from engine.core.errors import Refused, Violation
from engine.core.log import Record
from engine.core.state import BANK, POOL
from engine.core.view import View
from engine.game import Game
from engine.recorded import acts
from engine.recorded.acts import Taken, deciding, open_decision, paid, plain, received, submit
from engine.recorded.facts import name_or_none
from engine.recorded.reader import Line
from engine.recorded.runs import pay
from engine.routes.suggest import after, best_routes
from engine.rules.stock import stock_rules
from engine.steps.run import REVENUE, RunStep
from engine.titles.g1826.finance import bonds, loans
from engine.titles.g1826.recorded.building import exchange_token, lay_tile, place_token
from engine.titles.g1826.recorded.nationals import national_forms
from engine.titles.g1826.recorded.setup import item_of
from engine.titles.g1826.recorded.shares import divided

RIGHTS: Mapping[str, type[TurnPower]] = {"ExtraTrain": TrainLimit}
_PATIENCE = 20_000
"""How often a search for the best routes may ask whether to stop before nothing is said of a revenue."""


def decline(game: Game, pars: Mapping[str, int]) -> Action | None:
    """Also the par that the record tells later, or the highest; the oldest train to discard."""
    waiting, asked = open_decision(game), []
    if waiting.company is not None:
        player, company = waiting.players[0], waiting.company
        values = stock_rules(game.view).par_values(game.view, company)
        price = pars.get(company, max(values, default=0))
        asked.append(Action("set_par", player, {"price": price}))
        kinds = [t.kind for t in game.view.trains(company)]
        asked += [Action("discard_train", player, {"train": kind}) for kind in game.title.data.trains
                  if kind in kinds]  # fmt: skip
    return acts.decline(game, asked)


def give_up(game: Game, bankrupts: Container[str]) -> Action | None:
    """The declaration of a player who is bankrupt in the record, when he can do it now."""
    player = deciding(game)
    action = Action("declare_bankruptcy", player)
    said = game.view.name(player) in bankrupts
    return action if said and game.check(action) is None else None


def _marker(game: Game, line: Line) -> Taken:
    """The start of a round or turn: who has priority, who presides."""
    said = next((e for e in line.get("events") or [] if e["event"] == "priority"), None)
    if said is not None:
        return Taken([], {}, {"priority": (said["player"], game.view.name(game.state.priority))})
    if "president" in line["action"]:
        president = game.view.president(line["actor"]["id"])
        return Taken([], {"president": name_or_none(game.view, president)})
    return Taken([])


# --- the auction -------------------------------------------------------------------------------------


def _of_item(act: acts.Act) -> acts.Act:
    """A word of the auction, with our name of the item."""

    def named(game: Game, line: Line) -> Taken:
        said = line["action"]
        item = {"item": item_of(said["item"])} if "item" in said else {}
        return act(game, {**line, "action": {**said, **item}})

    return named


# --- shares and bonds --------------------------------------------------------------------------------


def _par(game: Game, line: Line) -> Taken:
    """A start; into how many shares the corporation is divided is taken as recorded (O103)."""
    taken, said = acts.par(game, line), line["action"]
    note = divided(game, said["corporation"], said.get("percent"))
    percent = game.view.certs_of(said["corporation"])[0].percent
    return replace(taken, figures={**taken.figures, "percent": percent}, note=note)


def _sell_shares(game: Game, line: Line) -> Taken:
    """A sale for a train of the SNCF comes after its bonds, of which no line tells."""
    needy = game.state.cursor.actor
    issued = _issue_bonds(game, needy) if needy in game.state.companies else []
    taken = acts.sell_shares(game, line)
    return replace(taken, records=[*issued, *taken.records])


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


# --- powers ------------------------------------------------------------------------------------------


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
    trains = sorted(t.kind for t in view.trains(company))
    note = _slip(view, company, said["revenue"])
    record = pay(game, company, {REVENUE: said["revenue"]}, RunStep.name)
    told = {"trains": (sorted(said["trains"]), trains)} if "trains" in said else {}
    return Taken([record], {}, told, note)


def _slip(view: View, company: str, stated: int) -> str:
    """What is told of a stated revenue that is proven to be more than the trains can earn."""
    best = best_routes(view, company, after(_PATIENCE))
    if not best.proven or best.revenue >= stated:
        return ""
    return f"{company} is paid {stated} as stated, though its trains earn at most {best.revenue}"


# --- trains and loans --------------------------------------------------------------------------------


def _take_loan(game: Game, line: Line) -> Taken:
    records = _issue_bonds(game, line["actor"]["id"])
    records.append(submit(game, "take_loan", count=line["action"]["count"]))
    return Taken(records, {"amount": received(records, "loan", line["actor"]["id"])})


def _issue_bonds(game: Game, company: str, price: int | None = None) -> list[Record]:
    """Bonds before loans, all of them, or before a train, for what its price needs; no line tells it."""
    needed = loans.bonds_needed(game.view, company)
    if price is not None:
        needed = min(needed, -(-(price - game.view.cash(company)) // bonds.price(game.view)))
    return [submit(game, "issue_bonds", count=needed)] if needed > 0 else []


def _buy_train(game: Game, line: Line) -> Taken:
    issued = _issue_bonds(game, line["actor"]["id"], line["action"]["price"])
    taken = acts.buy_train(game, line)
    return replace(taken, records=[*issued, *taken.records])


def cannot_pay(game: Game, line: Line) -> bool:
    """Whether company and president together lack the money for a train that a line tells."""
    company, price = line["actor"]["id"], line["action"]["price"]
    president = game.view.president(company)
    if president is None or loans.bonds_needed(game.view, company):
        return False
    return bool(price > game.view.cash(company) + game.view.cash(president))


ACTS: Mapping[str, acts.Act] = {
    **acts.SHARED,
    "round_start": _marker,
    "round_end": _marker,
    "turn_start": _marker,
    "bid": _of_item(acts.bid),
    "buy_private": _of_item(acts.buy_private),
    "par": _par,
    "sell_shares": _sell_shares,
    "redeem": plain("redeem", "percent", cost="redeem"),
    "sell_treasury": plain("sell_treasury", "percent", proceeds="treasury"),
    "buy_bond": _buy_bond,
    "sell_bond": _sell_bond,
    "sell_bonds": _sell_bond,
    "lay_tile": lay_tile,
    "place_token": place_token,
    "exchange_token": exchange_token,
    "convert": plain("convert"),
    "use_private": _use_private,
    "place_bonus": _place_bonus,
    "run_routes": _run_routes,
    "take_loan": _take_loan,
    "repay_loan": plain("repay_loan", "count", amount="loan"),
    "buy_train": _buy_train,
    "bankrupt": plain("declare_bankruptcy"),
    "national_forms": national_forms,
}
