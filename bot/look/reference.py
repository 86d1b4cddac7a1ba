"""Finds the sections of a title's rules that answer a question, and the interpretations of unclear rules.

The sections are the title's (`engine.api.rulebook`), in the language of whoever reads them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from math import log

from bot.words import language, t
from engine import Title
from engine.api.rulebook import Rulebook, RuleSection, rulebook

WORD_ENDING = re.compile(r"(?<=\w\w\w)(?:ings?|ed|es|s|e|en|er|ern)$")
COMMON_WORDS = frozenset(
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

SYNONYMS = {
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

STEM_LENGTH = 6
"""The number of letters that are compared: "presidency" and "president" are alike."""

QUESTION_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT, HEADING_WEIGHT = 2.0, 2.0, 1.0, 0.25
"""The weight of a typical question that is alike, of a word in the heading and in the text, and of a heading
all of which was asked for."""

TYPO_SIMILARITY = 0.8
"""How similar a misspelt word is to the one that it is taken for, from 0 to 1."""

MAX_SECTIONS, MIN_SCORE_SHARE, MIN_QUESTION_SIMILARITY = 6, 0.55, 0.45
"""The maximum number of sections for a question, the minimum share of the best score, and the minimum
similarity of a typical question."""


@dataclass(frozen=True, slots=True)
class SectionMatch:
    """A section of the rules that answers a question.

    ``question`` is the typical question that is like the asked one, or "".
    """

    section: RuleSection
    question: str = ""

    @property
    def answer(self) -> str:
        """Return the rules' answer to the typical question that matches; "" if no typical question does."""
        return self.section.asks.get(self.question, "")


@dataclass(frozen=True, slots=True)
class IndexedSection:
    """A section of the rules with the word stems of its heading, names, text and typical questions."""

    section: RuleSection
    heading_stems: frozenset[str]
    name_stems: frozenset[str]
    text_stems: frozenset[str]
    question_stems: Mapping[str, frozenset[str]]

    @property
    def stems(self) -> frozenset[str]:
        """Return the word stems of this section's names, text and typical questions.

        A search in the rules compares them with the words of the question.
        """
        return self.name_stems.union(self.text_stems, *self.question_stems.values())


def rules_of(title: str) -> Rulebook:
    """Return the rules of a title (its key) in the language of the reader.

    Sections that are not translated are in English. Raises KeyError for an unknown title.
    """
    return rulebook(title, language())


def find_section_by_number(title: str, number: str) -> RuleSection | None:
    """Return the section of a title's rules with this number, ignoring case; "12" also finds "R12".

    Returns None if there is no such section.
    """
    book, bare_number = rules_of(title), number.strip().strip("#§. ").casefold()
    return book.section(bare_number) or next(
        (
            section
            for section in book.sections
            if bare_number and section.number.casefold() == f"r{bare_number}"
        ),
        None,
    )


def find_chapter(title: str, heading: str) -> str | None:
    """Find a chapter of a title's rules by its heading, ignoring case; return the heading as it is written.

    Returns None if there is no such chapter.
    """
    searched_heading = heading.strip().casefold()
    return next(
        (chapter for chapter in rules_of(title).chapters if chapter.casefold() == searched_heading), None
    )


def find_sections(title: str, question: str) -> list[SectionMatch]:
    """Search a title's rules, in the reader's language, for the sections that answer a question.

    The best match comes first; rare words count more. There are at most 6, each with at least 55 % of the
    best score. Returns [] if the rules have no word of the question.
    """
    indexed_sections = _index_sections(title, language())
    asked_stems = _correct_typos(
        word_stems(question),
        frozenset().union(*(indexed_section.stems for indexed_section in indexed_sections)),
    )
    weights = _stem_weights(asked_stems, indexed_sections)
    if not any(weights.values()):
        return []
    scored_matches = sorted(
        (_score(indexed_section, asked_stems, weights) for indexed_section in indexed_sections),
        key=lambda score_and_match: -score_and_match[0],
    )
    min_score = scored_matches[0][0] * MIN_SCORE_SHARE
    return [match for score, match in scored_matches[:MAX_SECTIONS] if score > 0 and score >= min_score]


def _correct_typos(asked_stems: Collection[str], vocabulary: frozenset[str]) -> frozenset[str]:
    """Return the word stems of a question on the rules, with typing errors corrected.

    A stem that is not in ``vocabulary`` is replaced by the most similar one there; if none is similar, it
    stays as it is.
    """
    known_stems = sorted(vocabulary)
    return frozenset(
        stem
        if stem in vocabulary
        else next(iter(get_close_matches(stem, known_stems, 1, TYPO_SIMILARITY)), stem)
        for stem in asked_stems
    )


