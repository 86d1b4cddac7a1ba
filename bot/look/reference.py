"""Finds the sections of a title's rules that answer a question, and the readings of what they leave open.

The sections are the title's (`engine.api.rulebook`), in the language of whoever reads them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from bot.words import language, t
from engine import TITLES
from engine.api.rulebook import Rulebook, RuleSection, rulebook

ENDING = re.compile(r"(?<=\w\w\w)(?:ings?|ed|es|s|e|en|er|ern)$")
COMMON = frozenset(
    re.findall(
        r"\w+",
        """
        a an and are as at be by can could do does for from has have how i if in is it its may me must my need
        no not of on one or out so than that the their then there this to up was what when where which who
        whose why will with would you your happens happen get
        aber als am auch auf aus bei bin das dem den der des die ein eine einem einen einer eines er es für
        hat hast ich ihr im in ist kann kannst man mein meine meinen mit muss musst nach nicht oder sein sich
        sie sind so um und vom von vor wann war was wem wen wenn wer werden wie wieviel wird wo zu zum zur
        dann darf darfst dein deine deinen du haben
        """,
    )
)
"""Words that say nothing of what a question is about."""

LIKE = {
    "sale": "sell", "sales": "sell", "sold": "sell", "selling": "sell",
    "bought": "buy", "purchase": "buy", "purchases": "buy", "purchased": "buy",
    "paid": "pay", "pays": "pay", "lays": "lay", "laid": "lay", "laying": "lay", "ran": "run",
    "built": "build", "held": "hold", "money": "cash", "stop": "stops", "certificate": "share",
    "certificates": "share", "cert": "share", "certs": "share", "corporation": "company",
    "corporations": "company", "railroad": "company", "railroads": "company", "rr": "company",
    "president": "presid", "presidents": "presid", "director": "presid", "directors": "presid",
    "marker": "token", "markers": "token", "station": "token", "stations": "token",
    "diesel": "d", "diesels": "d", "obsolete": "rust", "rusting": "rust", "rusts": "rust",
    "merger": "merge", "mergers": "merge", "merging": "merge", "merged": "merge", "everyone": "all",
    "everybody": "all", "nobody": "none", "twice": "two", "allowed": "allow",
    "verkaufe": "verkauf", "verkaufen": "verkauf", "kaufe": "kauf", "gekauft": "kauf", "verkauft": "verkauf",
    "lege": "leg", "gelegt": "leg", "zahlt": "zahl", "gezahlt": "zahl",
}  # fmt: skip
"""Words that are looked for as another one."""

STEM = 6
"""Letters that are compared: "presidency" and "president" are alike."""

ASKED, NAMED, TOLD, HEADED = 2.0, 2.0, 1.0, 0.25
"""The weight of a typical question that is alike, of a word in the heading and in the text, and of a heading
all of which was asked for."""

FEW, NEAR, SAME = 6, 0.55, 0.45
"""The most sections for a question, how near to the best they are, and how alike a typical question is."""


@dataclass(frozen=True, slots=True)
class Found:
    """A section that answers a question, with the typical question that is like it; "" for none."""

    section: RuleSection
    question: str = ""

    @property
    def answer(self) -> str:
        """Return the answer to the typical question; "" for none."""
        return self.section.asks.get(self.question, "")


@dataclass(frozen=True, slots=True)
class Indexed:
    """A section with the stems of its heading, of all words that name it, of others, and of each question."""

    section: RuleSection
    heading: frozenset[str]
    naming: frozenset[str]
    telling: frozenset[str]
    asking: Mapping[str, frozenset[str]]

    @property
    def stems(self) -> frozenset[str]:
        """Return all stems of the section."""
        return self.naming.union(self.telling, *self.asking.values())


def rules_of(title: str) -> Rulebook:
    """Return the rules of a title in the present language."""
    return rulebook(title, language())


def section_named(title: str, topic: str) -> RuleSection | None:
    """Return the section whose number a topic is, with or without its letter; None for no number."""
    book, wanted = rules_of(title), topic.strip().strip("#§. ").casefold()
    return book.section(wanted) or next(
        (section for section in book.sections if wanted and section.number.casefold() == f"r{wanted}"), None
    )


def chapter_named(title: str, topic: str) -> str | None:
    """Return the chapter with this heading; None for no heading."""
    wanted = topic.strip().casefold()
    return next((each for each in rules_of(title).chapters if each.casefold() == wanted), None)


def find(title: str, question: str) -> list[Found]:
    """Return the sections that answer a question, the best first; a rare word counts more."""
    indexed = _index(title, language())
    asked = stems(question)
    weights = _weights(asked, indexed)
    if not any(weights.values()):
        return []
    ranked = sorted((_score(each, asked, weights) for each in indexed), key=lambda scored: -scored[0])
    enough = ranked[0][0] * NEAR
    return [found for score, found in ranked[:FEW] if score > 0 and score >= enough]


def _score(indexed: Indexed, asked: Collection[str], weights: Mapping[str, float]) -> tuple[float, Found]:
    """Return how well a section answers a question, with the typical question that is most like it."""
    known = sum(weights.values())
    named = sum(weights[stem] for stem in asked if stem in indexed.naming)
    told = sum(weights[stem] for stem in asked if stem in indexed.stems)
    alike = {question: _alike(asked, words, weights) for question, words in indexed.asking.items()}
    question = max(alike, key=lambda each: alike[each], default="")
    likeness = alike.get(question, 0.0)
    headed = len(indexed.heading.intersection(asked)) / max(1, len(indexed.heading))
    score = (NAMED * named + TOLD * told) / known + ASKED * likeness + HEADED * headed
    return score, Found(indexed.section, question if likeness >= SAME else "")


def _alike(asked: Collection[str], words: frozenset[str], weights: Mapping[str, float]) -> float:
    """Return how much of two questions is the same, from 0 to 1."""
    both = sum(weights[stem] for stem in asked if stem in words)
    others = len(words.difference(asked)) * min(filter(None, weights.values()), default=1.0)
    return both / (sum(weights.values()) + others)


def _weights(asked: Iterable[str], indexed: Sequence[Indexed]) -> dict[str, float]:
    """Return the weight of each stem of a question: a rare one counts more, one in no section nothing."""
    counts = {stem: sum(stem in each.stems for each in indexed) for stem in asked}
    return {stem: log(1 + len(indexed) / count) if count else 0.0 for stem, count in counts.items()}


@lru_cache
def _index(title: str, language_code: str) -> tuple[Indexed, ...]:
    """Return the sections of a title with the stems of their words."""
    return tuple(
        Indexed(
            section,
            stems(section.heading),
            stems(" ".join([section.heading, *section.words])),
            stems(" ".join([section.text, *section.parts, *section.asks.values(), section.chapter])),
            {question: stems(question) for question in section.asks},
        )
        for section in rulebook(title, language_code).sections
    )


def stems(text: str) -> frozenset[str]:
    """Return the beginnings of a text's words, without endings and without words that every question has."""
    words = (LIKE.get(word, word) for word in re.findall(r"[^\W_]+", text.casefold()))
    return frozenset(ENDING.sub("", word)[:STEM] for word in words if word not in COMMON)


def readings(title: str, search: str = "", section: str = "") -> list[str]:
    """Return lines on how the bot reads what the rules leave open: all, or those with a word or of a section.

    Readings that replace missing components are marked.
    """
    return [
        t("*{topic}* (reconstructed): {reading}", topic=reading.topic, reading=reading.reading)
        if reading.reconstructed
        else f"*{reading.topic}*: {reading.reading}"
        for reading in TITLES[title].data.readings
        if search.casefold() in f"{reading.topic} {reading.reading}".casefold()
        and section in ("", reading.section)
    ]
