"""Long lists on the page of a turn: options as buttons or select menus, with pages and a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.chat.frame import MAX_OPTIONS, PRIMARY, PageBuilder
from bot.chat.markdown import escape, subtext
from bot.chat.press import BotItem, button, select_menu
from bot.turn.choosing.prices import options_with_effect_notes
from bot.turn.session import button_names
from bot.turn.session.draft import MAP_SECTOR_KEY, Draft, legal_values_of_field
from bot.turn.session.session import TurnSession
from bot.words import msg, t, translated
from bot.words.grammar import NamedItem, find_matches
from engine import Field, Option, Range
from engine.api.moves import HEX
from render.map.sectors import sector_of

MAX_LIST_MENUS = 3
"""The maximum number of menus of hexes on one page."""

INDEX_PREFIX, MAX_NAME_LENGTH = "#", 40
"""The prefix of an option's index in a custom id, and the maximum length of a value that is used itself."""

MAX_OPTION_BUTTONS = 10
"""The maximum number of options of a field that each have a button; more are a menu."""

LIST_PAGES_TEXTS = msg("-# {count} to choose from, page {page} of {pages}"), msg("◀ Page"), msg("Page ▶")
LAY_PAGES_TEXTS = msg("-# {count} possible lays, sheet {page} of {pages}"), msg("◀ Sheet"), msg("Sheet ▶")
"""The line of a list (or of tile lays) with several pages, and the labels of the back and forward buttons."""


def sector_letter_of(draft: Draft) -> str:
    """Return the letter of the sector of a large map whose hexes the page shows.

    "" if the page shows the whole map, as it does while a search text is set.
    """
    return "" if draft.search_text else str(draft.page_state.get(MAP_SECTOR_KEY, ""))


def listed_options(
    session: TurnSession, draft: Draft, field: Field, options: Sequence[Option]
) -> Sequence[tuple[int, Option]]:
    """Return the options that a field's turn page lists, each with its number from 1.

    Options that do not match the search text, or are outside the chosen sector of the map, are left out.
    Hexes are numbered without gaps, as on the page's map; other options keep their number in the whole list.
    Raises KeyError if the map has no sector with the chosen letter.
    """
    if field.name == HEX and (letter := sector_letter_of(draft)):
        hexes_in_sector = sector_of(session.view, letter).hexes
        options = [option for option in options if option.value in hexes_in_sector]
    matches = numbered_matches(options, draft.search_text)
    return [(i, match) for i, (_, match) in enumerate(matches, 1)] if field.name == HEX else matches


def numbered_matches(options: Sequence[Option], text: str) -> list[tuple[int, Option]]:
    """Return the options of a field that match a search text, each with its number (from 1) in ``options``.

    Every option matches an empty text.
    """
    numbered_options = list(enumerate(options, 1))
    return matching_options(numbered_options, text) if text else numbered_options


def matching_options(numbered_options: Sequence[tuple[int, Option]], text: str) -> list[tuple[int, Option]]:
    """Return the pairs of number and option that a typed number or name may mean: none, one or several."""
    pairs_by_item = {
        NamedItem(option.value, option.label, note=option.note, number=number): (number, option)
        for number, option in numbered_options
    }
    return [pairs_by_item[item] for item in find_matches(pairs_by_item, text)]


