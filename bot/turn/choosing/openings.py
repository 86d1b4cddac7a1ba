"""The choices on the first page of a turn: as buttons, menus and amounts, with what each would change.

What is complete with one press stands there with its effect in money and shares; everything else begins a
draft, whose next field has a page of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bot.cards.maps import is_wide
from bot.chat.figures import LAST, escape, subtext
from bot.chat.frame import MAX_OPTIONS
from bot.turn.choosing import chooser
from bot.turn.choosing.ahead import options_for
from bot.turn.choosing.prices import priced, unmentioned_changes
from bot.turn.session import words
from bot.turn.session.draft import LAY, Draft, filled, options_of
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Action, Choice, Field, Option, Range
from engine.api.moves import HEX

MENUS = 4
"""The most menus on the first page; further choices are buttons."""

FEW = 3
"""The most values of a last field that each have a button."""

HEXES = 4
"""The hexes that have a button of their own beside the menu of all."""

MENU_WORDS = 28
"""Characters of a placeholder that a phone shows."""

SHORT = 160
"""The most characters of an effect on the page; longer ones are shortened."""


@dataclass(frozen=True, slots=True)
class Badges:
    """The numbered hexes in the picture of a page, and the kind of choice that asks for them."""

    kind: str
    hexes: Sequence[str]

    def number(self, session: TurnSession, coord: str) -> int:
        """Return a hex's number in the picture, from 1; 0 if it has none, as on an overview."""
        seen = coord in self.hexes and not is_wide(session.view, self.hexes)
        return self.hexes.index(coord) + 1 if seen else 0


@dataclass(frozen=True, slots=True)
class Opening:
    """A choice with its forced values filled in: the field to ask for (None: complete) and its options."""

    choice: Choice
    draft: Draft
    wanted: Field | None = None
    options: Sequence[Option] = field(default=())
    amounts: Range | None = None

    @property
    def at_end(self) -> bool:
        """Return True if a value of the wanted field completes the choice."""
        return self.wanted is not None and self.wanted.name == self.choice.fields[-1].name

    @property
    def is_few(self) -> bool:
        """Return True if each value has a button of its own."""
        return self.at_end and 0 < len(self.options) <= FEW

    @property
    def begins_few(self) -> bool:
        """Return True if each value of the first field has a button that leads on to the next field."""
        return not self.at_end and self.wanted is not None and 1 < len(self.options) <= FEW

    def actions(self, session: TurnSession) -> Iterator[tuple[str, str, Action]]:
        """Yield the label, the remark and the action of each press that completes the choice."""
        kind, args = self.choice.kind, self.draft.args
        if self.wanted is None:
            only = chooser.last_value(session, self.draft)
            note = " ".join(chooser.option_notes(session, self.draft, short=True))
            yield (
                chooser.choice_text(translated(self.choice.label), only),
                note,
                Action(kind, session.seat, args),
            )
        elif self.is_few:
            for o in self.options:
                yield o.label, o.note, Action(kind, session.seat, {**args, self.wanted.name: o.value})


def opening(session: TurnSession, choice: Choice) -> Opening:
    """Return how a choice begins: its forced values, the first open field and that field's options."""
    draft, wanted = filled(session.game, session.seat, Draft(choice.kind))
    if wanted is None or wanted.name in LAY or wanted.kind not in ("option", "amount"):
        return Opening(choice, draft, wanted)
    options = options_of(session.game, session.seat, draft, wanted.name)
    if isinstance(options, Range):
        return Opening(choice, draft, wanted, amounts=options)
    result = Opening(choice, draft, wanted, options)
    if result.is_few:  # its buttons count the options as the engine lists them
        return result
    ranked = priced(session.game, session.seat, draft, wanted.name, options_for(session, draft, wanted.name))
    return result if isinstance(ranked, Range) else replace(result, options=ranked)


def badges(session: TurnSession, choices: Sequence[Choice]) -> Badges:
    """Return the hexes that the first page numbers: those of the first choice that asks for a hex."""
    asking = next((c for c in choices if c.fields and c.fields[0].name == HEX and c.kind not in LAST), None)
    if asking is None:
        return Badges("", list(dict.fromkeys(c.hex for c in choices if c.hex)))
    options = options_for(session, Draft(asking.kind), HEX)
    return Badges(asking.kind, [] if isinstance(options, Range) else [o.value for o in options])


