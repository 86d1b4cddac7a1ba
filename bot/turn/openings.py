"""The choices on the first page of a turn: as buttons, menus and amounts, with what each would change.

What is complete with one press stands there with its effect in money and shares; everything else begins a
draft, whose next field has a page of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bot.cards.maps import is_wide
from bot.chat.figures import LAST, plain, subtext
from bot.chat.frame import DANGER, MAX_OPTIONS, PLAIN, PRIMARY, ROW_WIDTH, Sheet
from bot.chat.menu import with_overflow
from bot.chat.press import ENTRY, GameItem, button, select
from bot.turn import chooser, words
from bot.turn.ahead import gains_at, options_for
from bot.turn.draft import LAY, Draft, filled, options_of
from bot.turn.fitting import likely_room
from bot.turn.prices import priced, unsaid
from bot.turn.session import TurnSession
from bot.turn.ways import Way, has_rivals, likely_of, ways_of
from bot.words import known, t
from engine import Action, Choice, Field, Option, Range
from engine.face.moves import HEX, Page

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
        """Whether a value of the wanted field completes the choice."""
        return self.wanted is not None and self.wanted.name == self.choice.fields[-1].name

    @property
    def is_few(self) -> bool:
        """Whether each value has a button of its own."""
        return self.at_end and 0 < len(self.options) <= FEW

    def actions(self, session: TurnSession) -> Iterator[tuple[str, str, Action]]:
        """Yield the label, the remark and the action of each press that completes the choice."""
        kind, args = self.choice.kind, self.draft.args
        if self.wanted is None:
            only = chooser.last_value(session, self.draft)
            note = " ".join(chooser.option_notes(session, self.draft, short=True))
            yield chooser.choice_text(known(self.choice.label), only), note, Action(kind, session.seat, args)
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


def add_choices(session: TurnSession, sheet: Sheet, choices: Sequence[Choice], shown: Badges) -> None:
    """Add choices to a page: their effects as text, then what is likely as buttons and the rest as menus."""
    usual = sorted((c for c in choices if not c.seldom), key=lambda c: c.page is not Page.NONE)
    found = [opening(session, choice) for choice in usual]
    sheet.texts.append("\n".join(line for each in found for line in choice_lines(session, each)))
    single: list[Choice] = []
    room, most = MENUS, likely_room(len(found))
    for each in found:
        if each.amounts is not None and len(each.choice.fields) == 1:
            sheet.add_buttons(_amount_buttons(session, each, each.amounts))
            continue
        if each.is_few:
            sheet.add_buttons(_value_buttons(session, each, shown))
            continue
        likely, menus = _likely(session, each, shown, most)
        sheet.add_buttons(likely)
        fits = len(menus) <= room
        if fits:
            room -= len(menus)
            sheet.rows += [[menu] for menu in menus]
        if not fits or not (likely or menus):
            single.append(each.choice)
        elif _asks_amount(each):
            sheet.add_buttons([_other_amount(session, each.choice)])
    for danger in (False, True):  # what cannot be mended stands in a row of its own
        sheet.add_buttons(begin_button(session, choice) for choice in single if choice.danger is danger)
    add_seldom(session, sheet, [choice for choice in choices if choice.seldom])


def add_seldom(session: TurnSession, sheet: Sheet, choices: Sequence[Choice]) -> None:
    """Add what few turns use: a single button, or a menu behind which the choices stand."""
    items = [begin_button(session, choice) for choice in choices]
    shown, menu = with_overflow(items, int(len(items) == 1), session.press(ENTRY, "seldom"), t("More to do…"))
    sheet.add_buttons(shown)
    sheet.rows += [menu] if menu else []


def _likely(
    session: TurnSession, each: Opening, shown: Badges, most: int
) -> tuple[Sequence[GameItem], Sequence[GameItem]]:
    """Return the likely values of a choice as buttons, and menus of all of them; none where they fit none."""
    if each.wanted is None:
        return (), ()
    if each.wanted.name == HEX:
        menus = [_menu(session, each, shown)] if _is_menu(session, each) else []
        return list(_hex_buttons(session, each, shown)), menus
    ways = ways_of(session, each.choice)
    if ways and each.choice.page is Page.PAR and has_rivals(ways):
        return list(_first_buttons(session, each)), _way_menus(session, each, ways)
    if ways:
        items = [way_button(session, way, each.choice) for way in likely_of(ways, most)]
        return items, _way_menus(session, each, ways) if len(ways) > len(items) else ()
    if not _is_menu(session, each):
        return (), ()
    few = len(each.options) <= FEW
    return (list(_value_buttons(session, each, shown)), ()) if few else ((), [_menu(session, each, shown)])


def _first_buttons(session: TurnSession, each: Opening) -> Iterator[GameItem]:
    """Yield a button for each of the first values of a choice that asks for a price afterwards."""
    for i, option in enumerate(each.options[:ROW_WIDTH]):
        label = chooser.choice_text(known(each.choice.label), option.label.partition(" · ")[0])
        yield button(session.press("w_pick", each.choice.kind, i), f"{label}…")


def _asks_amount(each: Opening) -> bool:
    """Return whether a choice ends with an amount: another one than the lowest is asked for by a button."""
    return bool(each.choice.fields) and each.choice.fields[-1].kind == "amount"


def _other_amount(session: TurnSession, choice: Choice) -> GameItem:
    """Return the button that asks for all values of a choice, one after the other."""
    label = t("{label}: another amount…", label=known(choice.label))
    return button(session.press("w_pick", choice.kind, ""), label)


def way_button(session: TurnSession, way: Way, choice: Choice) -> GameItem:
    """Return the button that does a way at once."""
    label = chooser.choice_text(known(choice.label), way.label)
    unsaid_in = f"{label} · {way.note}" if way.note and way.is_effect else label
    style = DANGER if choice.danger else PLAIN
    return button(session.press("w_do", choice.kind, way.key), chooser.shorten(unsaid_in, 80), style=style)


def _way_menus(session: TurnSession, each: Opening, ways: Sequence[Way]) -> list[GameItem]:
    """Return the menus of all ways of a choice."""
    parts = [ways[i : i + MAX_OPTIONS] for i in range(0, len(ways), MAX_OPTIONS)]
    return [
        select(
            session.press("w_do", each.choice.kind, *([] if len(parts) == 1 else [f"m{i}"])),
            [chooser.menu_option(0, Option(way.key, way.label, way.note)) for way in part],
            placeholder=_menu_words(session, each, i, len(parts)),
        )
        for i, part in enumerate(parts)
    ]


def _menu_words(session: TurnSession, each: Opening, part: int, parts: int) -> str:
    """Return the placeholder of a menu of ways; of several menus with their number."""
    words = _placeholder(session, each)
    return words if parts == 1 else f"{words} ({part + 1}/{parts})"


def _hex_buttons(session: TurnSession, each: Opening, shown: Badges) -> Iterator[GameItem]:
    """Yield a button for each of the first hexes; they carry their numbers in the picture."""
    assert each.wanted is not None
    listed = options_of(session.game, session.seat, each.draft, HEX)
    places = {} if isinstance(listed, Range) else {o.value: i for i, o in enumerate(listed)}
    for option in each.options[:HEXES]:
        number = shown.number(session, option.value)
        gain = option.note.partition(",")[0] if gains_at(session, each.choice.kind, option.value) else ""
        label = " · ".join(filter(None, [str(number) if number else "", option.label, gain]))
        if each.choice.kind != shown.kind:
            label = chooser.choice_text(known(each.choice.label), label)
        yield button(session.press("w_pick", each.choice.kind, places[option.value]), label)


def choice_lines(session: TurnSession, each: Opening) -> list[str]:
    """Return the lines on a choice: its remark, its amounts, and what each completing press would change."""
    choice, lines = each.choice, []
    notes = " ".join(map(plain, [choice.note, *chooser.option_notes(session, each.draft)])).strip()
    if each.wanted is not None and (each.is_few or _is_placeholder_cut(session, each)):
        named = chooser.choice_text(
            known(choice.label), "" if len(choice.fields) == 1 else _only_label(session, choice)
        )
        lines.append(f"**{plain(named)}** · {known(each.wanted.label)}")
        lines += [subtext(notes)] if notes else []
    elif notes:
        lines.append(subtext(f"{plain(known(choice.label))}: {notes}"))
    if each.amounts is not None and len(choice.fields) == 1:
        lines.append(subtext(chooser.range_text(session, each.amounts)))
    return [*lines, *_effects(session, each)]


def _is_menu(session: TurnSession, each: Opening) -> bool:
    """Return whether the options fit one menu; distant hexes are asked for by part of the map."""
    if each.wanted is None or not 1 < len(each.options) <= MAX_OPTIONS:
        return False
    return each.wanted.name != HEX or not is_wide(session.view, [o.value for o in each.options])


def _is_placeholder_cut(session: TurnSession, each: Opening) -> bool:
    """Return whether the menu's placeholder is too short for all that the choice asks."""
    if each.is_few or not _is_menu(session, each) or each.wanted is None:
        return False
    return not _placeholder(session, each).endswith(known(each.wanted.label)) or bool(
        _only_label(session, each.choice)
    )


