"""The purchase of a train, and the phase that it may begin."""

from __future__ import annotations

from engine.core.play import Play
from engine.core.recorded import one_of
from engine.core.state import BANK, DEPOT, Train
from engine.core.story import Part, Rank, Told, tell
from engine.rules.phases import PhasePolicy
from engine.rules.trains import BANKS, SOURCE_NAMES, TRAIN, find, rules_of, source_name

tell(
    Rank.DEAL,
    train_bought=Told(
        "{company} buys a {kind} from {source} for {price}.",
        part=Part.TRAIN,
        reads={"kind": TRAIN, "source": one_of(*SOURCE_NAMES.values())},
    ),
    train_aid="{player} contributes {amount} to a train for {company}.",
)


def buy(play: Play, company: str, source: str, name: str, price: int | None) -> None:
    """Carry out a purchase that was checked: aid, payment, the train, and a new phase if it begins one."""
    train = find(play, source, name)
    assert train is not None
    paid = rules_of(play).price(play, train) if price is None else price
    president = play.president(company)
    aid = max(0, paid - play.cash(company))
    if aid and president is not None:
        play.pay(president, company, aid, "train_aid")
        play.say("train_aid", player=president, company=company, amount=aid)
    play.pay(company, BANK if source in BANKS else source, paid, "train")
    play.move_train(train.id, company)
    play.turn_train(train.id, train.kind)
    name, seller = rules_of(play).label(play, train), source_name(play, source)
    play.say("train_bought", company=company, kind=name, source=seller, price=paid)
    after_sale(play, company, source, train)


def after_sale(play: Play, company: str, source: str, train: Train) -> None:
    """What follows when a company got a train from this source: a phase may begin."""
    if source == DEPOT:
        _refill(play, train.kind)
        play.policy(PhasePolicy).sold(play, train.kind, company)


def _refill(play: Play, kind: str) -> None:
    """Bring another card of a kind without a last one."""
    unlimited = play.data.trains[kind].count is None
    if unlimited and not any(t.kind == kind for t in play.trains(DEPOT)):
        play.make_train(kind, DEPOT)
