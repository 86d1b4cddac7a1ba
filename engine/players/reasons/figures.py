"""Why a player who learns should do something: a sentence with figures that he can check on the board."""

from __future__ import annotations

from engine.board.network import reach
from engine.core.actions import Action
from engine.core.state import DEPOT, Train
from engine.core.view import View
from engine.message import listed, say
from engine.players.building import reached
from engine.players.fork import Fork
from engine.players.reasons import TRAINS, reason_among
from engine.players.worth.runs import income, income_with
from engine.routes.policy import RoutePolicy
from engine.rules.track import hex_name
from engine.rules.trains import find, rules_of
from engine.steps.track import HEX, ROTATION, TILE


def reason_with_figures(fork: Fork, company: str | None, action: Action, patience: int) -> str:
    """The reason for an action, with what track and trains change in the run of the company that acts.

    ``patience`` limits the search of its runs. It is the usual reason for other actions, and where there is
    nothing to count.
    """
    text = ""
    if company is not None:
        if action.kind == "buy_train":
            text = _train(fork, company, action, patience)
        elif action.kind == "done" and fork.view.cursor.step == TRAINS:
            text = _no_train(fork, company, patience)
        elif TILE.name in action.args:
            text = _lay(fork.view, company, action)
    return text or reason_among(fork, action.player, action)


def _train(fork: Fork, company: str, action: Action, patience: int) -> str:
    """What a train that is bought adds to a run on the track of now; "" if it adds nothing."""
    view = fork.view
    train = find(view, str(action.args["source"]), str(action.args["train"]))
    before, after = income(view, company, patience), 0
    if train is not None:
        after = income_with(fork, company, train, patience)
    if train is None or after <= before:
        return ""
    if not view.trains(company):
        return say(
            "Without a train {company} earns nothing. With it, a run on the track of now earns {money}.",
            company=company, money=view.money(after),
        )  # fmt: skip
    return say(
        "With a further {kind}-train a run of {company} earns {after} instead of {before}.",
        kind=train.kind, company=company, after=view.money(after), before=view.money(before),
    )  # fmt: skip


def _no_train(fork: Fork, company: str, patience: int) -> str:
    """Why the next train of the bank is not bought: what it would add to a run, and its price.

    "" for a company that has no train, or may not have one more.
    """
    view, rules = fork.view, rules_of(fork.view)
    train = next(iter(view.trains(DEPOT)), None)
    if train is None or not view.trains(company) or not rules.has_room(view, company, train):
        return ""
    price = rules.price(view, train)
    if view.cash(company) < price:
        return say(
            "{company} has {money}, and the next train costs {price}.",
            company=company, money=view.money(view.cash(company)), price=view.money(price),
        )  # fmt: skip
    before = income(view, company, patience)
    gain = income_with(fork, company, train, patience) - before
    if gain > 0:
        return _dear_train(view, train, gain, price)
    return say(
        "With a further {kind}-train a run of {company} would still earn {money}: it has no other route.",
        kind=train.kind, company=company, money=view.money(before),
    )  # fmt: skip


def _dear_train(view: View, train: Train, gain: int, price: int) -> str:
    """Why a train is not bought that would add something to a run: its price, and what rusts it."""
    values = {"kind": train.kind, "gain": view.money(gain), "price": view.money(price)}
    spec = view.data.trains.get(train.kind)
    if spec is None or spec.rusted_by is None:
        return say("A further {kind}-train would add {gain} to a run. It costs {price}.", **values)
    return say(
        "A further {kind}-train would add {gain} to a run. It costs {price}; the first {by}-train rusts it.",
        by=spec.rusted_by, **values,
    )  # fmt: skip


def _lay(view: View, company: str, action: Action) -> str:
    """Which further stops the track of a company reaches by a lay, and what they are worth; "" if none."""
    coord, tile = str(action.args[HEX.name]), str(action.args[TILE.name])
    board, stations = view.board(), view.stations(company)
    if not stations or coord not in board.hexmap:
        return ""
    after = board.with_tile(coord, tile, int(action.args[ROTATION.name]))
    known = reached(view, company)
    stops = [(at, index) for at, index in reach(after, company, stations).stops if at not in known]
    key = view.policy(RoutePolicy).revenue_key(view)
    worth = sum(after.revenue(at, index, key) for at, index in stops)
    if worth <= 0:
        return ""
    return say(
        "With it the track of {company} reaches {places}: {money} more for a train that counts all stops.",
        company=company,
        places=listed([hex_name(view, at) for at in sorted({at for at, _ in stops})]),
        money=view.money(worth),
    )