def _effects(session: TurnSession, each: Opening) -> list[str]:
    """Return the lines on what each completing press would change, shortened where that is much."""
    lines = []
    for label, note, action in each.actions(session):
        effect = words.effect_line(session.game, action)
        parts = [effect] if t("Cash") in effect or not note else [plain(note), effect]
        text = " · ".join(filter(None, parts))
        text = text if len(text) <= SHORT else _short_effect(session, label, note, action)
        lines += [f"**{plain(label)}**", f"-# {text}"] if text else []
    return lines


def _short_effect(session: TurnSession, label: str, note: str, action: Action) -> str:
    """Return the remark, with the money that moves if the remark does not say it."""
    return plain(
        " · ".join(filter(None, [unsaid(session.game, session.seat, action, f"{label} {note}"), note]))
    )


def ending_line(session: TurnSession, choice: Choice) -> str:
    """Return the line on what ending a step or turn means and costs; "" if there is nothing to say."""
    label, action = known(choice.label), Action(choice.kind, session.seat)
    costs = "" if choice.fields else unsaid(session.game, session.seat, action, choice.note)
    remark = " · ".join(filter(None, [costs, choice.note]))
    return subtext(f"{plain(label)}: {plain(remark)}") if remark else ""


def begin_button(session: TurnSession, choice: Choice) -> GameItem:
    """Return the button that begins a choice."""
    style = DANGER if choice.danger else PLAIN if choice.kind in LAST else PRIMARY
    draft, wanted = filled(session.game, session.seat, Draft(choice.kind))
    only = chooser.last_value(session, draft)
    label = chooser.choice_text(known(choice.label), only) + ("…" if wanted is not None else "")
    return button(session.press("w_pick", choice.kind), label, style=style)