def _score(
    indexed_section: IndexedSection, asked_stems: Collection[str], weights: Mapping[str, float]
) -> tuple[float, SectionMatch]:
    """Return a score of how well a section of the rules answers a question, and the section as a match.

    Words that the question shares with the section's names, text, heading and typical questions raise the
    score; without any it is 0. The match names a typical question only if the asked one is much like it.
    ``weights`` are by asked stem; at least one must be above 0.
    """
    total_weight = sum(weights.values())
    name_weight = sum(weights[stem] for stem in asked_stems if stem in indexed_section.name_stems)
    found_weight = sum(weights[stem] for stem in asked_stems if stem in indexed_section.stems)
    similarity_by_question = {
        question: _question_similarity(asked_stems, typical_stems, weights)
        for question, typical_stems in indexed_section.question_stems.items()
    }
    question = max(similarity_by_question, key=lambda typical: similarity_by_question[typical], default="")
    similarity = similarity_by_question.get(question, 0.0)
    heading_share = len(indexed_section.heading_stems.intersection(asked_stems)) / max(
        1, len(indexed_section.heading_stems)
    )
    score = (
        (NAME_WEIGHT * name_weight + TEXT_WEIGHT * found_weight) / total_weight
        + QUESTION_WEIGHT * similarity
        + HEADING_WEIGHT * heading_share
    )
    return score, SectionMatch(
        indexed_section.section, question if similarity >= MIN_QUESTION_SIMILARITY else ""
    )


def _question_similarity(
    asked_stems: Collection[str], typical_stems: frozenset[str], weights: Mapping[str, float]
) -> float:
    """Return how similar an asked and a typical question on the rules are, from 0 (no shared word) to 1.

    Both are given as word stems. ``weights`` are by asked stem; at least one must be above 0.
    """
    shared_weight = sum(weights[stem] for stem in asked_stems if stem in typical_stems)
    other_weight = len(typical_stems.difference(asked_stems)) * min(
        filter(None, weights.values()), default=1.0
    )
    return shared_weight / (sum(weights.values()) + other_weight)


def _stem_weights(asked_stems: Iterable[str], indexed_sections: Sequence[IndexedSection]) -> dict[str, float]:
    """Return the weight of each word stem of a question in the search in the rules, by stem.

    The fewer of the sections have a stem, the greater is its weight; it is 0 if none has it.
    """
    counts = {
        stem: sum(stem in indexed_section.stems for indexed_section in indexed_sections)
        for stem in asked_stems
    }
    return {stem: log(1 + len(indexed_sections) / count) if count else 0.0 for stem, count in counts.items()}


@lru_cache
def _index_sections(title: str, language_code: str) -> tuple[IndexedSection, ...]:
    """Build the search index of a title's rules in a language (its code): sections with their word stems."""
    return tuple(
        IndexedSection(
            section,
            word_stems(section.heading),
            word_stems(" ".join([section.heading, *section.words])),
            word_stems(" ".join([section.text, *section.parts, *section.asks.values(), section.chapter])),
            {question: word_stems(question) for question in section.asks},
        )
        for section in rulebook(title, language_code).sections
    )


def word_stems(text: str) -> frozenset[str]:
    """Return the word stems (at most 6 letters) of a text for the search in the rules.

    The most common words are left out. Synonyms get the same stem.
    """
    words = (SYNONYMS.get(word, word) for word in re.findall(r"[^\W_]+", text.casefold()))
    return frozenset(WORD_ENDING.sub("", word)[:STEM_LENGTH] for word in words if word not in COMMON_WORDS)


def interpretation_lines(title: Title, search: str = "", section_number: str = "") -> list[str]:
    """Return translated lines on how unclear points of the rulebook are played here, for `/show rules`.

    The lines are Markdown. With ``search``, only lines that contain it (ignoring case) are returned; with
    ``section_number``, only lines about that section. An interpretation that replaces a missing component of
    the game is marked "(reconstructed)".
    """
    lines = [
        t("*{topic}* (reconstructed): {reading}", topic=t(reading.topic), reading=t(reading.reading))
        if reading.reconstructed
        else f"*{t(reading.topic)}*: {t(reading.reading)}"
        for reading in title.data.readings
        if section_number in ("", reading.section)
    ]
    return [line for line in lines if search.casefold() in line.casefold()]
