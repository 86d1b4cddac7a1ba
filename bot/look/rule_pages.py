"""The pages of `/show rules`: all chapters, one chapter, and a section with picture and neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.chat.bounds import read_whole, value_at
from bot.chat.buttons import verb
from bot.chat.current_table import pressed_info
from bot.chat.figures import escape
from bot.chat.frame import MAX_OPTIONS, gallery, layout, row
from bot.chat.press import GameItem, Press, button, select
from bot.chat.respond import Ack, Answer, Page, UserError
from bot.look import reference
from bot.look.reference import Found, readings, rules_of
from bot.look.rule_pictures import rule_picture
from bot.store.game_rows import GameInfo
from bot.words import language, t
from engine.api.rulebook import RuleSection

MAX_TEXT, MAX_LINES = 2600, 1500
"""Characters of a section, and of the readings beside other texts."""

RELATED = 8
"""The most buttons to related sections."""

CHAPTER = "chapter "
"""How the value of a menu entry begins that leads to a chapter, counted from 0."""


async def topic_page(answer: Answer, info: GameInfo, topic: str) -> Page:
    """Return the page on a topic: the section with a number, a chapter, or the answer to a question.

    Where nothing answers it, the page says so and lists the chapters.
    """
    title = info.title
    if not topic.strip():
        return overview(info)
    section = reference.section_named(title, topic)
    if section is not None:
        return await section_page(answer, info, Found(section))
    chapter = reference.chapter_named(title, topic)
    if chapter is not None:
        return chapter_page(info, chapter)
    found = reference.find(title, topic)
    if found:
        return await section_page(answer, info, found[0], [other.section for other in found[1:]])
    lines = readings(title, topic.strip())
    no_match = t("Nothing on “{topic}”. There are these chapters:", topic=escape(topic[:40]))
    text = _fitting(lines) if lines else f"{no_match}\n{_chapter_lines(info)}"
    return Page(layout(_title(info), text, *_menus(info)))


def overview(info: GameInfo) -> Page:
    """Return the page with all chapters, and how the bot reads what the rules leave open."""
    lines = readings(info.title)
    silent = t("**Where the sources are silent, it is read so:**") if lines else ""
    ask = t("-# Ask by number, word or question: `/show rules topic: may I sell the president's share?`")
    return Page(
        layout(_title(info), _chapter_lines(info), ask, silent, _fitting(lines), *_menus(info)),
    )


def chapter_page(info: GameInfo, chapter: str) -> Page:
    """Return the page with the headings of a chapter's sections, and a menu of them."""
    sections = rules_of(info.title).in_chapter(chapter)
    lines = "\n".join(f"- **{section.number}** {section.heading}" for section in sections)
    return Page(layout(f"{_title(info)}\n**{escape(chapter)}**", lines, *_menus(info, chapter)))


async def section_page(
    answer: Answer, info: GameInfo, found: Found, others: Sequence[RuleSection] = ()
) -> Page:
    """Return the page of a section, with buttons to its neighbours, related ones and ``others``."""
    section = found.section
    pictures = await rule_picture(answer, info, section.picture)
    controls = [*_neighbours(info, section), *_related(info, section, others), *_menus(info, section.chapter)]
    view = layout(_heading(info, section), section_text(info.title, found), *gallery(pictures), *controls)
    return Page(view, [picture.file() for picture in pictures])


def section_text(title: str, found: Found) -> str:
    """Return the answer to a question, the rule, its other questions, and readings of what it leaves open."""
    section = found.section
    answer = [f"❓ *{found.question}*\n**{found.answer}**"] if found.question else []
    parts = "\n".join(f"- {part}" for part in section.parts)
    others = [f"-# *{q}* {a}" for q, a in section.asks.items() if q != found.question]
    open_points = [f"-# {line}" for line in readings(title, section=section.number)]
    not_spoken = section.language != language() and language() != "en"
    remark = [t("-# This section has no translation yet.")] if not_spoken else []
    lines = [*answer, "\n".join(filter(None, [section.text, parts])), "\n".join([*others, *open_points])]
    return "\n\n".join(filter(None, [*lines, *remark]))[:MAX_TEXT]


def _title(info: GameInfo) -> str:
    """Return the heading of the pages that show no section."""
    return t("## {title}: rules", title=info.title)


