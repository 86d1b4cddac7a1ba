"""The generic pages of a decision: ask for its fields one by one, then say what it would do and confirm.

A field with options is a select (pages and a search beyond 25), one with an amount is a few buttons and a
modal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import discord

from bot.cards.maps import is_wide
from bot.chat.figures import escape, subtext
from bot.chat.frame import DANGER, GOOD, MAX_OPTIONS, PRIMARY, Sheet
from bot.chat.press import GameItem, button, select
from bot.turn.choosing import steps
from bot.turn.choosing.ahead import options_for
from bot.turn.choosing.prices import priced
from bot.turn.session import words
from bot.turn.session.draft import PART, Draft, choice_of, options_of, shown_value
from bot.turn.session.session import TurnSession
from bot.words import SOURCE, language, t, translated
from bot.words.grammar import Thing, pick
from bot.work.pictures import DrawnPicture
from engine import Action, Choice, Field, Option, Range
from engine.api.moves import DONE, HEX
from render.map.sectors import sector_of

STOP = "stop"
"""The field that names one of the cities of a hex."""
QUICK, MENUS = 5, 3
"""The most amounts offered as buttons, and the most menus of hexes on one page."""

PLACE, LONG = "#", 40
"""The mark of a place on a list in a press, and the characters from which a value is named by it."""

BUTTONS = 10
"""The most options of a field that each have a button; more are a menu."""


async def field_sheet(session: TurnSession, draft: Draft, wanted: Field) -> Sheet:
    """Build the page that asks for one field of the draft."""
    options = options_for(session, draft, wanted.name)
    sheet = session.sheet()
    sheet.texts = [
        words.header(session.game, session.seat),
        draft_line(session, draft),
        f"**{translated(wanted.label)}**",
    ]
    choice = choice_of(session.game, session.seat, draft.kind)
    remarks = [choice.note if choice else "", *option_notes(session, draft)]
    sheet.texts += [subtext(escape(note)) for note in remarks if note]
    sheet.texts.append("\n".join(steps.lines_of(session, choice)))
    if isinstance(options, Range):
        sheet.texts.append(range_text(session, options))
        sheet.add_buttons(amount_buttons(session, draft, options))
    else:
        shown = listed_options(session, draft, wanted, options)
        values = [o.value for _, o in shown]
        sheet.pictures = await field_pictures(session, wanted.name, values, _part(draft), choice)
        if wanted.name == STOP and HEX in draft.args:
            sheet.pictures = await session.draw("crop", hexes=[draft.args[HEX]])
        add_list(session, sheet, draft, wanted, shown)
    sheet.add_buttons([back_button(session), home_button(session)])
    return sheet


def draft_line(session: TurnSession, draft: Draft) -> str:
    """Return the values chosen so far, in one line."""
    choice = choice_of(session.game, session.seat, draft.kind)
    if choice is None:
        return draft.kind
    values: list[str] = []
    for wanted in choice.fields:
        if wanted.name not in draft.args or wanted.kind == "routes":
            continue
        value = shown_value(session.game, session.seat, draft, wanted)
        if not (
            wanted.kind == "amount"
            and values
            and contains_amount(value, values[-1])
            and _only(session, draft, wanted)
        ):
            values.append(value)
    label = translated(choice.label)
    return escape(choice_text(label, ", ".join(drop_implied(label, values))))


def _only(session: TurnSession, draft: Draft, wanted: Field) -> bool:
    """Return True if a field had a single possible amount, so that there was nothing to choose."""
    before = {name: value for name, value in draft.args.items() if name != wanted.name}
    options = options_of(session.game, session.seat, Draft(draft.kind, before), wanted.name)
    return isinstance(options, Range) and options.low == options.high


def contains_amount(value: str, text: str) -> bool:
    """Return True if a text contains this amount."""
    return re.search(rf"(?<!\w){re.escape(value)}(?![\w,]*\d)", text) is not None


def drop_implied(label: str, values: Sequence[str]) -> Sequence[str]:
    """Return the values from the last one that contains the verb on: it repeats those before it."""
    positions = [at for at, value in enumerate(values) if value and says_verb(label, value)]
    return values[positions[-1] :] if positions else values


def last_value(session: TurnSession, draft: Draft) -> str:
    """Return the label of the draft's last value that is an option; "" if there is none."""
    choice = choice_of(session.game, session.seat, draft.kind)
    fields = [f for f in choice.fields if f.name in draft.args and f.kind == "option"] if choice else []
    return shown_value(session.game, session.seat, draft, fields[-1]) if fields else ""


