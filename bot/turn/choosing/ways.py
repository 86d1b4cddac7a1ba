"""The ways to fill in a choice: each is one button or one entry of a menu that does it all.

A way names its values by their places in the engine's lists (an amount by itself), so it fits a custom_id and
works after a restart. Of an amount only the lowest is a way; other amounts are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.chat.bounds import read_whole, value_at
from bot.turn.choosing.chooser import contains_amount, drop_implied
from bot.turn.choosing.prices import amounts_in, unmentioned_changes
from bot.turn.session.draft import LAY, Draft, choice_of, filled, options_of
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Action, Choice, Field, Game, Option, Range
from engine.api.moves import HEX

MOST, MOST_ALONE = 25, 50
"""The most ways of a choice that are listed: in all, and where each value of the first field has just one."""

BRIEF = 40
"""Characters of a button that a phone shows."""

PRICED = 25
"""The most ways whose effect is looked at for a remark."""


@dataclass(frozen=True, slots=True)
class Way:
    """A complete draft: where its values stand in the engine's lists, and what it is called.

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
        """The places as a part of a press."""
        return ".".join(map(str, self.places))


def ways_of(session: TurnSession, choice: Choice) -> list[Way]:
    """Return the ways to fill in a choice, the likely ones first.

    [] if there are too many, or if a field asks for a hex of the map, a lay, routes or several values.
    """
    if any(not _is_listed(wanted, choice) for wanted in choice.fields):
        return []
    found: list[Way] = []
    for way in _fill(session, choice, Draft(choice.kind), ()):
        found.append(way)
        if len(found) > MOST and (len(found) > MOST_ALONE or has_rivals(found)):
            return []
    if len(found) <= PRICED:
        found = [_with_effect(session, way) for way in found]
    return likely_first(session, choice, found)


def has_rivals(found: Sequence[Way]) -> bool:
    """Return True if several ways begin with the same value."""
    return len({way.places[:1] for way in found}) < len(found)


def likely_of(found: Sequence[Way], most: int) -> list[Way]:
    """Return the likely ways: the first of each first value, then the others, at most ``most``."""
    firsts = {way.places[:1]: way for way in reversed(found)}
    return sorted(found, key=lambda way: firsts[way.places[:1]] is not way)[:most]


def _is_listed(wanted: Field, choice: Choice) -> bool:
    """Return True if the values of a field can be listed: options, or an amount as the last field."""
    if wanted.name in LAY or wanted.optional or wanted.name == HEX:
        return False
    return wanted.kind == "option" or (wanted.kind == "amount" and wanted is choice.fields[-1])


def _fill(session: TurnSession, choice: Choice, draft: Draft, places: tuple[int, ...]) -> Iterator[Way]:
    """Yield the ways that begin with a draft."""
    draft, wanted = filled(session.game, session.seat, draft)
    if wanted is None:
        yield _way(session, choice, draft, places)
        return
    options = options_of(session.game, session.seat, draft, wanted.name)
    if isinstance(options, Range):
        if options.low <= options.high:
            yield from _fill(
                session, choice, draft.with_value(wanted.name, options.low), (*places, options.low)
            )
        return
    for at, option in enumerate(options):
        yield from _fill(session, choice, draft.with_value(wanted.name, option.value), (*places, at))


def _way(session: TurnSession, choice: Choice, draft: Draft, places: tuple[int, ...]) -> Way:
    """Return a complete draft as a way; an amount stands behind the thing that it is for."""
    chosen = _chosen(session.game, session.seat, choice, draft)
    label = _label(translated(choice.label), chosen)
    note = chosen[-1].note if chosen else ""
    amount = next((draft.args.get(f.name) for f in choice.fields if f.kind == "amount"), None)
    money = "" if amount is None else session.view.money(amount)
    if not money or not chosen:
        return Way(places, draft, money or label, money or label, note)
    if contains_amount(chosen[-1].label, money):
        return _with_amount(session, Way(places, draft, label, label, note), chosen[-1], money)
    first, *more = chosen[-1].label.split(" · ")
    entry = " · ".join([first, money, *more])
    return Way(places, draft, f"{_short_name(session, chosen[-1])} · {money}", entry, note)