def choice_lines(session: TurnSession, each: Opening) -> list[str]:
    """Return the lines on a choice: its remark, its amounts, and what each completing press would change."""
    choice, lines = each.choice, []
    notes = " ".join(map(escape, [choice.note, *chooser.option_notes(session, each.draft)])).strip()
    if each.wanted is not None and (each.is_few or each.begins_few or _is_placeholder_cut(session, each)):
        named = chooser.choice_text(
            translated(choice.label), "" if len(choice.fields) == 1 else _only_label(session, choice)
        )
        lines.append(f"**{escape(named)}** · {translated(each.wanted.label)}")
        lines += [subtext(notes)] if notes else []
    elif notes:
        lines.append(subtext(f"{escape(translated(choice.label))}: {notes}"))
    if each.amounts is not None and len(choice.fields) == 1:
        lines.append(subtext(chooser.range_text(session, each.amounts)))
    if each.begins_few:
        lines += [subtext(escape(f"{option.label}: {option.note}")) for option in each.options if option.note]
    return [*lines, *_effects(session, each)]


def is_menu(session: TurnSession, each: Opening) -> bool:
    """Return True if the options fit one menu; distant hexes are asked for by part of the map."""
    if each.wanted is None or not 1 < len(each.options) <= MAX_OPTIONS:
        return False
    return each.wanted.name != HEX or not is_wide(session.view, [o.value for o in each.options])


def _is_placeholder_cut(session: TurnSession, each: Opening) -> bool:
    """Return True if the menu's placeholder is too short for all that the choice asks."""
    if each.is_few or not is_menu(session, each) or each.wanted is None:
        return False
    return not placeholder(session, each).endswith(translated(each.wanted.label)) or bool(
        _only_label(session, each.choice)
    )


def _effects(session: TurnSession, each: Opening) -> list[str]:
    """Return the lines on what each completing press would change, shortened where that is much."""
    lines = []
    for label, note, action in each.actions(session):
        effect = words.effect_line(session.game, action)
        parts = [effect] if t("Cash") in effect or not note else [escape(note), effect]
        text = " · ".join(filter(None, parts))
        text = text if len(text) <= SHORT else _short_effect(session, label, note, action)
        lines += [f"**{escape(label)}**", f"-# {text}"] if text else []
    return lines


def _short_effect(session: TurnSession, label: str, note: str, action: Action) -> str:
    """Return the remark, with the money that moves if the remark does not say it."""
    return escape(
        " · ".join(
            filter(None, [unmentioned_changes(session.game, session.seat, action, f"{label} {note}"), note])
        )
    )


def ending_line(session: TurnSession, choice: Choice) -> str:
    """Return the line on what ending a step or turn means and costs; "" if there is nothing to say."""
    label, action = translated(choice.label), Action(choice.kind, session.seat)
    costs = "" if choice.fields else unmentioned_changes(session.game, session.seat, action, choice.note)
    remark = " · ".join(filter(None, [costs, choice.note]))
    return subtext(f"{escape(label)}: {escape(remark)}") if remark else ""


def placeholder(session: TurnSession, each: Opening) -> str:
    """Return the longest placeholder of a menu that a phone shows in full."""
    assert each.wanted is not None
    label, only = translated(each.choice.label), _only_label(session, each.choice)
    wanted = translated(each.wanted.label)
    words = (f"{chooser.choice_text(label, only)}: {wanted}", f"{label}: {wanted}", label)
    return next((text for text in words if len(text) <= MENU_WORDS), label)


def _only_label(session: TurnSession, choice: Choice) -> str:
    """Return the label of the first field's only option; "" if there are several."""
    if not choice.fields or choice.fields[0].kind != "option":
        return ""
    options = options_of(session.game, session.seat, Draft(choice.kind), choice.fields[0].name)
    return options[0].label if not isinstance(options, Range) and len(options) == 1 else ""