def _value_buttons(session: TurnSession, each: Opening, shown: Badges) -> Iterator[GameItem]:
    """Yield a button for each value; a hex carries its number in the picture."""
    style = DANGER if each.choice.danger else PLAIN
    on_map = each.wanted is not None and each.wanted.name == HEX
    for i, option in enumerate(each.options):
        number = shown.number(session, option.value) if on_map else 0
        label = f"{number} · {option.label}" if number else option.label
        if on_map and each.choice.kind != shown.kind:
            label = chooser.choice_text(known(each.choice.label), label)
        yield button(session.press("w_pick", each.choice.kind, i), label, style=style)


def _menu(session: TurnSession, each: Opening, shown: Badges) -> GameItem:
    """Return the menu of a choice's options."""
    assert each.wanted is not None
    on_map = each.wanted.name == HEX
    numbers = [shown.number(session, o.value) if on_map else 0 for o in each.options]
    entries = [chooser.menu_option(i, o, numbered=i > 0) for i, o in zip(numbers, each.options, strict=True)]
    return select(session.press("w_pick", each.choice.kind), entries, placeholder=_placeholder(session, each))


def _placeholder(session: TurnSession, each: Opening) -> str:
    """Return the longest placeholder of a menu that a phone shows in full."""
    assert each.wanted is not None
    label, only = known(each.choice.label), _only_label(session, each.choice)
    wanted = known(each.wanted.label)
    words = (f"{chooser.choice_text(label, only)}: {wanted}", f"{label}: {wanted}", label)
    return next((text for text in words if len(text) <= MENU_WORDS), label)


def _amount_buttons(session: TurnSession, each: Opening, options: Range) -> list[GameItem]:
    """Return buttons for the quick amounts of a choice, and one to type another."""
    kind, label = each.choice.kind, known(each.choice.label)
    items = [
        button(session.press("w_pick", kind, x), f"{label}: {session.view.money(x)}", style=PRIMARY)
        for x in chooser.quick_amounts(options)
    ]
    return [
        *items[: ROW_WIDTH - 1],
        button(session.press("w_pick", kind), t("{label}: another amount…", label=label)),
    ]


def _only_label(session: TurnSession, choice: Choice) -> str:
    """Return the label of the first field's only option; "" if there are several."""
    if not choice.fields or choice.fields[0].kind != "option":
        return ""
    options = options_of(session.game, session.seat, Draft(choice.kind), choice.fields[0].name)
    return options[0].label if not isinstance(options, Range) and len(options) == 1 else ""
