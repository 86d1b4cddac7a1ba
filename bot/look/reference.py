"""The reference of `/show rules`: the sections of a title's rules, and readings of what they leave open.

The sections come from the title's RULES.md, which lies beside its code; the tests check one by the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from bot.words import t
from engine import TITLES

ROW = re.compile(r"^\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|\s*[^|]+\|\s*[^|]+\|\s*$")
HEADING = re.compile(r"^## (.+)$")


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a rulebook: its number, what it rules, and the heading above it."""

    number: str
    text: str
    heading: str


@lru_cache
def sections(title: str) -> tuple[Section, ...]:
    """Return the sections of a title's rules; empty if the title has no table of them."""
    path = TITLES[title].rules.board.folder / "RULES.md"
    return tuple(parse_sections(path.read_text("utf-8"))) if path.is_file() else ()


def parse_sections(text: str) -> list[Section]:
    """Parse RULES.md: rows of four columns (section, what, code, test) under headings."""
    parsed, heading = [], ""
    for line in text.splitlines():
        if title := HEADING.match(line):
            heading = title[1]
        elif (row := ROW.match(line)) and row[1] != "section" and set(row[1]) - set("-: "):
            parsed.append(Section(row[1], row[2], heading))
    return parsed


def headings(title: str) -> list[str]:
    """Return the headings of a title's rules, in the order of its rulebook."""
    return list(dict.fromkeys(section.heading for section in sections(title)))


def topic_lines(title: str, topic: str) -> list[str]:
    """Return the lines on a topic: matching sections, then matching readings; "" matches all."""
    needle = topic.strip().casefold()
    lines = [
        f"**{section.number}** {section.text}" for section in sections(title) if _matches(section, needle)
    ]
    return [*lines, *readings(title, needle)]


def _matches(section: Section, needle: str) -> bool:
    """Return True if a section is about a topic: a number, a heading or a word in lower case."""
    number = section.number.casefold()
    if needle in (number, section.heading.casefold()) or number.startswith(f"{needle}."):
        return True
    return needle in f"{section.text} {section.heading}".casefold()


def readings(title: str, search: str = "") -> list[str]:
    """Return lines on how the bot reads what the rules leave open.

    Readings that replace missing components are marked.
    """
    data = TITLES[title].data
    return [
        t("*{topic}* (reconstructed): {reading}", topic=reading.topic, reading=reading.reading)
        if reading.reconstructed
        else f"*{reading.topic}*: {reading.reading}"
        for reading in data.readings
        if search in f"{reading.topic} {reading.reading}".casefold()
    ]
