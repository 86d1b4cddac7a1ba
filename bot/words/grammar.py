"""How a move is typed, wherever it is typed: `/act`, `/auto`, `/plan`, routes by hand, the local chat.

    line    a kind of move, then its parts: `buy_share company=M&R source=ipo`
    part    `name=value` or `name: value`; the first sign of a line is that of all its parts
    value   words up to the next part, or "in double quotes", or a list as JSON
    thing   its id or name, its number (`#3`), one of its words, its beginning, or any part of it
    amount  digits, with commas and the currency's sign as you like
    places  things with commas, arrows or dashes between: `Norwich, D14 > Ely`; `= 4`: joined to that train

A thing is always one of those that are open now: what fits first counts, in the order above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

LABEL_PATTERN = re.compile(
    r"(?:^|(?<=\s))(?P<name>[a-z]\w*(?:-\w+)*)(?P<sign>[:=])(?P<space>\s*)", re.IGNORECASE
)
COMPLETE_VALUE = re.compile(r'"[^"]*"(?=\s|$)|[\[{].*?[\]}](?=\s|$)')
POINT_OF_THOUSANDS = re.compile(r"(?<=\d)\.(?=\d{3}(?!\d))")
STOP_SEPARATOR = re.compile(r"[,;>\u2192\u2013\u2014]|\s-\s")
JOIN_SIGN = "="
"""Begins the line of a train that runs as one with another."""

MAX_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Label:
    """Where a part of a typed line begins: its name, and where name and sign stand in the text.

    ``start`` and ``end`` are indexes; the value begins at ``end``. ``has_space``: a space follows the sign.
    """

    name: str
    start: int
    end: int
    has_space: bool


def find_labels(text: str) -> list[Label]:
    """Return the labels (``hex=`` or ``hex:``) in a typed move, in order; [] for none.

    The sign of the first label (``=`` or ``:``) is that of all others. A quoted value or a list has none.

    >>> [label.name for label in find_labels('place: Ely name: The round table')]
    ['place', 'name']
    >>> [label.name for label in find_labels('hex="a b=c" tile=57 note=x: y')]
    ['hex', 'tile', 'note']
    """
    labels: list[Label] = []
    position, sign = 0, ""
    while (match := LABEL_PATTERN.search(text, position)) is not None:
        position = match.end("sign")
        if sign in ("", match["sign"]):
            sign = match["sign"]
            labels.append(Label(match["name"], match.start(), match.end(), bool(match["space"])))
            closed_value = COMPLETE_VALUE.match(text, match.end())
            position = closed_value.end() if closed_value is not None else match.end("sign")
    return labels


def split_typed_move(text: str, labels: Sequence[Label]) -> Iterator[tuple[str, str]]:
    """Split a typed move at its labels; yield its parts, as pairs of name and value.

    ``labels`` are those of `find_labels` for this text. A quoted value keeps its quotes.

    >>> text = 'company=M&R hex="a b" routes=[["a b", "c"]]'
    >>> list(split_typed_move(text, find_labels(text)))
    [('company', 'M&R'), ('hex', '"a b"'), ('routes', '[["a b", "c"]]')]
    >>> text = 'hex: Bury St Edmunds tile: 57'
    >>> list(split_typed_move(text, find_labels(text)))
    [('hex', 'Bury St Edmunds'), ('tile', '57')]
    """
    ends = [*(label.start for label in labels), len(text)][1:]
    for label, end in zip(labels, ends, strict=True):
        yield label.name, text[label.end : end].strip()


def unquoted(value: str) -> str:
    """Return a value of a typed move without the double quotes around all of it; else it is unchanged.

    >>> unquoted('"a b"'), unquoted('The "Flyer"')
    ('a b', 'The "Flyer"')
    """
    return value[1:-1] if re.fullmatch(r'"[^"]*"', value) else value


def first_typed_value(value: str) -> str:
    """Return the first value in a text that was typed as part of a move; "" for an empty text.

    A quoted value or a list goes up to its closing quote or bracket, if a space or the end follows; any other
    value is one word.

    >>> first_typed_value("p2 amo"), first_typed_value('"a b" til'), first_typed_value("")
    ('p2', '"a b"', '')
    """
    whole_value = COMPLETE_VALUE.match(value)
    return whole_value[0] if whole_value is not None else value.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class NamedItem:
    """A thing that a typed text may mean: its id, its name, aliases, a note about it and its number."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    note: str = ""
    number: int | None = None


def find_matches(items: Iterable[NamedItem], text: str) -> list[NamedItem]:
    """Return the items that a text in a typed move may mean; [] if it fits none.

    These tests are made in turn, ignoring case and a "#" at the beginning: whole id, name or alias; number;
    word of the name; beginning of the name; any part of id, name or note. The items that pass the first test
    that any item passes are returned.

    >>> items = [NamedItem("LY", "Lancashire & Yorkshire"), NamedItem("L2", "York")]
    >>> items.append(NamedItem("X", "Y Valley", number=3))
    >>> [[item.id for item in find_matches(items, text)] for text in ("ly", "york", "#3", "lanc", "y", "zz")]
    [['LY'], ['L2'], ['X'], ['LY'], ['X'], []]
    """
    typed, candidates = text.strip().casefold().removeprefix("#"), list(items)
    for test in (
        lambda item: typed in (name.casefold() for name in (item.id, item.name, *item.aliases)),
        lambda item: item.number is not None and typed == str(item.number),
        lambda item: typed in item.name.casefold().split(),
        lambda item: item.name.casefold().startswith(typed),
        lambda item: typed in f"{item.id} {item.name} {item.note}".casefold(),
    ):
        matches = [item for item in candidates if test(item)]
        if matches:
            return matches
    return []


def parse_amount(text: str, currency: str = "") -> int | None:
    """Return the whole number in a typed amount of money or percentage; None if it is no such number.

    Currency, commas, points before three digits and the percent sign are ignored. None also for more than 8
    digits.

    >>> parse_amount("£1,200", "£"), parse_amount("1.200"), parse_amount("40 %"), parse_amount("1.5")
    (1200, 1200, 40, None)
    """
    text = POINT_OF_THOUSANDS.sub("", text.replace(currency, "").replace(",", ""))
    digits = text.strip().removesuffix("%").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS else None


def split_stop_names(text: str) -> list[str]:
    """Return the names or coordinates of the stops in a typed route, in order; [] for an empty text.

    >>> split_stop_names("Norwich, D14 > Ely"), split_stop_names("St-Denis - Paris"), split_stop_names(" ")
    (['Norwich', 'D14', 'Ely'], ['St-Denis', 'Paris'], [])
    """
    return [name.strip() for name in STOP_SEPARATOR.split(text) if name.strip()]


def joined_train(text: str) -> str | None:
    """Return the train whose run another train joins by the typed text "= 4"; None for any other text.

    >>> joined_train("= 4"), joined_train("Norwich, Ely")
    ('4', None)
    """
    line = text.strip()
    return line.removeprefix(JOIN_SIGN).strip() if line.startswith(JOIN_SIGN) else None