def _with_amount(session: TurnSession, way: Way, option: Option, money: str) -> Way:
    """Return a way whose option names the amount, perhaps as the lowest of several: then it is added."""
    if option.value in session.view.state.companies:
        return replace(way, label=f"{option.value} · {money}")
    amounts = amounts_in(session.view, _short(option.label))
    priced = _short(option.label) if len(way.label) > BRIEF else way.label
    return replace(way, label=priced if len(amounts) == 1 else f"{priced} · " + t("for {money}", money=money))


def _label(label: str, chosen: Sequence[Option]) -> str:
    """Return what was chosen: the last option if it names the others, else all that they say."""
    labels = drop_implied(label, [option.label for option in chosen])
    if not labels:
        return label
    if all(_names(labels[-1], option) for option in chosen[-len(labels) : -1]):
        return labels[-1]
    return " · ".join([*map(_short, labels[:-1]), labels[-1]])


def _chosen(game: Game, seat: str, choice: Choice, draft: Draft) -> list[Option]:
    """Return the options that a draft has taken where there was a choice, in order."""
    before, found = Draft(choice.kind), list[Option]()
    for wanted in choice.fields:
        value = draft.args.get(wanted.name)
        if wanted.kind == "option":
            options = options_of(game, seat, before, wanted.name)
            listed = [] if isinstance(options, Range) else [o for o in options if o.value == value]
            found += listed
        before = before.with_value(wanted.name, value)
    return found


def _short(label: str) -> str:
    """Return the first part of a label, which tells most."""
    return label.partition(" · ")[0]


def _short_name(session: TurnSession, option: Option) -> str:
    """Return the id of a company or private that an option stands for, else the first part of its label."""
    return option.value if option.value in session.view.state.companies else _short(option.label)


def _names(label: str, option: Option) -> bool:
    """Return True if a label says already what an option was."""
    return option.value in label or _short(option.label) in label


def _with_effect(session: TurnSession, way: Way) -> Way:
    """Return the way with what it changes in money and prices, if its label and remark do not say it."""
    action = Action(way.draft.kind, session.seat, way.draft.args)
    return replace(
        way,
        effect=unmentioned_changes(session.game, session.seat, action, f"{way.label} {way.entry} {way.note}"),
    )


# --- which come first ------------------------------------------------------------------------------


def likely_first(session: TurnSession, choice: Choice, found: Sequence[Way]) -> list[Way]:
    """Return the ways sorted: as chosen last time, then what the player holds most of, then as listed."""
    last = last_args(session.game, session.seat, choice.kind)

    def rank(way: Way) -> tuple[int, int]:
        args = way.draft.args
        alike = sum(args.get(name) == value for name, value in last.items())
        return -alike, -max((_percent(session, value) for value in args.values()), default=0)

    return sorted(found, key=rank)


def _percent(session: TurnSession, value: object) -> int:
    """Return the player's percent of a company; 0 for any other value."""
    if not isinstance(value, str) or value not in session.view.state.companies:
        return 0
    return session.view.percent(session.seat, value)


def last_args(game: Game, seat: str, kind: str) -> Mapping[str, Any]:
    """Return what a seat chose when it last took an action of a kind; {} if it never has."""
    acts = (r.action for r in reversed(game.active) if r.by == seat and r.action is not None)
    return next((action.args for action in acts if action.kind == kind), {})


def way_at(session: TurnSession, kind: str, places: Sequence[str]) -> Draft | None:
    """Return the draft that a press names by its places; None if the choice is not open.

    Raises Unreadable if a place is not on the list.
    """
    if choice_of(session.game, session.seat, kind) is None:
        return None
    draft = Draft(kind)
    for place in places:
        draft, wanted = filled(session.game, session.seat, draft)
        if wanted is None:
            break
        options = options_of(session.game, session.seat, draft, wanted.name)
        value = (
            read_whole(place) if isinstance(options, Range) else value_at(options, read_whole(place)).value
        )
        draft = draft.with_value(wanted.name, value)
    return filled(session.game, session.seat, draft)[0]
