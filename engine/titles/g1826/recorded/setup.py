"""What a replay of 1826 reads before it begins: options, rounds, pars, and what is told in another order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, takewhile

from engine.core.actions import Json
from engine.core.state import IPO
from engine.recorded.following import OPERATING, rank
from engine.recorded.reader import RECORDED, Line, of_each, options_of

ROUND_KINDS = {"Stock": 1, "OR": 2}
_ITEMS = {"Belgian": "Belg-private", "Parisian": "Paris-private", "Alsatian": "Als-private"}
_UNLIMITED = ("unlimited", True)
OPTIONS: Mapping[str, Sequence[Json]] = {
    "variant": ("base",),
    "track": ("semi-restrictive",),
    "yellow_plain_tiles": (*_UNLIMITED, "as printed", "limited", False),
}
"""Options of the program that recorded games, with the values that a replay follows."""
SETUP_KEYS = ("bank_after_deal", "privates", "private_prices", "after_is")


def item_of(name: str) -> str:
    """Our id of an item of the auction."""
    return _ITEMS.get(name, name)


def is_operating(title: str) -> bool:
    """Whether the round of this name is one of companies."""
    return rank(ROUND_KINDS, title)[1] == ROUND_KINDS[OPERATING]


def pars(lines: Sequence[Line]) -> dict[str, int]:
    """The par of each corporation: as told, else what a share of it costs from the initial offering.

    Of one of which nobody ever buys a share there the price at the end of a round is the par.
    """
    found: dict[str, int] = {}
    for company, price in chain(of_each(lines, _prices_told), of_each(lines, _worked_out)):
        if isinstance(company, str) and isinstance(price, int):
            found.setdefault(company, price)
    return found


def _worked_out(line: Line) -> Iterator[tuple[Json, Json]]:
    for company, said in ((line.get("derived") or {}).get("prices") or {}).items():
        yield company, said["value"]


def _prices_told(line: Line) -> Iterator[tuple[Json, Json]]:
    said = line["action"]
    for event in line.get("events") or []:
        if event["event"] == "start_price":
            yield event["corporation"], event["value"]
    if said["type"] == "par":
        yield said["corporation"], said["price"]
    elif said["type"] == "buy_share" and said["from"] == IPO:
        yield said["corporation"], said["cost"] // said.get("certificates", 1)


def options(setup: Line, lines: Sequence[Line] = ()) -> dict[str, str]:
    """By default the program lets two players hold 70 %, and has no limit to plain yellow tiles.

    A table that sold a private to a corporation played with such sales.
    """
    found = {}
    recorded = setup.get("source") == RECORDED
    if recorded:
        found["readings"] = "recorded"
        if len(setup["players"]) == 2:
            found["two_players_70"] = "yes"
    if options_of(setup).get("yellow_plain_tiles", recorded) in _UNLIMITED:
        found["plain_yellow"] = "yes"
    if any(_is_private_sale(line) for line in lines):
        found["private_sales"] = "yes"
    return found


def _is_private_sale(line: Line) -> bool:
    actor = line.get("actor") or {}
    return (line["action"]["type"], actor.get("kind")) == ("buy_private", "corporation")


def sales_after(lines: Sequence[Line]) -> dict[int, int]:
    """How many sales of a player in an operating round follow each purchase of a train."""
    found: dict[int, int] = {}
    for at, line in enumerate(lines):
        if line["action"]["type"] == "buy_train":
            sold = sum(1 for _ in takewhile(_is_sale, lines[at + 1 :]))
            found |= {id(line): sold} if sold else {}
    return found


def _is_sale(line: Line) -> bool:
    actor = line.get("actor") or {}
    kinds = line["action"]["type"], actor.get("kind")
    return kinds == ("sell_shares", "player") and is_operating(line["round"])
