"""What a user interface needs to draw a decision, and nothing about how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from engine.core.actions import Action
from engine.message import cut, joined

FieldKind = Literal["option", "many", "amount", "routes"]


class Subject(StrEnum):
    """What a decision is about, so that a client can give it a page of its own; "" where none fits."""

    NONE = ""
    TRACK = "track"
    TOKEN = "token"
    RUN = "run"
    PAY = "pay"
    TRAIN = "train"
    EMERGENCY = "emergency"
    STOCK = "stock"
    AUCTION = "auction"
    PAR = "par"
    PARLIAMENT = "parliament"
    MERGER = "merger"
    LOANS = "loans"
    TREASURY = "treasury"
    CONVERSION = "conversion"
    NATIONALS = "nationals"
    DISCARD = "discard"
    CONSOLIDATION = "consolidation"
    PATRONAGE = "patronage"
    PORTS = "ports"
    ORDER = "order"
    PRIVATES = "privates"


LABEL = 100
"""Characters of a label; a phone shows about forty, so what tells most comes first."""


def said(*parts: str) -> str:
    """A label or a remark of these parts, those that tell most first."""
    return cut(joined(" · ", filter(None, parts)), LABEL)


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a field: a short id (at most 100 characters), its label and a remark."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Range:
    """Whole amounts from low to high (money in the title's currency) in steps."""

    low: int
    high: int
    step: int = 1
    suggested: tuple[int, ...] = ()

    def __contains__(self, amount: object) -> bool:
        return (
            isinstance(amount, int)
            and not isinstance(amount, bool)
            and self.low <= amount <= self.high
            and (amount - self.low) % self.step == 0
        )


@dataclass(frozen=True, slots=True)
class Field:
    """One argument of an action, asked for in order.

    ``option`` takes one value of the options, ``many`` a list of them, ``amount`` an int inside
    the Range, ``routes`` a list of routes as :meth:`engine.game.Game.suggest_routes` returns them.
    """

    name: str
    label: str
    kind: FieldKind = "option"
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of action that a player may take now: a button. ``hex``: where it is, if that is not asked.

    ``subject``: what it is about. ``seldom``: few turns use it, so that a client shows it behind the others.
    ``declines``: it refuses something, so that a client does not suggest it by a colour.
    """

    kind: str
    label: str
    fields: tuple[Field, ...] = ()
    note: str = ""
    step: str = ""
    company: str | None = None
    danger: bool = False
    hex: str = ""
    subject: Subject = Subject.NONE
    seldom: bool = False
    declines: bool = False


@dataclass(frozen=True, slots=True)
class Sought:
    """A thing for which players look in a move: its name for people, and the most natural action on it.

    ``short`` may stand for the sentence of its refusal, where the name of the thing would mislead.
    """

    name: str
    action: Action
    short: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whom the game waits for: the seats, the step and the company that acts (None: the player himself).

    ``subject``: what the step is about.
    """

    players: tuple[str, ...]
    step: str
    label: str
    company: str | None = None
    subject: Subject = Subject.NONE


@dataclass(frozen=True, slots=True)
class Lot:
    """Something for sale in an auction, with every bid that stands on it.

    item: the company; price: what it costs, None where bids alone decide; lowest_bid: the lowest next bid,
    None where nobody may bid on it now. bids: amounts by player, the highest first; binding: whose bid binds
    his cash. is_in_auction: it is auctioned now; bidders: the players who may still answer the highest bid;
    is_for_sale: it may be bought at once.
    """

    item: str
    price: int | None = None
    lowest_bid: int | None = None
    bids: Mapping[str, int] = field(default_factory=dict)
    binding: tuple[str, ...] = ()
    is_in_auction: bool = False
    bidders: tuple[str, ...] = ()
    is_for_sale: bool = False


@dataclass(frozen=True, slots=True)
class Bids:
    """The bids that stand: by item who bids most and how much; ``lot`` is the item in auction now."""

    high: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    lot: str | None = None
