"""The buttons and menus of the first page's choices: what is likely is a button, the rest is a menu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.chat.figures import LAST
from bot.chat.frame import DANGER, MAX_OPTIONS, PLAIN, PRIMARY, ROW_WIDTH, Sheet
from bot.chat.menu import with_overflow
from bot.chat.press import ENTRY, GameItem, button, select
from bot.turn.choosing import chooser
from bot.turn.choosing.ahead import gains_at
from bot.turn.choosing.fitting import likely_room
from bot.turn.choosing.openings import Badges, Opening, choice_lines, is_menu, opening, placeholder
from bot.turn.choosing.ways import Way, has_rivals, likely_of, ways_of
from bot.turn.session.draft import Draft, filled, options_of
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Choice, Option, Range
from engine.api.moves import HEX, Page

MENUS = 4
"""The most menus on the first page; further choices are buttons."""

HEXES = 4
"""The hexes that have a button of their own beside the menu of all."""


@dataclass(frozen=True, slots=True)
class Controls:
    """The buttons and menus of a choice; ``whole``: the buttons alone show all of it."""

    buttons: Sequence[GameItem] = ()
    menus: Sequence[GameItem] = ()
    whole: bool = False


def add_choices(session: TurnSession, sheet: Sheet, choices: Sequence[Choice], shown: Badges) -> None:
    """Add choices to a page: their effects as text, then what is likely as buttons and the rest as menus."""
    usual = sorted((c for c in choices if not c.seldom), key=lambda c: c.page is not Page.NONE)
    found = [opening(session, choice) for choice in usual]
    sheet.texts.append("\n".join(line for each in found for line in choice_lines(session, each)))
    single: list[Choice] = []
    room, most = MENUS, likely_room(len(found))
    for each in found:
        made = _controls(session, each, shown, most)
        fits = 0 < len(made.menus) <= room
        if made.buttons or fits:
            _add_single(session, sheet, single)
        sheet.add_buttons(made.buttons)
        if fits:
            room -= len(made.menus)
            sheet.rows += [[menu] for menu in made.menus]
        elif not made.whole:
            single.append(each.choice)
    _add_single(session, sheet, single)
    # What cannot be mended stands in a row of its own.
    sheet.add_buttons(begin_button(session, choice) for choice in single)
    add_seldom(session, sheet, [choice for choice in choices if choice.seldom])


def _add_single(session: TurnSession, sheet: Sheet, single: list[Choice]) -> None:
    """Add the buttons of the choices that have no other controls, and leave the dangerous ones for later."""
    sheet.add_buttons(begin_button(session, choice) for choice in single if not choice.danger)
    single[:] = [choice for choice in single if choice.danger]


def add_seldom(session: TurnSession, sheet: Sheet, choices: Sequence[Choice]) -> None:
    """Add what few turns use: a single button, or a menu behind which the choices stand."""
    items = [begin_button(session, choice) for choice in choices]
    shown, menu = with_overflow(items, int(len(items) == 1), session.press(ENTRY, "seldom"), t("More to do…"))
    sheet.add_buttons(shown)
    sheet.rows += [menu] if menu else []


def _controls(session: TurnSession, each: Opening, shown: Badges, most: int) -> Controls:
    """Return the controls of a choice; ``most`` is how many of its likely ways have buttons."""
    if each.amounts is not None and len(each.choice.fields) == 1:
        return Controls(_amount_buttons(session, each, each.amounts), whole=True)
    if each.is_few:
        return Controls(list(_value_buttons(session, each, shown)), whole=True)
    if each.wanted is None:
        return Controls()
    ways = ways_of(session, each.choice)
    if ways:
        return _way_controls(session, each, ways, most)
    menus = [_menu(session, each, shown)] if is_menu(session, each) else []
    if each.wanted.name == HEX:
        return Controls(list(_hex_buttons(session, each, shown)), menus, whole=len(each.options) <= HEXES)
    if menus and each.choice.page is Page.PAR and not each.at_end:
        return Controls(list(_first_buttons(session, each)), menus, whole=len(each.options) <= ROW_WIDTH)
    if menus and each.begins_few:
        return Controls(list(_value_buttons(session, each, shown)), whole=True)
    return Controls((), menus)


def _way_controls(session: TurnSession, each: Opening, ways: Sequence[Way], most: int) -> Controls:
    """Return the likely ways of a choice as buttons, and menus of all; of pars the companies."""
    choice, menus = each.choice, _way_menus(session, each, ways)
    if choice.page is Page.PAR and has_rivals(ways):
        return Controls(list(_first_buttons(session, each)), menus, whole=True)
    items = [way_button(session, way, choice) for way in likely_of(ways, most)]
    more = [_other_amount(session, choice)] if _asks_amount(each) else []
    whole = len(items) == len(ways)
    return Controls([*items, *more], () if whole else menus, whole)


def _hex_buttons(session: TurnSession, each: Opening, shown: Badges) -> Iterator[GameItem]:
    """Yield a button for each of the first hexes; they carry their numbers in the picture."""
    assert each.wanted is not None
    listed = options_of(session.game, session.seat, each.draft, HEX)
    places = {} if isinstance(listed, Range) else {o.value: index for index, o in enumerate(listed)}
    for option in each.options[:HEXES]:
        number = shown.number(session, option.value)
        gain = option.note.partition(",")[0] if gains_at(session, each.choice.kind, option.value) else ""
        label = " · ".join(filter(None, [str(number) if number else "", option.label, gain]))
        if each.choice.kind != shown.kind:
            label = chooser.choice_text(translated(each.choice.label), label)
        yield button(session.press("w_pick", each.choice.kind, places[option.value]), label)


def _first_buttons(session: TurnSession, each: Opening) -> Iterator[GameItem]:
    """Yield a button for each of the first values of a choice that asks for a price afterwards."""
    for index, option in enumerate(each.options[:ROW_WIDTH]):
        label = chooser.choice_text(translated(each.choice.label), option.label.partition(" · ")[0])
        yield button(session.press("w_pick", each.choice.kind, index), f"{label}…")


def _value_buttons(session: TurnSession, each: Opening, shown: Badges) -> Iterator[GameItem]:
    """Yield a button for each value; a hex carries its number in the picture."""
    style = DANGER if each.choice.danger else PLAIN
    on_map = each.wanted is not None and each.wanted.name == HEX
    for index, option in enumerate(each.options):
        number = shown.number(session, option.value) if on_map else 0
        label = f"{number} · {option.label}" if number else option.label
        if on_map and each.choice.kind != shown.kind:
            label = chooser.choice_text(translated(each.choice.label), label)
        yield button(session.press("w_pick", each.choice.kind, index), label, style=style)


def _amount_buttons(session: TurnSession, each: Opening, options: Range) -> list[GameItem]:
    """Return buttons for the quick amounts of a choice, and one to type another."""
    kind, label = each.choice.kind, translated(each.choice.label)
    items = [
        button(session.press("w_pick", kind, amount), f"{label}: {session.view.money(amount)}", style=PRIMARY)
        for amount in chooser.quick_amounts(options)
    ]
    return [
        *items[: ROW_WIDTH - 1],
        button(session.press("w_pick", kind), t("{label}: another amount…", label=label)),
    ]


def _asks_amount(each: Opening) -> bool:
    """Return True if a choice ends with an amount: another one than the lowest is asked for by a button."""
    return bool(each.choice.fields) and each.choice.fields[-1].kind == "amount"


def _other_amount(session: TurnSession, choice: Choice) -> GameItem:
    """Return the button that asks for all values of a choice, one after the other."""
    label = t("{label}: another amount…", label=translated(choice.label))
    return button(session.press("w_pick", choice.kind, ""), label)


def way_button(session: TurnSession, way: Way, choice: Choice) -> GameItem:
    """Return the button that does a way at once."""
    label = chooser.choice_text(translated(choice.label), way.label)
    text = " · ".join(filter(None, [label, way.effect]))
    style = DANGER if choice.danger else PLAIN
    return button(session.press("w_do", choice.kind, way.key), chooser.shorten(text, 80), style=style)


def _way_menus(session: TurnSession, each: Opening, ways: Sequence[Way]) -> list[GameItem]:
    """Return the menus of all ways of a choice."""
    parts = [ways[index : index + MAX_OPTIONS] for index in range(0, len(ways), MAX_OPTIONS)]
    return [
        select(
            session.press("w_do", each.choice.kind, *([] if len(parts) == 1 else [f"m{index}"])),
            [chooser.menu_option(0, _entry(way)) for way in part],
            placeholder=_menu_words(session, each, index, len(parts)),
        )
        for index, part in enumerate(parts)
    ]


def _entry(way: Way) -> Option:
    """Return the entry of a menu that does a way at once."""
    return Option(way.key, way.entry, " · ".join(filter(None, [way.effect, way.note])))


def _menu_words(session: TurnSession, each: Opening, part: int, parts: int) -> str:
    """Return the placeholder of a menu of ways; of several menus with their number."""
    words = placeholder(session, each)
    return words if parts == 1 else f"{words} ({part + 1}/{parts})"


def _menu(session: TurnSession, each: Opening, shown: Badges) -> GameItem:
    """Return the menu of a choice's options."""
    assert each.wanted is not None
    on_map = each.wanted.name == HEX
    numbers = [shown.number(session, option.value) if on_map else 0 for option in each.options]
    entries = [
        chooser.menu_option(number, option, numbered=number > 0)
        for number, option in zip(numbers, each.options, strict=True)
    ]
    return select(session.press("w_pick", each.choice.kind), entries, placeholder=placeholder(session, each))


def begin_button(session: TurnSession, choice: Choice) -> GameItem:
    """Return the button that begins a choice."""
    style = DANGER if choice.danger else PLAIN if choice.kind in LAST else PRIMARY
    draft, wanted = filled(session.game, session.seat, Draft(choice.kind))
    only = chooser.last_value(session, draft)
    label = chooser.choice_text(translated(choice.label), only) + ("…" if wanted is not None else "")
    return button(session.press("w_pick", choice.kind), label, style=style)
