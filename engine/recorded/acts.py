"""What the words of recorded games do: those that titles share, and what a title needs for its own.

A word is a function that acts as a line says, for the player whom the game waits for, and returns our figures
beside those of the line. A title maps the words of its records to them (`take`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.actions import Action, Json
from engine.core.choices import Waiting
from engine.core.errors import Refused, Violation
from engine.core.events import Paid
from engine.core.flow import moves_of
from engine.core.log import Record
from engine.core.state import BANK, DEPOT, POOL
from engine.game import Game
from engine.recorded.reader import Line
from engine.rules.initial_auction import free_cash
from engine.steps.auction.initial_auction import AuctionStep
from engine.steps.run import REVENUE
from engine.steps.turns import turn_note


@dataclass(frozen=True)
class Taken:
    """What became of a line: our records, and our figures for those that its action states.

    ``details`` are further facts by name, each as stated and as we have it. A ``note`` tells what was
    taken from the record as stated, whatever the rules say.
    """

    records: Sequence[Record]
    figures: Mapping[str, Json] = field(default_factory=dict)
    details: Mapping[str, tuple[Json, Json]] = field(default_factory=dict)
    note: str = ""


Act = Callable[[Game, Line], Taken]
WAYS = {"pay": "pay", "split": "half", "withhold": "withhold", "top_up_and_pay": "top_up"}
"""Our way to pay a dividend for each of the record."""
_LET_GO = ("skip", "done", "pass")


def take(acts: Mapping[str, Act], game: Game, line: Line) -> Taken:
    """Do what a line says; raises Refused."""
    act = acts.get(line["action"]["type"])
    if act is None:
        raise Refused(Violation("unknown_word", f"The record may say: {', '.join(acts)}."))
    return act(game, line)


# --- acting ------------------------------------------------------------------------------------------


def open_decision(game: Game) -> Waiting:
    """What a game that is not over waits for."""
    waiting = game.waiting()
    assert waiting is not None
    return waiting


def deciding(game: Game) -> str:
    """The player whom the game waits for."""
    return open_decision(game).players[0]


def submit(game: Game, kind: str, **args: Json) -> Record:
    """Act for the player whom the game waits for; raises Refused."""
    return game.submit(Action(kind, deciding(game), args))


def plain(kind: str, *names: str, **figures: str) -> Act:
    """A word that is a move with arguments of the same names; ``figures`` are what is paid, by the reason."""

    def act(game: Game, line: Line) -> Taken:
        said, actor = line["action"], line["actor"]
        record = submit(game, kind, **{name: said[name] for name in names})
        ours = {key: sum(p.amount for p in payments([record], why)) for key, why in figures.items()}
        return Taken(
            [record], ours | ({"corporation": actor["id"]} if actor["kind"] == "corporation" else {})
        )

    return act


def accept(game: Game, player: str) -> Record:
    """The other side agrees to the newest offer; the record has the deal only."""
    offer = list(game.state.offers.values())[-1]
    return game.submit(Action("accept_offer", player, {"offer": offer.id}))


def decline(game: Game, more: Iterable[Action] = ()) -> Action | None:
    """The first that lets the open decision go: to skip, end or pass, or what else a title knows."""
    player = deciding(game)
    open_now = {move.kind for move in moves_of(game.view, player)}
    asked = [*(Action(kind, player) for kind in _LET_GO), *more]
    return next((a for a in asked if a.kind in open_now and game.check(a) is None), None)


def passed(game: Game, action: Action | None) -> Taken:
    """Decline with this action, if there is one."""
    if action is None:
        raise Refused(Violation("cannot_pass", "This decision cannot be declined."))
    return Taken([game.submit(action)])


# --- money -------------------------------------------------------------------------------------------


def payments(records: Sequence[Record], why: str) -> Iterator[Paid]:
    """What was paid for this, in order."""
    happened = (event for record in records for event in record.events if isinstance(event, Paid))
    return (event for event in happened if event.why == why)


def paid(records: Sequence[Record], why: str, by: str) -> int:
    """What somebody paid for this in all."""
    return sum(event.amount for event in payments(records, why) if event.payer == by)


def received(records: Sequence[Record], why: str, by: str) -> int:
    """What somebody received for this in all."""
    return sum(event.amount for event in payments(records, why) if event.payee == by)


# --- shares ------------------------------------------------------------------------------------------


def par(game: Game, line: Line) -> Taken:
    """A start with the president's certificate."""
    said, player = line["action"], deciding(game)
    company = said["corporation"]
    record = submit(game, "par", company=company, price=said["price"])
    row, column = game.view.company(company).cell or (None, None)
    pays = company if received([record], "share", company) else BANK
    cost, value = paid([record], "share", player), game.view.price(company)
    figures = {"price": value, "row": row, "column": column, "cost": cost}
    return Taken([record], {**figures, "pays": pays, "percent": game.view.certs_of(company)[0].percent})