def add_option_list(
    session: TurnSession,
    builder: PageBuilder,
    draft: Draft,
    field: Field,
    numbered_options: Sequence[tuple[int, Option]],
) -> None:
    """Add the options of a field to its turn page: as buttons, or as menus with pages and a search.

    ``numbered_options`` is from `listed_options`. If there are none, a sentence says that nothing matches. Up
    to ten options are buttons if the field takes one value. More options are a menu of 25 with buttons to
    turn pages; 26 to 75 hexes are two or three menus. Once values of a field with several values ("many") are
    selected, their count and [These], which sets them, are added.
    """
    if field.kind == "option" and 0 < len(numbered_options) <= MAX_OPTION_BUTTONS:
        add_option_buttons(session, builder, draft, field, numbered_options)
        return
    options_by_menu = [
        numbered_options[i : i + MAX_OPTIONS] for i in range(0, len(numbered_options), MAX_OPTIONS)
    ]
    if field.name == HEX and 1 < len(options_by_menu) <= MAX_LIST_MENUS:
        builder.rows += [
            [_options_menu(session, draft, field, options, i)] for i, options in enumerate(options_by_menu)
        ]
        builder.add_buttons([_search_button(session, draft)])
        return
    page = min(draft.list_page, max(0, len(options_by_menu) - 1))
    options_on_page = options_by_menu[page] if options_by_menu else ()
    if not options_on_page:
        text = escape(draft.search_text)
        builder.texts.append(t("Nothing matches “{find}”; find shows all again when left empty.", find=text))
    else:
        builder.rows.append([_options_menu(session, draft, field, options_on_page)])
    line, row = page_line_and_buttons(
        session, draft, len(numbered_options), page, len(options_by_menu), LIST_PAGES_TEXTS
    )
    builder.texts += [line] if line else []
    if len(options_by_menu) > 1 or draft.search_text or field.name == HEX:
        row.append(_search_button(session, draft))
    if field.kind == "many" and draft.selected:
        builder.texts.append(t("Ticked: {count}", count=len(draft.selected)))
        press = session.press_for(button_names.SET_ALL_SELECTED, draft.checksum)
        row.append(button(press, t("These"), style=PRIMARY))
    builder.add_buttons(row)


def _search_button(session: TurnSession, draft: Draft) -> BotItem:
    """Return the turn page's button that searches the options of the next field by a number or name."""
    return button(session.press_for(button_names.FIND_OPTION, draft.checksum), t("Type number or name…"))


def page_line_and_buttons(
    session: TurnSession,
    draft: Draft,
    entry_count: int,
    page: int,
    page_count: int,
    texts: tuple[str, str, str],
) -> tuple[str, list[BotItem]]:
    """Return the line "page X of Y" of a long list on a turn page, and the buttons to turn its pages.

    ``page`` counts from 0. ``texts`` are the template of the line, with the placeholders {count}, {page} and
    {pages}, and the labels of the back and forward buttons, which wrap around. Returns ("", []) if there is
    only one page.
    """
    if page_count < 2:
        return "", []
    line, back_label, forward_label = texts
    targets = ((page - 1) % page_count, "b", back_label), ((page + 1) % page_count, "f", forward_label)
    buttons = [
        button(
            session.press_for(button_names.TURN_LIST_PAGE, draft.checksum, page_index, direction), t(label)
        )
        for page_index, direction, label in targets
    ]
    return t(line, count=entry_count, page=page + 1, pages=page_count), buttons


def add_option_buttons(
    session: TurnSession,
    builder: PageBuilder,
    draft: Draft,
    field: Field,
    numbered_options: Sequence[tuple[int, Option]],
) -> None:
    """Add to a turn page one button for each option of the field, and the options' notes as subtext.

    The notes also say what an option would change in cash and share prices. The numbers in
    ``numbered_options`` appear in the labels only if the field is a hex.
    """
    options_with_effects = options_with_effect_notes(
        session.game, session.seat, draft, field.name, [option for _, option in numbered_options]
    )
    options = (
        [option for _, option in numbered_options]
        if isinstance(options_with_effects, Range)
        else options_with_effects
    )
    is_on_map = field.name == HEX
    labels = [
        f"{number} · {option.label}" if is_on_map else option.label
        for (number, _), option in zip(numbered_options, options, strict=True)
    ]
    legal_options = legal_values_of_field(session.game, session.seat, draft, field.name)
    indexes = (
        {}
        if isinstance(legal_options, Range)
        else {option.value: index for index, option in enumerate(legal_options)}
    )
    builder.texts.append(subtext(escape("\n".join(_option_note_lines(labels, options)))))
    builder.add_buttons(
        button(
            session.press_for(button_names.SET_VALUE, draft.checksum, _value_or_index(option.value, indexes)),
            label,
        )
        for label, option in zip(labels, options, strict=True)
    )


