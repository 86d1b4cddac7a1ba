"""All ways to make a move: each is one button or one entry of a menu that makes it in one press.

A way names its values by their places in the engine's lists (a sum of money by itself), so it fits a custom
id and works after a restart. Of a sum only the lowest is a way; other sums are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.chat.bounds import read_whole, value_at
from bot.turn.choosing.chooser import contains_amount, drop_implied
from bot.turn.choosing.lists import shorten
from bot.turn.choosing.prices import amounts_in, unmentioned_changes
from bot.turn.session.draft import LAY, Draft, choice_of, filled, options_of
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Action, Choice, Field, Game, Option, Range
from engine.api.moves import BID, HEX

MOST, MOST_ALONE = 25, 50
"""The most ways of a choice that are listed: in all, and where each value of the first field has just one."""

BRIEF = 40
"""Characters of a button that a phone shows."""

LOT = 30
"""The most characters of a lot's id and name on a button."""

PRICED = 25
"""The most ways whose effect is looked at for a remark."""


@dataclass(frozen=True, slots=True)
class Way:
    """A complete move that one press makes: the places of its values in the engine's lists, and its label.

    ``label`` is for a button, ``entry`` for a menu, ``note`` the remark of the entry; ``effect`` is what it
    changes in money and prices, if the label does not say so.
    """

    places: tuple[int, ...]
    draft: Draft
    label: str
    entry: str
    note: str = ""
    effect: str = ""

    @property
    def key(self) -> str:
        """Return the places of the move's values for the custom id of its button."""
        return ".".join(map(str, self.places))


def ways_of(session: TurnSession, choice: Choice) -> list[Way]:
    """Return all ways to make a kind of move in one press, the likely ones first; [] if there are too many.

    Too many are more than MOST, or MOST_ALONE if their first values differ. [] also if a field asks for a hex
    of the map, a tile lay, routes or several values.
    """
    if any(not _is_listed(field, choice) for field in choice.fields):
        return []
    ways: list[Way] = []
    for way in _fill(session, choice, Draft(choice.kind), ()):
        ways.append(way)
        if len(ways) > MOST and (len(ways) > MOST_ALONE or has_rivals(ways)):
            return []
    if len(ways) <= PRICED:
        ways = [_with_effect(session, way) for way in ways]
    return likely_first(session, choice, ways)


def has_rivals(ways: Sequence[Way]) -> bool:
    """Return True if several ways to make a move begin with the same value, such as the same company."""
    return len({way.places[:1] for way in ways}) < len(ways)


def likely_of(ways: Sequence[Way], maximum: int) -> list[Way]:
    """Return the likely ways to make a move: the first of each first value, then others.

    ``ways`` have the likely ones first (see `ways_of`). At most ``maximum``.
    """
    first_of_value = {way.places[:1]: way for way in reversed(ways)}
    return sorted(ways, key=lambda way: first_of_value[way.places[:1]] is not way)[:maximum]


def _is_listed(field: Field, choice: Choice) -> bool:
    """Return True if the values of a field can be listed in a menu: options, or a sum as the last field."""
    if field.name in LAY or field.optional or field.name == HEX:
        return False
    return field.kind == "option" or (field.kind == "amount" and field is choice.fields[-1])


def _fill(session: TurnSession, choice: Choice, draft: Draft, places: tuple[int, ...]) -> Iterator[Way]:
    """Yield the complete moves for buttons that begin with the values of ``draft`` at ``places``.

    Places count the engine's lists from 0. A sum of money is the lowest legal one, and its own place.
    """
    draft, next_field = filled(session.game, session.seat, draft)
    if next_field is None:
        yield _way(session, choice, draft, places)
        return
    options = options_of(session.game, session.seat, draft, next_field.name)
    if isinstance(options, Range):
        if options.low <= options.high:
            yield from _fill(
                session, choice, draft.with_value(next_field.name, options.low), (*places, options.low)
            )
        return
    for place, option in enumerate(options):
        yield from _fill(session, choice, draft.with_value(next_field.name, option.value), (*places, place))


def _way(session: TurnSession, choice: Choice, draft: Draft, places: tuple[int, ...]) -> Way:
    """Return a complete move as a button of a turn page, with its labels for button and menu.

    If it has a sum of money, that stands behind the thing that it pays for, unless its label names it.
    """
    chosen_options = _chosen(session.game, session.seat, choice, draft)
    label = _label(translated(choice.label), chosen_options)
    note = chosen_options[-1].note if chosen_options else ""
    amount = next(
        (draft.args.get(move_field.name) for move_field in choice.fields if move_field.kind == "amount"), None
    )
    money = "" if amount is None else session.view.money(amount)
    if not money or not chosen_options:
        return Way(places, draft, money or label, money or label, note)
    if contains_amount(chosen_options[-1].label, money):
        return _with_amount(session, Way(places, draft, label, label, note), chosen_options[-1], money)
    name, *details = chosen_options[-1].label.split(" · ")
    entry = " · ".join([name, money, *details])
    return Way(places, draft, f"{_short_name(session, draft, chosen_options[-1])} · {money}", entry, note)


