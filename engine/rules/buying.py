"""The purchase of a train, and the phase that it may begin."""

from __future__ import annotations

from engine.core.recorded import one_of
from engine.core.state import BANK, DEPOT, Train
from engine.core.story import EventKind, Rank, Told, tell
from engine.core.writer import PositionWriter
from engine.rules.phases import PhasePolicy
from engine.rules.trains import BANKS, SOURCE_NAMES, TRAIN, find, rules_of, source_name

tell(
    Rank.DEAL,
    train_bought=Told(
        "{company} buys a {kind} from {source} for {price}.",
        kind=EventKind.TRAIN,
        reads={"kind": TRAIN, "source": one_of(*SOURCE_NAMES.values())},
    ),
    train_aid="{player} contributes {amount} to a train for {company}.",
)


def buy(writer: PositionWriter, company: str, source: str, name: str, price: int | None) -> None:
    """Carry out a purchase that was checked: aid, payment, the train, and a new phase if it begins one."""
    train = find(writer, source, name)
    assert train is not None
    paid = rules_of(writer).price(writer, train) if price is None else price
    president = writer.president(company)
    aid = max(0, paid - writer.cash(company))
    if aid and president is not None:
        writer.pay(president, company, aid, "train_aid")
        writer.say("train_aid", player=president, company=company, amount=aid)
    writer.pay(company, BANK if source in BANKS else source, paid, "train")
    writer.move_train(train.id, company)
    writer.turn_train(train.id, train.kind)
    name, seller = rules_of(writer).label(writer, train), source_name(writer, source)
    writer.say("train_bought", company=company, kind=name, source=seller, price=paid)
    after_sale(writer, company, source, train)


def after_sale(writer: PositionWriter, company: str, source: str, train: Train) -> None:
    """What follows when a company got a train from this source: a phase may begin."""
    if source == DEPOT:
        _refill(writer, train.kind)
        writer.policy(PhasePolicy).sold(writer, train.kind, company)


def _refill(writer: PositionWriter, kind: str) -> None:
    """Bring another card of a kind without a last one."""
    unlimited = writer.data.trains[kind].count is None
    if unlimited and not any(t.kind == kind for t in writer.trains(DEPOT)):
        writer.make_train(kind, DEPOT)