def _option_note_lines(labels: Sequence[str], options: Sequence[Option]) -> list[str]:
    """Return a line for each different note of the options, with the labels of the options that have it.

    If there are several options and all have the same note, the only line is that note, without labels.
    ``labels`` are those of the options, in their order. [] if no option has a note.
    """
    labels_by_note = dict[str, list[str]]()
    for label, option in zip(labels, options, strict=True):
        if option.note:
            labels_by_note.setdefault(option.note, []).append(label)
    if [len(labels), *map(len, labels_by_note.values())] == [len(labels)] * 2 and len(labels) > 1:
        return list(labels_by_note)
    return [
        label_with_note(", ".join(labels_with_note), note)
        for note, labels_with_note in labels_by_note.items()
    ]


def label_with_note(label: str, note: str) -> str:
    """Return the label of an option followed by its note, as text of a turn page.

    Between them is a colon, or " · " if the label has a colon already.
    """
    return f"{label} · {note}" if ": " in label else f"{label}: {note}"


def _value_or_index(value: str, indexes: Mapping[str, int]) -> str:
    """Return how the custom id of a button names an option: by its value, or by "#" and its index.

    The index is used for values of more than 40 characters; ``indexes`` gives it for each value.
    """
    return value if len(value) <= MAX_NAME_LENGTH else f"{INDEX_PREFIX}{indexes[value]}"


def _options_menu(
    session: TurnSession,
    draft: Draft,
    field: Field,
    options_on_menu: Sequence[tuple[int, Option]],
    menu_index: int | None = None,
) -> BotItem:
    """Return the turn page's select menu of these numbered options of a field; there must be at least one.

    ``menu_index`` (from 0) is that of the menu if the page has several, else None. If several values can be
    selected, those already selected are marked; else each option's note says what choosing it would change.
    """
    is_multiple, is_numbered = field.kind == "many", field.name == HEX
    number_range = "" if menu_index is None else f" ({options_on_menu[0][0]}-{options_on_menu[-1][0]})"
    options_with_effects = options_with_effect_notes(
        session.game, session.seat, draft, field.name, [option for _, option in options_on_menu]
    )
    if not is_multiple and not isinstance(options_with_effects, Range):
        options_on_menu = [
            (number, option)
            for (number, _), option in zip(options_on_menu, options_with_effects, strict=True)
        ]
    return select_menu(
        session.press_for(
            button_names.SELECT_SEVERAL if is_multiple else button_names.SET_VALUE,
            draft.checksum,
            *([] if menu_index is None else [menu_index]),
        ),
        [
            menu_option(number, option, is_numbered=is_numbered, is_selected=option.value in draft.selected)
            for number, option in options_on_menu
        ],
        placeholder=translated(field.label) + number_range,
        minimum=0 if is_multiple else 1,
        maximum=len(options_on_menu) if is_multiple else 1,
    )


def menu_option(
    number: int, option: Option, *, is_numbered: bool = False, is_selected: bool = False
) -> discord.SelectOption:
    """Return an option of a field as an entry of a select menu; the option's note is the description.

    ``is_numbered``: the label begins with ``number``, as in the picture. ``is_selected``: the option is
    already selected. Label and note are cut to 100 characters.
    """
    label = f"{number} · {option.label}" if is_numbered else option.label
    return discord.SelectOption(
        label=shorten(label),
        value=option.value,
        description=shorten(option.note) or None,
        default=is_selected,
    )


def shorten(text: str, max_characters: int = 100) -> str:
    """Return a text for a button or menu of a turn page, cut to ``max_characters``.

    A text that is cut ends with "…" after a whole word, or within a very long word.
    """
    if len(text) <= max_characters:
        return text
    whole_words, _, cut_word = text[: max_characters - 1].rpartition(" ")
    shortened = whole_words if len(whole_words) > len(cut_word) else text[: max_characters - 1]
    return f"{shortened.rstrip(' .,')}…"