def choice_text(label: str, value: str) -> str:
    """Return a choice's label with its value, or the value alone if it contains the verb already."""
    if not value:
        return label
    return value if says_verb(label, value) else f"{label}: {value}"


def says_verb(label: str, value: str) -> bool:
    """Return True if a value contains the verb of its choice: in English first, in other languages last."""
    begins = value.partition(" ")[0] == label.partition(" ")[0]
    ends = value.partition(" · ")[0].rpartition(" ")[2].casefold() == label.rpartition(" ")[2].casefold()
    return begins or (ends and language() != SOURCE)


def option_notes(session: TurnSession, draft: Draft, *, short: bool = False) -> list[str]:
    """Return the remarks on the chosen options: whole sentences, or the ``short`` ones written for menus."""
    choice = choice_of(session.game, session.seat, draft.kind)
    before: dict[str, object] = {}
    remarks = []
    for wanted in choice.fields if choice else ():
        if wanted.name not in draft.args:
            break
        value = draft.args[wanted.name]
        if wanted.kind == "option":
            options = options_of(session.game, session.seat, Draft(draft.kind, before), wanted.name)
            found = () if isinstance(options, Range) else options
            remarks += [
                o.note for o in found if o.value == value and o.note and o.note.endswith(".") is not short
            ]
        before[wanted.name] = value
    return remarks


def range_text(session: TurnSession, amounts: Range) -> str:
    """Return a sentence with the possible amounts and their step."""
    low, high = (session.view.money(x) for x in (amounts.low, amounts.high))
    if amounts.step == 1:
        return t("From {low} to {high}.", low=low, high=high)
    step = session.view.money(amounts.step)
    return t("From {low} to {high} in steps of {step}.", low=low, high=high, step=step)


def amount_buttons(session: TurnSession, draft: Draft, options: Range) -> list[GameItem]:
    """Return buttons for the lowest and the suggested amounts, and one to type another amount."""
    items = [
        button(session.press("w_amount", draft.tag, x), session.view.money(x), style=PRIMARY)
        for x in quick_amounts(options)
    ]
    return [*items, button(session.press("w_ask", draft.tag), t("Another amount…"))]


def quick_amounts(options: Range) -> list[int]:
    """Return the amounts offered as buttons, ascending; the maximum only if there are few amounts."""
    ends = [options.low] if is_wide_range(options) else [options.low, options.high]
    wanted = sorted({x for x in (*ends, *options.suggested) if x in options and not is_maximum(options, x)})
    return wanted[:QUICK]


def is_wide_range(options: Range) -> bool:
    """Return True if more amounts are possible than fit on a page as buttons."""
    return (options.high - options.low) // options.step >= QUICK


def is_maximum(options: Range, amount: object) -> bool:
    """Return True if an amount is the maximum of a wide range: as a rule all of the player's cash."""
    return is_wide_range(options) and amount == options.high


def is_maximum_amount(session: TurnSession, draft: Draft) -> bool:
    """Return True if the draft has the maximum of a wide range, which its page warns about."""
    choice, before = choice_of(session.game, session.seat, draft.kind), Draft(draft.kind)
    for wanted in choice.fields if choice else ():
        if wanted.name not in draft.args:
            break
        options = (
            options_of(session.game, session.seat, before, wanted.name) if wanted.kind == "amount" else ()
        )
        if isinstance(options, Range) and is_maximum(options, draft.args[wanted.name]):
            return True
        before = before.with_value(wanted.name, draft.args[wanted.name])
    return False


def _part(draft: Draft) -> str:
    """Return the letter of the map's part whose hexes are shown; "" for the whole map."""
    return "" if draft.find else str(draft.more.get(PART, ""))


# --- lists -----------------------------------------------------------------------------------------


def listed_options(
    session: TurnSession, draft: Draft, wanted: Field, options: Sequence[Option]
) -> Sequence[tuple[int, Option]]:
    """Return the options that a page lists, numbered; hexes are numbered as in their picture."""
    if wanted.name == HEX and (letter := _part(draft)):
        here = sector_of(session.view, letter).hexes
        options = [option for option in options if option.value in here]
    shown = numbered_matches(options, draft.find, wanted.name)
    return [(i, o) for i, (_, o) in enumerate(shown, 1)] if wanted.name == HEX else shown


