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
    """The sections of a title's rules; empty when the title has no table of them."""
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
    """The headings of a title's rules, in the order of its rulebook."""
    return list(dict.fromkeys(section.heading for section in sections(title)))


def topic_lines(title: str, topic: str) -> list[str]:
    """The lines on a topic: sections by number, heading or word, then readings by word; "" matches all.

    What matches none of them is read as a question: the sections and readings that share most of its words.
    """
    wanted = topic.strip().casefold()
    lines = [f"**{s.number}** {s.text}" for s in sections(title) if _matches(s, wanted)]
    return [*lines, *readings(title, wanted)] or answers(title, wanted)


def answers(title: str, question: str) -> list[str]:
    """The lines that share most words with a question, the best first; a rare word counts more."""
    lines = [*(f"**{s.number}** {s.text}" for s in sections(title)), *readings(title)]
    headings_of = [s.heading for s in sections(title)]
    stems = [_stems(f"{line} {heading}") for line, heading in zip_longest(lines, headings_of, fillvalue="")]
    wanted = _stems(question)
    weight = {stem: 1 / count for stem in wanted if (count := sum(stem in found for found in stems))}
    scores = [sum(map(sqrt, (weight[stem] for stem in found & weight.keys()))) for found in stems]
    least = max(scores, default=0.0) * NEAR
    ranked = sorted(range(len(lines)), key=lambda index: -scores[index])
    return [lines[index] for index in ranked[:FEW] if scores[index] > 0 and scores[index] >= least]


def _stems(text: str) -> set[str]:
    """The words of a text without endings, those left out that every question has."""
    words = re.findall(r"[^\W_]+", text.casefold())
    return {ENDING.sub("", word) for word in words if word not in COMMON}


def _matches(section: Section, wanted: str) -> bool:
    """Whether a section is about a topic, which is a number, a heading or a word in lower case."""
    number = section.number.casefold()
    if wanted in (number, section.heading.casefold()) or number.startswith(f"{wanted}."):
        return True
    return wanted in f"{section.text} {section.heading}".casefold()


def readings(title: str, search: str = "") -> list[str]:
    """How the bot reads what the rules leave open; readings that replace missing components are marked."""
    data = TITLES[title].data
    return [
        t("*{topic}* (reconstructed): {reading}", topic=r.topic, reading=r.reading)
        if r.reconstructed
        else f"*{r.topic}*: {r.reading}"
        for r in data.readings
        if search in f"{r.topic} {r.reading}".casefold()
    ]
