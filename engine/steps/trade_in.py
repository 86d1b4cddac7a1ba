"""A train given in for a new one of the bank, which is cheaper then; the old one goes to the open market.

The data of the new train name the kinds that are taken and the price (``TrainSpec.trade_in``). The company
pays from its treasury, and needs no room within its limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK, DEPOT, POOL, Train
from engine.core.story import Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules import trains
from engine.rules.buying import after_sale
from engine.steps.trains import STEP

tell(
    Rank.DEAL,
    train_traded_in=Told(
        "{company} gives in a {given} and {price} for a {kind}.",
        reads={"given": trains.TRAIN, "kind": trains.TRAIN},
    ),
)


def trades(view: View, company: str) -> Iterator[tuple[Train, Train, int]]:
    """What the company could give in, for which train, at which price, whether or not it can pay."""
    key = trains.rules_of(view).key
    held = {key(view, train): train for train in reversed(view.trains(company))}
    for given in reversed(held.values()):
        for train in trains.offered(view, DEPOT):
            price = view.data.trains[train.kind].trade_in.get(given.kind)
            if price is not None:
                yield given, train, price


def check(view: View, company: str, given: str, train: str) -> Violation | None:
    """Why the company may not give in one train for another now, or None."""
    found = _find(view, company, given, train)
    if found is None:
        label = trains.rules_of(view).label
        words = (
            say("a {label} for a {label2}", label=label(view, old), label2=label(view, new))
            for old, new, _ in trades(view, company)
        )
        return Violation(
            "no_such_trade",
            say(
                "{company} may give in: {words}.",
                company=company,
                words=joined(", ", words) or say("nothing now"),
            ),
        )
    if found[2] > view.cash(company):
        text = say(
            "That costs {money}; {company} has {money2}.",
            money=view.money(found[2]),
            company=company,
            money2=view.money(view.cash(company)),
        )
        return Violation("treasury_only", text, {"price": found[2]})
    return None


def _find(view: View, company: str, given: str, train: str) -> tuple[Train, Train, int] | None:
    key = trains.rules_of(view).key
    named = (t for t in trades(view, company) if given in (t[0].id, key(view, t[0])))
    return next((t for t in named if train in (t[1].id, key(view, t[1]))), None)


def perform(writer: PositionWriter, company: str, given: Train, train: Train, price: int) -> None:
    """Write a trade that was checked, and the phase that it may begin."""
    label = trains.rules_of(writer).label
    writer.pay(company, BANK, price, "train")
    writer.move_train(given.id, POOL)
    writer.move_train(train.id, company)
    words = {"given": label(writer, given), "kind": label(writer, train), "price": price}
    writer.say("train_traded_in", company=company, **words)
    after_sale(writer, company, DEPOT, train)


class TradeIn(Move):
    """Give in a train for a new one of the bank."""

    kind = "trade_in_train"
    subject: ClassVar[Subject] = Subject.TRAIN
    args: ClassVar = {"given": str, "train": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._open(view):
            return None
        fields = (Field("given", say("Which train is given in?")), Field("train", say("For which train?")))
        return Choice(
            self.kind, say("Give in a train for a new one"), fields, step=STEP, company=view.cursor.actor
        )

    def _open(self, view: View) -> list[tuple[Train, Train, int]]:
        company = view.cursor.actor
        return [trade for trade in trades(view, company) if trade[2] <= view.cash(company)]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        rules, found = trains.rules_of(view), self._open(view)
        if field == "given":
            old = dict.fromkeys(rules.key(view, given) for given, _, _ in found)
            return [Option(name, say("Give in the {name}-train", name=name)) for name in old]
        return [
            Option(
                rules.key(view, new),
                say("{label} for {money}", label=rules.label(view, new), money=view.money(price)),
            )
            for given, new, price in found
            if rules.key(view, given) == partial.get("given")
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        return check(view, view.cursor.actor, action.get("given") or "", action.get("train") or "")

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = writer.cursor.actor
        found = _find(writer, company, action.args["given"], action.args["train"])
        assert found is not None
        perform(writer, company, *found)
