"""The reference of `/show rules`: the sections of a title's rules, and readings of what they leave open.

The sections come from the title's RULES.md, which lies beside its code; the tests check one by the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from math import sqrt

from bot.words import t
from engine import TITLES

ROW = re.compile(r"^\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|\s*[^|]+\|\s*[^|]+\|\s*$")
HEADING = re.compile(r"^## (.+)$")
ENDING = re.compile(r"(?<=\w\w\w)(?:ings?|ed|es|s|e)$")
COMMON = frozenset(
    re.findall(
        r"\w+",
        """
        a an and are as at be by can could do does for from has have how i if in is it its may me must my need
        no not of on one or out so than that the their then there this to up was what when where which who
        whose why will with would you your
        """,
    )
)
"""Words that say nothing of what a question is about."""

FEW, NEAR = 6, 0.5
"""The most answers to a question, and how near to the best one an answer is."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a rulebook: its number, what it rules, and the heading above it."""

    number: str
    text: str
    heading: str


@lru_cache
def sections(title: str) -> tuple[Section, ...]:
    """Return the sections of a title's rules for `/show rules`; empty if the title has no table of them."""
    path = TITLES[title].rules.board.folder / "RULES.md"
    return tuple(parse_sections(path.read_text("utf-8"))) if path.is_file() else ()


def parse_sections(text: str) -> list[Section]:
    """Parse the sections of a title's RULES.md: table rows of four columns under headings."""
    sections_found, heading = [], ""
    for line in text.splitlines():
        if title := HEADING.match(line):
            heading = title[1]
        elif (row := ROW.match(line)) and row[1] != "section" and set(row[1]) - set("-: "):
            sections_found.append(Section(row[1], row[2], heading))
    return sections_found


def headings(title: str) -> list[str]:
    """Return the headings of a title's rules, in the order of the rulebook."""
    return list(dict.fromkeys(section.heading for section in sections(title)))


def topic_lines(title: str, topic: str) -> list[str]:
    """Return the lines of `/show rules` on a topic: matching sections, then readings; "" matches all.

    A topic that matches none of them is a question: the lines that share most of its words are returned.
    """
    needle = topic.strip().casefold()
    lines = [
        f"**{section.number}** {section.text}" for section in sections(title) if _matches(section, needle)
    ]
    return [*lines, *readings(title, needle)] or answers(title, needle)


def answers(title: str, question: str) -> list[str]:
    """Return the lines of the rules that share most words with a question, the best first.

    A rare word counts more.
    """
    lines = [*(f"**{section.number}** {section.text}" for section in sections(title)), *readings(title)]
    headings_of = [section.heading for section in sections(title)]
    stems_by_line = [
        _stems(f"{line} {heading}") for line, heading in zip_longest(lines, headings_of, fillvalue="")
    ]
    question_stems = _stems(question)
    weights = {
        stem: 1 / count
        for stem in question_stems
        if (count := sum(stem in line_stems for line_stems in stems_by_line))
    }
    scores = [
        sum(map(sqrt, (weights[stem] for stem in line_stems & weights.keys())))
        for line_stems in stems_by_line
    ]
    min_score = max(scores, default=0.0) * NEAR
    ranked = sorted(range(len(lines)), key=lambda index: -scores[index])
    return [lines[index] for index in ranked[:FEW] if scores[index] > 0 and scores[index] >= min_score]


def _stems(text: str) -> set[str]:
    """Return the words of a text without their endings and without words that every question has."""
    words = re.findall(r"[^\W_]+", text.casefold())
    return {ENDING.sub("", word) for word in words if word not in COMMON}


def _matches(section: Section, needle: str) -> bool:
    """Return True if a section of the rules is about a topic: a number, a heading or a word in lower case."""
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
