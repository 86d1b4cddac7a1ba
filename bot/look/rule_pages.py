"""The pages of `/show rules`: all chapters, one chapter, and a section with picture and neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.chat.bounds import read_whole_number, value_at
from bot.chat.buttons import button_handler
from bot.chat.current_game import game_info_of_press
from bot.chat.frame import MAX_OPTIONS, PRIMARY, Page, action_row, build_layout, picture_galleries
from bot.chat.markdown import escape
from bot.chat.press import NOT_A_TURN_CARD, BotItem, Press, button, select_menu
from bot.chat.respond import Ack, Response, UserError
from bot.games.loading import title_with_options
from bot.look import reference
from bot.look.reference import SectionMatch, interpretation_lines, rules_of
from bot.look.rule_pictures import rule_picture
from bot.store.game_rows import GameInfo
from bot.words import language, t
from engine import Title
from engine.api.rulebook import RuleSection

MAX_TEXT, MAX_LIST = 2600, 1500
"""The maximum number of characters of a section, and of the list of interpretations of the rules."""

MAX_RELATED = 8
"""The maximum number of buttons to related sections."""

CHAPTER_PREFIX = "chapter "
"""How the value of a menu entry begins that leads to a chapter, counted from 0."""


async def topic_page(response: Response, info: GameInfo, topic: str) -> Page:
    """Build the page of `/show rules` on a topic: a section's number, a chapter, or a question.

    "" shows all chapters. If no section answers the question, the page lists the interpretations of unclear
    rules whose text contains the topic; if there are none, it says so and lists the chapters.
    """
    title = info.title
    if not topic.strip():
        return rules_overview_page(info)
    section = reference.find_section_by_number(title, topic)
    if section is not None:
        return await section_page(response, info, SectionMatch(section))
    chapter = reference.find_chapter(title, topic)
    if chapter is not None:
        return chapter_page(info, chapter)
    matches = reference.find_sections(title, topic)
    if matches:
        return await section_page(response, info, matches[0], [match.section for match in matches[1:]])
    lines = interpretation_lines(title_with_options(info), topic.strip())
    no_match = t("Nothing on “{topic}”. There are these chapters:", topic=escape(topic[:40]))
    text = _fitting_list_text(lines) if lines else f"{no_match}\n{_chapter_list(info)}"
    return Page(build_layout(_rules_heading(info), text, *_rule_menus(info)))


def rules_overview_page(info: GameInfo) -> Page:
    """Build the first page of `/show rules`: all chapters, and the interpretations of unclear rules."""
    lines = interpretation_lines(title_with_options(info))
    interpretations_heading = t("**Where the sources are silent, it is read so:**") if lines else ""
    search_hint = t(
        "-# Ask by number, word or question: `/show rules topic: may I sell the president's share?`"
    )
    return Page(
        build_layout(
            _rules_heading(info),
            _chapter_list(info),
            search_hint,
            interpretations_heading,
            _fitting_list_text(lines),
            *_rule_menus(info),
        ),
    )


def chapter_page(info: GameInfo, chapter: str) -> Page:
    """Build the page of `/show rules` with the section headings of a chapter, and a menu of them.

    ``chapter`` is its heading in the reader's language, as `reference.find_chapter` returns it.
    """
    sections = rules_of(info.title).in_chapter(chapter)
    lines = "\n".join(f"- **{section.number}** {section.heading}" for section in sections)
    return Page(
        build_layout(f"{_rules_heading(info)}\n**{escape(chapter)}**", lines, *_rule_menus(info, chapter))
    )


async def section_page(
    response: Response, info: GameInfo, match: SectionMatch, others: Sequence[RuleSection] = ()
) -> Page:
    """Build the page of `/show rules` with a section's text and picture, and buttons to other sections.

    ``match`` is the section that was found, with the typical question that it answers. ``others`` are further
    sections that answer the question. A player of a running game has a button on top that leads to their turn
    page. The picture is left out if there is none.
    """
    section = match.section
    pictures = await rule_picture(response, info, section.picture)
    controls = [
        *_neighbour_buttons(info, section),
        *_related_section_buttons(info, section, others),
        *_rule_menus(info, section.chapter),
    ]
    text = section_text(title_with_options(info), match)
    heading = _section_heading(info, section)
    example = t("-# The picture is an example, drawn from a new game. It does not show your game.")
    captions = [example] if pictures else []
    content = build_layout(
        *_back_to_turn_rows(response, info), heading, text, *captions, *picture_galleries(pictures), *controls
    )
    return Page(content, [picture.to_discord_file() for picture in pictures])


def _back_to_turn_rows(response: Response, info: GameInfo) -> list[ui.ActionRow[Any]]:
    """Return a list with one row, the button [Back to my turn] on a page of the rules.

    Returns [] if the game is not running or the member has no seat in it.
    """
    if info.status != "running" or not info.seats_played_by(response.user.id):
        return []
    return [
        action_row(button(Press(info.id, 0, "turn", NOT_A_TURN_CARD), t("Back to my turn"), style=PRIMARY))
    ]


def section_text(title: Title, match: SectionMatch) -> str:
    """Return the text of a section of the rules, as Markdown, cut to 2600 characters.

    It has the answer to the matching question, the rule, the other questions, and the interpretations of
    unclear points. A remark says if the section has no translation.
    """
    section = match.section
    matched_answer = [f"❓ *{match.question}*\n**{match.answer}**"] if match.question else []
    parts = "\n".join(f"- {part}" for part in section.parts)
    other_questions = [
        f"-# *{question}* {answer_text}"
        for question, answer_text in section.asks.items()
        if question != match.question
    ]
    interpretations = [f"-# {line}" for line in interpretation_lines(title, section_number=section.number)]
    is_untranslated = section.language != language() and language() != "en"
    remark = [t("-# This section has no translation yet.")] if is_untranslated else []
    lines = [
        *matched_answer,
        "\n".join(filter(None, [section.text, parts])),
        "\n".join([*other_questions, *interpretations]),
    ]
    return "\n\n".join(filter(None, [*lines, *remark]))[:MAX_TEXT]


def _rules_heading(info: GameInfo) -> str:
    """Return the heading of those pages of `/show rules` that show no section."""
    return t("## {title}: rules", title=info.title)


def _section_heading(info: GameInfo, section: RuleSection) -> str:
    """Return the heading of a page of the rules with a section: title, chapter, number and heading."""
    return f"-# {info.title} · {escape(section.chapter)}\n### {section.number} · {escape(section.heading)}"


def _chapter_list(info: GameInfo) -> str:
    """Return a text with a line for each chapter of the rules: its heading, its first and last section."""
    book = rules_of(info.title)
    chapters = ((chapter, book.in_chapter(chapter)) for chapter in book.chapters)
    return "\n".join(
        f"- **{escape(chapter)}** {sections[0].number} … {sections[-1].number}"
        for chapter, sections in chapters
    )


def _fitting_list_text(lines: Iterable[str]) -> str:
    """Return as a Markdown list as many lines as fit on a page of `/show rules` (1500 characters).

    If some do not fit, a last line counts them. Returns "" if there are no lines.
    """
    fitting_lines: list[str] = []
    remaining_lines = [f"- {line}" for line in lines]
    while remaining_lines and sum(map(len, fitting_lines)) + len(remaining_lines[0]) < MAX_LIST:
        fitting_lines.append(remaining_lines.pop(0))
    count_line = (
        [t("-# … {count} more, each with its section or by a word of it.", count=len(remaining_lines))]
        if remaining_lines
        else []
    )
    return "\n".join([*fitting_lines, *count_line])


# --- controls --------------------------------------------------------------------------------------


def _neighbour_buttons(info: GameInfo, section: RuleSection) -> list[ui.ActionRow[Any]]:
    """Build the row of buttons to the sections of the rules before and after this one, in a list.

    Returns [] if there are none. Raises ValueError for a section of another title.
    """
    previous_section, next_section = rules_of(info.title).beside(section.number)
    items = [_section_button(info, previous_section, "◀ {number}")] if previous_section else []
    items += [_section_button(info, next_section, "{number} ▶")] if next_section else []
    return [action_row(*items)] if items else []


def _related_section_buttons(
    info: GameInfo, section: RuleSection, others: Sequence[RuleSection]
) -> list[ui.ActionRow[Any]]:
    """Build rows of buttons to other sections: those found for the question, and those ``section`` refers to.

    ``others`` are the sections found. There are at most 8 buttons, two in a row. The sections before and
    after ``section`` are left out, as they have buttons already. Returns [] if there are none.
    """
    book = rules_of(info.title)
    numbers_beside = {
        related_section.number
        for related_section in (section, *book.beside(section.number))
        if related_section
    }
    cross_references = [
        related_section for number in section.see if (related_section := book.section(number))
    ]
    section_by_number = {
        related_section.number: related_section
        for related_section in (*others, *cross_references)
        if related_section.number not in numbers_beside
    }
    buttons = [
        _section_button(info, related_section, "{number} {heading}")
        for related_section in list(section_by_number.values())[:MAX_RELATED]
    ]
    return [action_row(*buttons[start : start + 2]) for start in range(0, len(buttons), 2)]


def _section_button(info: GameInfo, section: RuleSection, label: str) -> BotItem:
    """Build a button that opens a section of the rules; ``label`` is a template with {number}, {heading}."""
    text = label.format(number=section.number, heading=section.heading)
    return button(Press(info.id, 0, "rule", section.number), text)


def _rule_menus(info: GameInfo, chapter: str = "") -> list[ui.ActionRow[Any]]:
    """Build the menus of `/show rules`: one of the chapter's sections, and one of all chapters.

    If ``chapter`` is "", there is only the latter. A menu has at most 25 entries.
    """
    book = rules_of(info.title)
    section_options = [
        discord.SelectOption(label=f"{section.number} {section.heading}"[:100], value=section.number)
        for section in (book.in_chapter(chapter) if chapter else ())
    ]
    chapter_options = [
        discord.SelectOption(label=chapter_name[:100], value=f"{CHAPTER_PREFIX}{index}")
        for index, chapter_name in enumerate(book.chapters)
    ]
    menus = [(section_options, chapter, "sections"), (chapter_options, t("Chapters…"), "chapters")]
    return [
        action_row(
            select_menu(Press(info.id, 0, "rule", name), options[:MAX_OPTIONS], placeholder=placeholder[:100])
        )
        for options, placeholder, name in menus
        if options
    ]


async def rule_page_of_press(response: Response, press: Press) -> Page:
    """Return the page of the rules that a button or menu of `/show rules` opens.

    ``press.value`` is a section's number, or "chapter N" (from 0). Raises UserError for an unknown section or
    a game that is gone, and InvalidInput for an unknown chapter.
    """
    info = await game_info_of_press(response, press)
    book = rules_of(info.title)
    if press.value.startswith(CHAPTER_PREFIX):
        index = read_whole_number(press.value.removeprefix(CHAPTER_PREFIX))
        return chapter_page(info, str(value_at(book.chapters, index)))
    section = book.section(press.value)
    if section is None:
        raise UserError(t("The rules of {title} have no such section now.", title=info.title))
    return await section_page(response, info, SectionMatch(section))


@button_handler("rule")
async def _show_rules_page(response: Response, press: Press) -> None:
    """Handle a button or menu of `/show rules`: show that section or chapter in the same message.

    ``press.value`` is a section's number, or "chapter N" (from 0). Raises UserError for an unknown section or
    a game that is gone, and InvalidInput for an unknown chapter.
    """
    await response.show(await rule_page_of_press(response, press))


@button_handler("rule_open", ack=Ack.PRIVATE)
async def _open_rule(response: Response, press: Press) -> None:
    """Handle [The rule] on a turn page: show a section of the rules in a new ephemeral message.

    ``press.value`` is the section's number, such as "2.3"; "chapter N" (from 0) opens a chapter. Raises
    UserError for an unknown section or a game that is gone, and InvalidInput for an unknown chapter.
    """
    await response.show(await rule_page_of_press(response, press))
