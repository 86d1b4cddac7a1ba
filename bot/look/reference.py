"""What `/show rules` says: the sections of a title as they are carried out, and how silences are read.

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
    """The sections of a title; empty when it has no table of rules."""
    path = TITLES[title].rules.board.folder / "RULES.md"
    return tuple(read(path.read_text("utf-8"))) if path.is_file() else ()


def read(text: str) -> list[Section]:
    """The rows of four columns (section, what, code, test) under their headings."""
    found, heading = [], ""
    for line in text.splitlines():
        if title := HEADING.match(line):
            heading = title[1]
        elif (row := ROW.match(line)) and row[1] != "section" and set(row[1]) - set("-: "):
            found.append(Section(row[1], row[2], heading))
    return found


def headings(title: str) -> list[str]:
    """The headings, in the order of the rulebook."""
    return list(dict.fromkeys(section.heading for section in sections(title)))


def about(title: str, topic: str) -> list[str]:
    """The lines on a topic: sections by number, heading or word, then readings by word; all for no topic."""
    wanted = topic.strip().casefold()
    lines = [f"**{s.number}** {s.text}" for s in sections(title) if _on(s, wanted)]
    return [*lines, *readings(title, wanted)]


def _on(section: Section, wanted: str) -> bool:
    number = section.number.casefold()
    if wanted in (number, section.heading.casefold()) or number.startswith(f"{wanted}."):
        return True
    return wanted in f"{section.text} {section.heading}".casefold()


def readings(title: str, wanted: str = "") -> list[str]:
    """How silences of the sources are read, those that stand for missing components marked."""
    data = TITLES[title].data
    return [
        t("*{topic}* (reconstructed): {reading}", topic=r.topic, reading=r.reading)
        if r.reconstructed
        else f"*{r.topic}*: {r.reading}"
        for r in data.readings
        if wanted in f"{r.topic} {r.reading}".casefold()
    ]