def _heading(info: GameInfo, section: RuleSection) -> str:
    """Return the heading of a section's page."""
    return f"-# {info.title} · {escape(section.chapter)}\n### {section.number} · {escape(section.heading)}"


def _chapter_lines(info: GameInfo) -> str:
    """Return one line for each chapter: its heading, first and last section."""
    book = rules_of(info.title)
    chapters = ((chapter, book.in_chapter(chapter)) for chapter in book.chapters)
    return "\n".join(
        f"- **{escape(chapter)}** {sections[0].number} … {sections[-1].number}"
        for chapter, sections in chapters
    )


def _fitting(lines: Iterable[str]) -> str:
    """Return the lines that fit, as a list, and how many do not."""
    fitting: list[str] = []
    rest = [f"- {line}" for line in lines]
    while rest and sum(map(len, fitting)) + len(rest[0]) < MAX_LINES:
        fitting.append(rest.pop(0))
    more = (
        [t("-# … {count} more, each with its section or by a word of it.", count=len(rest))] if rest else []
    )
    return "\n".join([*fitting, *more])


# --- controls --------------------------------------------------------------------------------------


def _neighbours(info: GameInfo, section: RuleSection) -> list[ui.ActionRow[Any]]:
    """Return the row with the sections before and after one."""
    before, after = rules_of(info.title).beside(section.number)
    items = [_section_button(info, before, "◀ {number}")] if before else []
    items += [_section_button(info, after, "{number} ▶")] if after else []
    return [row(*items)] if items else []


def _related(info: GameInfo, section: RuleSection, others: Sequence[RuleSection]) -> list[ui.ActionRow[Any]]:
    """Return rows with the sections that answer a question too, and those that a section names."""
    book = rules_of(info.title)
    near = {each.number for each in (section, *book.beside(section.number)) if each}
    named = [each for number in section.see if (each := book.section(number))]
    found = {each.number: each for each in (*others, *named) if each.number not in near}
    items = [_section_button(info, each, "{number} {heading}") for each in list(found.values())[:RELATED]]
    return [row(*items[start : start + 2]) for start in range(0, len(items), 2)]


def _section_button(info: GameInfo, section: RuleSection, label: str) -> GameItem:
    """Return a button to a section; its label names number and heading."""
    text = label.format(number=section.number, heading=section.heading)
    return button(Press(info.id, 0, "rule", section.number), text)


def _menus(info: GameInfo, chapter: str = "") -> list[ui.ActionRow[Any]]:
    """Return the menus of the sections of a chapter, if one is named, and of the chapters."""
    book = rules_of(info.title)
    sections = [
        discord.SelectOption(label=f"{section.number} {section.heading}"[:100], value=section.number)
        for section in (book.in_chapter(chapter) if chapter else ())
    ]
    chapters = [
        discord.SelectOption(label=each[:100], value=f"{CHAPTER}{index}")
        for index, each in enumerate(book.chapters)
    ]
    menus = [(sections, chapter, "sections"), (chapters, t("Chapters…"), "chapters")]
    return [
        row(select(Press(info.id, 0, "rule", name), options[:MAX_OPTIONS], placeholder=placeholder[:100]))
        for options, placeholder, name in menus
        if options
    ]


async def pressed_page(answer: Answer, press: Press) -> Page:
    """Return the page of a button or menu entry; raises UserError if the rules have no such section."""
    info = await pressed_info(answer, press)
    book = rules_of(info.title)
    if press.value.startswith(CHAPTER):
        index = read_whole(press.value.removeprefix(CHAPTER))
        return chapter_page(info, str(value_at(book.chapters, index)))
    section = book.section(press.value)
    if section is None:
        raise UserError(t("The rules of {title} have no such section now.", title=info.title))
    return await section_page(answer, info, Found(section))


@verb("rule")
async def _show_rule(answer: Answer, press: Press) -> None:
    """Show a section or chapter on the page of the rules."""
    await answer.show(await pressed_page(answer, press))


@verb("rule_open", ack=Ack.PRIVATE)
async def _open_rule(answer: Answer, press: Press) -> None:
    """Show a section in a new private message; the page of the button stays."""
    await answer.show(await pressed_page(answer, press))
