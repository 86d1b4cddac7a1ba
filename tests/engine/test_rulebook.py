"""The rules of each title for players: all sections, full sentences, and names that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import TITLES
from engine.api import rulebook as rulebooks
from engine.api.rulebook import Rulebook, RuleSection, rulebook
from engine.checks.rulebook import rulebook_of
from engine.core.errors import BadData

ALL = sorted(TITLES)
LANGUAGES = sorted({path.name for path in Path("engine/titles").glob("*/data/rules/*") if path.is_dir()})
SENTENCE = re.compile(r"[A-ZÄÖÜ¥$£0-9“„].*[.]$", re.DOTALL)
MOST_SENTENCES = 5


def rules(title: str) -> tuple[RuleSection, ...]:
    return rulebook(title).sections


@pytest.mark.parametrize("title", ALL)
def test_every_section_that_prescribes_play_is_told(title: str) -> None:
    book = rulebook_of(TITLES[title].rules.board.folder)
    assert {section.number for section in rules(title)} == {
        row.section for row in book.rows if row.prescribes
    }


@pytest.mark.parametrize("title", ALL)
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_sections_are_told_in_few_full_sentences(title: str, language: str) -> None:
    for section in rulebook(title, language).sections:
        for text in (section.text, *section.parts, *section.asks.values()):
            assert SENTENCE.match(text), (section.number, text)
        assert len(re.findall(r"[.](?= |$)", section.text)) <= MOST_SENTENCES, section.number
        assert section.heading[:1].isupper() or section.heading[:1].isdigit(), section.number
        assert not section.heading.endswith("."), section.number


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_that_speaks_a_language_speaks_it_in_all_sections(language: str, root: Path) -> None:
    speaking = [
        title for title in ALL if (TITLES[title].rules.board.folder / "data/rules" / language).is_dir()
    ]
    assert speaking
    for title in speaking:
        missing = [s.number for s in rulebook(title, language).sections if s.language != language]
        assert missing == [], title


@pytest.mark.parametrize("title", ALL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_every_part_is_there_in_each_language(title: str, language: str) -> None:
    said = [(s.number, len(s.asks), len(s.parts)) for s in rules(title)]
    assert [(s.number, len(s.asks), len(s.parts)) for s in rulebook(title, language).sections] == said


@pytest.mark.parametrize("title", ALL)
def test_what_sections_name_exists(title: str, root: Path) -> None:
    numbers = {section.number for section in rules(title)}
    source = "\n".join(path.read_text("utf-8") for path in (root / "engine").rglob("*.py"))
    for section in rules(title):
        assert set(section.see) <= numbers - {section.number}, section.number
        unknown = [name for name in (*section.codes, *section.steps) if f'"{name}"' not in source]
        assert unknown == [], section.number


@pytest.mark.parametrize("title", ALL)
@pytest.mark.parametrize("kind", ["codes", "steps"])
def test_one_section_stands_behind_each_step_and_refusal(title: str, kind: str) -> None:
    names = [name for section in rules(title) for name in getattr(section, kind)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("title", ALL)
def test_the_rule_behind_each_usual_step_is_named(title: str) -> None:
    usual = {
        str(getattr(step, "name", step))
        for policy in TITLES[title].rounds.values()
        for step in getattr(policy, "steps", ())
    }
    assert [name for name in sorted(usual) if rulebook(title).section_for_step([name]) is None] == []


MONEY_AND_LIMIT = {
    "1889": ("R1", "R3"),
    "18EZ": ("1.1", "1.1"),
    "1862": ("2.4.4", "6.5.2"),
    "1826": ("O4", "O5"),
    "18OE": ("3.3", "4.1"),
}
PRICES = {"1889": "R65", "18EZ": "2.8", "1862": "7.9", "1826": "O7"}
PARS = {"1889": "R15", "18EZ": "1.5", "1826": "O58"}


def figures_in(title: str, number: str, language: str = "en") -> set[int]:
    """All whole numbers that a section says, with its answers."""
    section = rulebook(title, language).section(number)
    assert section is not None
    told = " ".join((section.text, *section.parts, *section.asks.values()))
    return {int(re.sub(r"[.,]", "", figure)) for figure in re.findall(r"\d+(?:[.,]\d{3})*", told)}


@pytest.mark.parametrize("title", ALL)
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_money_and_limits_are_those_of_the_data(title: str, language: str) -> None:
    money, limit = MONEY_AND_LIMIT[title]
    data = TITLES[title].data
    assert set(data.starting_cash.values()) <= figures_in(title, money, language)
    assert set(data.certificate_limit.values()) <= figures_in(title, limit, language)


@pytest.mark.parametrize("title", sorted(PRICES))
def test_prices_of_trains_are_those_of_the_data(title: str) -> None:
    prices = {train.price for train in TITLES[title].data.trains.values()}
    assert prices <= figures_in(title, PRICES[title])


@pytest.mark.parametrize("title", sorted(PARS))
def test_par_prices_are_those_of_the_data(title: str) -> None:
    market = TITLES[title].data.market
    assert {market.rows[row][column] for row, column in market.par_cells} <= figures_in(title, PARS[title])


def test_a_section_has_neighbours_in_the_order_of_the_chapters() -> None:
    first, second, third = (RuleSection(str(n), f"H{n}", "T.", chapter="A") for n in range(3))
    book = Rulebook((first, second, third))
    assert book.beside("1") == (first, third)
    assert book.beside("0") == (None, second)
    assert book.beside("2") == (second, None)
    assert book.section("1") is second
    assert book.section("9") is None
    with pytest.raises(ValueError, match="9"):
        book.beside("9")


def write(folder: Path, name: str, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")


CHAPTER = """chapter = "A"
[[sections]]
number = "1"
heading = "One"
text = "One is one."
"""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (CHAPTER + 'picure = "x"\n', "unknown key 'picure'"),
        (CHAPTER.replace('text = "One is one."\n', ""), "lacks 'text'"),
        (CHAPTER + CHAPTER.partition("\n")[2], "several sections 1"),
        ("chapter = ", "Invalid value"),
    ],
)
def test_a_file_that_breaks_the_form_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    write(tmp_path, "1.toml", text)
    with pytest.raises(BadData, match=re.escape(problem)):
        rulebooks.sections_in(tmp_path)


def test_another_language_has_the_same_sections_and_english_where_it_has_none(tmp_path: Path) -> None:
    second = '[[sections]]\nnumber = "2"\nheading = "Two"\ntext = "Two is two."\n'
    write(tmp_path, "1.toml", CHAPTER + second)
    german = CHAPTER.replace('"A"', '"B"').replace("One is one.", "Eins ist eins.")
    write(tmp_path / "de", "1.toml", german)
    one, two = rulebooks.in_language(tmp_path, "de")
    assert (one.text, one.language, one.chapter) == ("Eins ist eins.", "de", "B")
    assert (two.text, two.language) == ("Two is two.", "en")
    write(tmp_path / "de", "2.toml", german.replace('"1"', '"7"'))
    with pytest.raises(BadData, match="no such section: 7"):
        rulebooks.in_language(tmp_path, "de")