def numbered_matches(options: Sequence[Option], text: str, name: str) -> list[tuple[int, Option]]:
    """Return the options that match a search text, numbered from 1; all if the text is empty."""
    numbered = list(enumerate(options, 1))
    return matching(numbered, text) if text else numbered


def matching(numbered: Sequence[tuple[int, Option]], text: str) -> list[tuple[int, Option]]:
    """Return the numbered options that a typed text may mean: none, one or several."""
    things = {Thing(o.value, o.label, note=o.note, number=i): (i, o) for i, o in numbered}
    return [things[thing] for thing in pick(things, text)]


def add_list(
    session: TurnSession, sheet: Sheet, draft: Draft, wanted: Field, shown: Sequence[tuple[int, Option]]
) -> None:
    """Add the menu of a page of options, with buttons to turn pages and to search."""
    if wanted.kind == "option" and 0 < len(shown) <= BUTTONS:
        add_option_buttons(session, sheet, draft, wanted, shown)
        return
    parts = [shown[i : i + MAX_OPTIONS] for i in range(0, len(shown), MAX_OPTIONS)]
    if wanted.name == HEX and 1 < len(parts) <= MENUS:
        sheet.rows += [[_select(session, draft, wanted, part, i)] for i, part in enumerate(parts)]
        sheet.add_buttons([button(session.press("w_find", draft.tag), t("Type number or name…"))])
        return
    pages = max(1, len(parts))
    page = min(draft.page, pages - 1)
    here = parts[page] if parts else ()
    if not here:
        sheet.texts.append(
            t("Nothing matches “{find}”; find shows all again when left empty.", find=escape(draft.find))
        )
    else:
        sheet.rows.append([_select(session, draft, wanted, here)])
    row = []
    if pages > 1:
        sheet.texts.append(
            t(
                "-# {count} to choose from, page {page} of {pages}",
                count=len(shown),
                page=page + 1,
                pages=pages,
            )
        )
        row = [
            button(session.press("w_list", draft.tag, (page - 1) % pages, "b"), t("◀ Page")),
            button(session.press("w_list", draft.tag, (page + 1) % pages, "f"), t("Page ▶")),
        ]
    if pages > 1 or draft.find or wanted.name == HEX:
        row.append(button(session.press("w_find", draft.tag), t("Type number or name…")))
    if wanted.kind == "many" and draft.picked:
        sheet.texts.append(t("Ticked: {count}", count=len(draft.picked)))
        row.append(button(session.press("w_ticked", draft.tag), t("These"), style=PRIMARY))
    sheet.add_buttons(row)


def add_option_buttons(
    session: TurnSession, sheet: Sheet, draft: Draft, wanted: Field, shown: Sequence[tuple[int, Option]]
) -> None:
    """Add a button for each of a few options, their remarks as small text above."""
    costs = priced(session.game, session.seat, draft, wanted.name, [o for _, o in shown])
    options = [o for _, o in shown] if isinstance(costs, Range) else costs
    on_map = wanted.name == HEX
    labels = [f"{i} · {o.label}" if on_map else o.label for (i, _), o in zip(shown, options, strict=True)]
    remarks = [f"{label}: {o.note}" for label, o in zip(labels, options, strict=True) if o.note]
    listed = options_of(session.game, session.seat, draft, wanted.name)
    places = {} if isinstance(listed, Range) else {o.value: at for at, o in enumerate(listed)}
    sheet.texts.append(subtext(escape("\n".join(remarks))))
    sheet.add_buttons(
        button(session.press("w_set", draft.tag, _named_or_place(o.value, places)), label)
        for label, o in zip(labels, options, strict=True)
    )


def _named_or_place(value: str, places: Mapping[str, int]) -> str:
    """Return a value as a part of a press; a long one by its place on the list."""
    return value if len(value) <= LONG else f"{PLACE}{places[value]}"