def _with_amount(session: TurnSession, way: Way, option: Option, money: str) -> Way:
    """Return a way whose last option names a sum of money, with a button label that says this sum once.

    ``money`` is the sum as text. A company is named by its id alone.
    """
    if option.value in session.view.state.companies:
        return replace(way, label=f"{_short_name(session, way.draft, option)} · {money}")
    amounts = amounts_in(session.view, _short(option.label))
    label = _short(option.label) if len(way.label) > BRIEF else way.label
    return replace(way, label=label if len(amounts) == 1 else f"{label} · " + t("for {money}", money=money))


def _label(label: str, chosen_options: Sequence[Option]) -> str:
    """Return a move's button label from its chosen options: the last, if that names the others, else all.

    ``label`` is the move's own, used without options.
    """
    labels = drop_implied(label, [option.label for option in chosen_options])
    if not labels:
        return label
    if all(_names(labels[-1], option) for option in chosen_options[-len(labels) : -1]):
        return labels[-1]
    return " · ".join([*map(_short, labels[:-1]), labels[-1]])


def _chosen(game: Game, seat: str, choice: Choice, draft: Draft) -> list[Option]:
    """Return the options that are chosen in a move that a button makes, in the order of its fields.

    Sums of money are left out. ``draft`` is complete.
    """
    earlier_values, chosen_options = Draft(choice.kind), list[Option]()
    for field in choice.fields:
        value = draft.args.get(field.name)
        if field.kind == "option":
            options = options_of(game, seat, earlier_values, field.name)
            matching = (
                [] if isinstance(options, Range) else [option for option in options if option.value == value]
            )
            chosen_options += matching
        earlier_values = earlier_values.with_value(field.name, value)
    return chosen_options


def _short(label: str) -> str:
    """Return the first part of a label, which tells most."""
    return label.partition(" · ")[0]


def _short_name(session: TurnSession, draft: Draft, option: Option) -> str:
    """Return the id of the company or private that an option stands for, else the first part of its label.

    A lot of an auction also has its name, as in the picture.
    """
    if option.value not in session.view.state.companies:
        return _short(option.label)
    name = session.view.spec(option.value).name
    if draft.kind != BID or name == option.value:
        return option.value
    return shorten(f"{option.value} {name}", LOT)


def _names(label: str, option: Option) -> bool:
    """Return True if a label already contains what was chosen in an option."""
    return option.value in label or _short(option.label) in label


def _with_effect(session: TurnSession, way: Way) -> Way:
    """Return the way with the money and share prices that it changes, if its label does not say them."""
    action = Action(way.draft.kind, session.seat, way.draft.args)
    return replace(
        way,
        effect=unmentioned_changes(session.game, session.seat, action, f"{way.label} {way.entry} {way.note}"),
    )


# --- which come first ------------------------------------------------------------------------------


def likely_first(session: TurnSession, choice: Choice, ways: Sequence[Way]) -> list[Way]:
    """Return the ways to make a move, those first that have most values as the player last chose them.

    Among equal ones, those come first in whose company he holds a higher percent.
    """
    last_values = last_args(session.game, session.seat, choice.kind)

    def rank(way: Way) -> tuple[int, int]:
        """Return a sort key: minus the values chosen as last time, minus the player's highest percent."""
        args = way.draft.args
        matches = sum(args.get(name) == value for name, value in last_values.items())
        return -matches, -max((_percent(session, value) for value in args.values()), default=0)

    return sorted(ways, key=rank)


def _percent(session: TurnSession, value: object) -> int:
    """Return the percent of a company that the player who chooses holds; 0 for a value that is no company."""
    if not isinstance(value, str) or value not in session.view.state.companies:
        return 0
    return session.view.percent(session.seat, value)


def last_args(game: Game, seat: str, kind: str) -> Mapping[str, Any]:
    """Return the values that a player chose when he last made a move of a kind; {} if he never has."""
    own_actions = (
        record.action for record in reversed(game.active) if record.by == seat and record.action is not None
    )
    return next((action.args for action in own_actions if action.kind == kind), {})


def way_at(session: TurnSession, kind: str, places: Sequence[str]) -> Draft | None:
    """Return the move that a press names by the places of its values; None if the move is not open.

    The places, as text, count the engine's legal values of each field from 0; for a sum of money it is the
    sum. Raises Unreadable if a place is not on the list.
    """
    if choice_of(session.game, session.seat, kind) is None:
        return None
    draft = Draft(kind)
    for place in places:
        draft, next_field = filled(session.game, session.seat, draft)
        if next_field is None:
            break
        options = options_of(session.game, session.seat, draft, next_field.name)
        value = (
            read_whole(place) if isinstance(options, Range) else value_at(options, read_whole(place)).value
        )
        draft = draft.with_value(next_field.name, value)
    return filled(session.game, session.seat, draft)[0]