def buy_share(game: Game, line: Line) -> Taken:
    """A share from the initial offering, the pool or a treasury."""
    said, player = line["action"], deciding(game)
    company = said["corporation"]
    held = game.view.percent(player, company)
    record = submit(game, "buy_share", company=company, source=said["from"])
    bought = game.view.percent(player, company) - held
    return Taken([record], {"cost": paid([record], "share", player), "percent": bought})


def sell_shares(game: Game, line: Line) -> Taken:
    """Shares to the pool; what else is sold in the same breath, for a fine, is no part of it."""
    said = line["action"]
    record = submit(game, "sell_shares", company=said["corporation"], percent=said["percent"])
    sales = (sale.amount for sale in payments([record], "sale") if sale.payer == BANK)
    return Taken([record], {"proceeds": next(sales, 0)})


# --- privates ----------------------------------------------------------------------------------------


def bid(game: Game, line: Line) -> Taken:
    """A bid for an item, or a higher one for that of the open auction."""
    said = line["action"]
    named = {} if open_decision(game).step == AuctionStep.name else {"item": said["item"]}
    player, record = deciding(game), submit(game, "bid", price=said["amount"], **named)
    free = {"free_cash": (line["free_cash"], free_cash(game.view, player))} if "free_cash" in line else {}
    return Taken([record], {}, free)


def buy_private(game: Game, line: Line) -> Taken:
    """A purchase from the auction, which a bid may have brought about before; or by a company of a player."""
    item = line["action"]["item"]
    if line["actor"]["kind"] == "corporation":
        return _private_to_company(game, line)
    bought = game.view.owner(item) in game.state.players
    records = [] if bought else [submit(game, "buy_item", item=item)]
    return Taken(records, {"price": _price_of_item(game, item)})


def _price_of_item(game: Game, item: str) -> int | None:
    """What was paid for an item of the auction."""
    cert = game.view.certs_of(item)[0].id
    for record in reversed(game.active_records):
        cost = 0
        for event in record.events:
            if isinstance(event, Paid) and event.why == "packet":
                cost = event.amount
            elif getattr(event, "cert", None) == cert:
                return cost
    return None


def _private_to_company(game: Game, line: Line) -> Taken:
    said, company = line["action"], line["actor"]["id"]
    args = {"private": said["item"], "price": said["price"]}
    owner = game.view.owner(said["item"])
    if owner == deciding(game):
        records = [submit(game, "buy_private", **args)]
    else:
        records = [submit(game, "offer_for_private", **args), accept(game, owner)]
    return Taken(records, {"price": paid(records, "private", company)})


# --- income and trains -------------------------------------------------------------------------------


def dividend(game: Game, line: Line) -> Taken:
    """The revenue of the run is paid or kept."""
    amount, way = turn_note(game.view, REVENUE, 0), WAYS.get(line["action"]["kind"], "")
    return Taken([submit(game, "dividend", payout=way)], {"amount": amount})


def buy_train(game: Game, line: Line) -> Taken:
    """A train from the bank, the pool or another company."""
    said, company = line["action"], line["actor"]["id"]
    source = said["from"].lower()
    if source in (DEPOT, POOL):
        records = [submit(game, "buy_train", source=source, train=said["train"])]
    else:
        records = trade(game, said, said["train"])
    return Taken(records, {"price": paid(records, "train", company)})


def trade(game: Game, said: Mapping[str, Json], train: str) -> list[Record]:
    """A train of another company; its president agrees, if he is another player."""
    seller = game.view.president(said["from"])
    args = {"source": said["from"], "train": train, "price": said["price"]}
    if seller in (None, deciding(game)):
        return [submit(game, "buy_train", **args)]
    return [submit(game, "offer_train", **args), accept(game, str(seller))]


SHARED: Mapping[str, Act] = {
    "par": par,
    "buy_share": buy_share,
    "sell_shares": sell_shares,
    "bid": bid,
    "buy_private": buy_private,
    "dividend": dividend,
    "buy_train": buy_train,
    "discard_train": plain("discard_train", "train"),
}
"""Who takes which word, where a title has no more to say about it."""