def _select(
    session: TurnSession,
    draft: Draft,
    wanted: Field,
    here: Sequence[tuple[int, Option]],
    menu: int | None = None,
) -> GameItem:
    """Return the menu of these options; ``menu`` is its index when a page has several."""
    many, numbered = wanted.kind == "many", wanted.name == HEX
    span = "" if menu is None else f" ({here[0][0]}-{here[-1][0]})"
    costs = priced(session.game, session.seat, draft, wanted.name, [o for _, o in here])
    if not many and not isinstance(costs, Range):
        here = [(i, o) for (i, _), o in zip(here, costs, strict=True)]
    return select(
        session.press("w_tick" if many else "w_set", draft.tag, *([] if menu is None else [menu])),
        [menu_option(i, o, numbered=numbered, ticked=o.value in draft.picked) for i, o in here],
        placeholder=translated(wanted.label) + span,
        minimum=0 if many else 1,
        maximum=len(here) if many else 1,
    )


def menu_option(
    number: int, option: Option, *, numbered: bool = False, ticked: bool = False
) -> discord.SelectOption:
    """Return an option as an entry of a Discord menu; ``numbered`` if its picture has numbers."""
    label = f"{number} · {option.label}" if numbered else option.label
    return discord.SelectOption(
        label=shorten(label), value=option.value, description=shorten(option.note) or None, default=ticked
    )


def shorten(text: str, most: int = 100) -> str:
    """Shorten a text to ``most`` characters at a word's end, or inside a word that is very long."""
    if len(text) <= most:
        return text
    room, _, word = text[: most - 1].rpartition(" ")
    return f"{room if len(room) > len(word) else text[: most - 1]}…"


async def field_pictures(
    session: TurnSession, name: str, values: Sequence[str], part: str = "", choice: Choice | None = None
) -> list[DrawnPicture]:
    """Return the picture for a field: its hexes, an overview, that of the choice's step, or the market."""
    if name == HEX and part:
        return await session.draw("crop", sector=part, badges=list(values))
    if name == HEX and is_wide(session.view, values):
        return await session.draw("regions", hexes=list(values))
    if name == HEX and values:
        return await session.draw("crop", **_around(session, values))
    if choice is not None and steps.page_of(session, choice) is not None:
        return await steps.picture_of(session, choice)
    if name in ("company", "source") and session.company is None:
        return await session.draw("market")
    return []


def _around(session: TurnSession, hexes: Sequence[str]) -> dict[str, object]:
    """Return the parameters of a picture of hexes: around the company's stations if it has any."""
    company = session.company
    if company and session.view.stations(company):
        return {"company": company, "badges": list(hexes)}
    return {"hexes": list(hexes), "badges": list(hexes)}


# --- the end of a choice ---------------------------------------------------------------------------


async def confirm_sheet(session: TurnSession, draft: Draft) -> Sheet:
    """Build the page that says what the complete draft would do, with a button to confirm it."""
    action = Action(draft.kind, session.seat, draft.args)
    preview, sheet = words.preview_or_none(session.game, action), session.sheet()
    sheet.texts = [words.header(session.game, session.seat), f"**{draft_line(session, draft)}**"]
    choice = choice_of(session.game, session.seat, draft.kind)
    if preview is None:
        refusal = session.game.check(action)
        sheet.texts.append(translated(refusal.text) if refusal else t("This is not possible now."))
        sheet.add_buttons([back_button(session), home_button(session)])
        return sheet
    sheet.texts.append("\n".join(words.preview_lines(session.game, preview)))
    sheet.texts += filter(None, [words.train_warning(session.game, preview)])
    if ending := words.turn_end_text(session.game, preview):
        consequences = words.consequences_text(session.game, preview)
        sheet.texts += [words.turn_so_far(session.game), ending, consequences]
    # The note says what may still follow in the turn or round; nothing follows when that ends.
    over = bool(ending) and (draft.kind == DONE or words.ends_round(preview))
    remarks = [choice.note if choice and not over else "", *option_notes(session, draft)]
    sheet.texts += [subtext(escape(note)) for note in remarks if note]
    everything = is_maximum_amount(session, draft)
    sheet.texts += [t("**This is the highest amount that is possible.**")] if everything else []
    style = DANGER if everything or (choice is not None and choice.danger) else GOOD
    confirm_button = button(session.press("w_go", draft.tag), t("Confirm"), style=style)
    sheet.add_buttons([confirm_button, back_button(session)])
    return sheet


def back_button(session: TurnSession) -> GameItem:
    """Return the button that undoes the last value of the draft."""
    tag = session.draft.tag if session.draft else ""
    return button(session.press("w_back", tag), t("Back"))


def home_button(session: TurnSession) -> GameItem:
    """Return the button that leads to the page of all choices."""
    return button(session.press("w_home"), t("All choices"))
