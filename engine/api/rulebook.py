"""The rules of a title for players: sections in full sentences, read from the title's `data/rules/`.

Each chapter is a TOML file there, in the order of the file names; ``data/rules/LANGUAGE`` has the same file
names and numbers with the texts in another language. RULES.md has the same sections with code and test.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path

from engine import TITLES
from engine.core.actions import Json
from engine.core.errors import BadData
from engine.data.crosscheck import known_keys
from engine.data.loader import read_toml, record

__all__ = ["ENGLISH", "RuleSection", "Rulebook", "rulebook"]

ENGLISH = "en"
"""The language in which every section is written."""

_SPOKEN = ("number", "heading", "text", "parts", "words", "asks")
"""What a file in another language has of a section."""


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A section of a title's rules.

    ``parts`` are its further sentences, ``words`` other words to find it by, ``asks`` typical questions with
    their answers, ``see`` the numbers of related sections. ``steps`` are the steps and kinds of action, and
    ``codes`` the codes of refusals, behind which the section stands. ``picture`` names what shows it, such as
    "tiles 5 57", "market" or "hex C4"; empty for nothing. ``language`` is that of the texts.
    """

    number: str
    heading: str
    text: str
    parts: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    asks: Mapping[str, str] = field(default_factory=dict)
    see: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    picture: str = ""
    chapter: str = ""
    language: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The sections of a title's rules, in the order of its chapters."""

    sections: tuple[RuleSection, ...] = ()

    @property
    def chapters(self) -> tuple[str, ...]:
        """The headings of the chapters, in order."""
        return tuple(dict.fromkeys(section.chapter for section in self.sections))

    def section(self, number: str) -> RuleSection | None:
        """The section with a number, in any case; None for no section."""
        wanted = number.strip().casefold()
        return next((each for each in self.sections if each.number.casefold() == wanted), None)

    def in_chapter(self, chapter: str) -> tuple[RuleSection, ...]:
        """The sections of a chapter."""
        return tuple(section for section in self.sections if section.chapter == chapter)

    def beside(self, number: str) -> tuple[RuleSection | None, RuleSection | None]:
        """The sections before and after one; None at either end. Raises ValueError for an unknown number."""
        index = [section.number for section in self.sections].index(number)
        before = self.sections[index - 1] if index else None
        return before, next(iter(self.sections[index + 1 :]), None)

    def section_for_step(self, names: Iterable[str]) -> RuleSection | None:
        """The section on the first of these steps or kinds of action that has one; None if none has."""
        found = (section for name in names for section in self.sections if name in section.steps)
        return next(found, None)

    def section_for_refusal(self, code: str) -> RuleSection | None:
        """The section that explains the code of a refusal; None if there is none."""
        return next((section for section in self.sections if code in section.codes), None)


@lru_cache
def rulebook(title: str, language: str = ENGLISH) -> Rulebook:
    """The rules of a title; a section without a text in the language has its English one.

    It is empty where the title has no such files. Raises BadData for a file that breaks the form.
    """
    return Rulebook(in_language(TITLES[title].rules.board.folder / "data" / "rules", language))


def in_language(folder: Path, language: str) -> tuple[RuleSection, ...]:
    """The sections of a folder in a language; raises BadData for a file that breaks the form."""
    english = sections_in(folder)
    if language == ENGLISH:
        return english
    spoken = {section.number: section for section in sections_in(folder / language)}
    unknown = spoken.keys() - {section.number for section in english}
    if unknown:
        raise BadData(f"rules in {language}: no such section: {', '.join(sorted(unknown))}")
    chapters = {each.chapter: other.chapter for each in english if (other := spoken.get(each.number))}
    return tuple(
        _spoken(each, spoken.get(each.number), language, chapters.get(each.chapter, each.chapter))
        for each in english
    )


def _spoken(section: RuleSection, spoken: RuleSection | None, language: str, chapter: str) -> RuleSection:
    """The section with the texts of another language and its chapter's heading; English without texts."""
    if spoken is None:
        return replace(section, chapter=chapter)
    texts = {name: getattr(spoken, name) for name in _SPOKEN}
    return replace(section, **texts, language=language, chapter=chapter)


def sections_in(folder: Path) -> tuple[RuleSection, ...]:
    """The sections of all files of a folder, in the order of the file names. Raises BadData."""
    files = sorted(folder.glob("*.toml"))
    found = tuple(section for path in files for section in _sections_of(path))
    numbers = [section.number for section in found]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        raise BadData(f"{folder.name}: several sections {', '.join(twice)}")
    return found


def _sections_of(path: Path) -> list[RuleSection]:
    """The sections of one chapter."""
    raw = read_toml(path)
    known_keys(path.name, raw, ("chapter", "sections"))
    return [_section(path.name, raw["chapter"], section) for section in raw["sections"]]


def _section(where: str, chapter: str, raw: Mapping[str, Json]) -> RuleSection:
    """One section from its table."""
    given = [f.name for f in fields(RuleSection) if f.name not in ("chapter", "language")]
    known_keys(where, raw, given)
    section: RuleSection = record(where, RuleSection, {**raw, "chapter": chapter})
    return section
