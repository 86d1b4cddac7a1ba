"""`/show rules`: the section that answers a question, its page, and the buttons from a turn and a refusal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from bot.chat.frame import MAX_OPTIONS, PageBuilder
from bot.chat.press import Press, press_encoded_in
from bot.games.outcome import Outcome
from bot.look.reference import (
    SectionMatch,
    find_section_by_number,
    find_sections,
    interpretation_lines,
    rules_of,
)
from bot.look.rule_pages import MAX_TEXT, section_text
from bot.look.rule_pictures import example_game, parse_picture_name, rule_picture
from bot.turn.pages.rule_buttons import add_rule_buttons, refusal_view
from bot.words import using_language
from bot.work.pictures import DrawnPicture
from engine import TITLES, Game
from engine.api.rulebook import rulebook
from engine.api.table import position
from engine.board.lays import COLOUR_ORDER, NOTHING, LayRules, check_lay
from render.api import VIEWS, draw
from tests.bot.playing import IN_ORDER, NoPictures, check_message, deal_by
from tests.bot.tables import Table, open_table
from tests.loopback.wire import PNG_MAGIC

LOOP = pytest.mark.asyncio(loop_scope="module")

QUESTIONS = [
    ("1889", "May I sell the president's share?", "R26"),
    ("1889", "how many tiles may a company lay?", "R50"),
    ("1889", "can a company buy a train from another company?", "R65"),
    ("1889", "can I split the dividend", "R63"),
    ("1889", "do I get anything for a train that rusts?", "R66"),
    ("1889", "how much of one company am I allowed to own", "R21"),
    ("1889", "does my ferry close?", "R45"),
    ("1889", "what does the market do", "R29"),
    ("18EZ", "is half payment allowed?", "2.7"),
    ("18EZ", "when can I buy Black Line shares", "2.12"),
    ("18EZ", "what do I pay for station markers", "2.5"),
    ("18EZ", "may I sell shares that I bought this round?", "1.13"),
    ("18EZ", "does everyone passing end the auction?", "1.2"),
    ("18EZ", "am I allowed to give my private to another player", "A.players"),
    ("1862", "what happens to my odd share when companies merge?", "5.2.4"),
    ("1862", "what about a company without a director?", "7.3"),
    ("1862", "how do I build to London", "7.6.5"),
    ("1862", "can two local trains share track", "7.8"),
    ("1862", "my chartered company did not float, what is the fine", "4.3"),
    ("1862", "what is a warranty good for", "7.10"),
    ("1826", "how much interest does a loan cost", "O137"),
    ("1826", "do I need permission to build next to Paris?", "O118"),
    ("1826", "how many shares of the Etat do I get for my old shares", "O150"),
    ("1826", "when is a loan repaid?", "O66"),
    ("1826", "can a five share company turn into a ten share company?", "O87"),
    ("1826", "price of a token", "O116"),
    ("18OE", "how many tile points does my regional have", "11.1"),
    ("18OE", "what do I get for merging my minor?", "10.5"),
    ("18OE", "am I allowed to sell my regional's shares?", "10.1"),
    ("18OE", "which bonus brings the first orient express", "12.2"),
    ("18OE", "what's a pullman for", "11.6.2"),
    ("18OE", "can my trains use a private port", "11.3.6"),
    ("1889", "where can I lay a port tile", "R38"),
    ("1889", "what happens if nobody bids", "R9"),
    ("18EZ", "is the obsidian buyable by a railroad", "A.purchase"),
    ("1862", "can trains run port to port", "7.8"),
    ("1862", "how do I get a second permit", "6.5.4.3"),
    ("1826", "price of SNCF at start", "O173"),
    ("1826", "how far can a 10H go", "O112"),
    ("18OE", "how are first trains reserved", "11.6.1"),
    ("18OE", "when may a regional expand", "9.3"),
]
"""What players ask, and the section that has to come first."""


@pytest.mark.parametrize(("title", "question", "number"), QUESTIONS)
def test_a_question_is_answered_by_the_rule(title: str, question: str, number: str) -> None:
    assert find_sections(title, question)[0].section.number == number


@pytest.mark.parametrize(
    ("title", "question", "number"),
    [
        ("1889", "darf ich die Direktorenaktie verkaufen?", "R26"),
        ("1889", "wie viele Plättchen darf ich legen", "R50"),
        ("18EZ", "was passiert mit meinem Minor", "2.12"),
        ("1862", "wie weit fährt eine Güterlok", "7.8.1"),
        ("1826", "was kostet ein Kredit", "O137"),
        ("18OE", "wer darf private Häfen benutzen", "11.3.6"),
    ],
)
def test_a_question_in_german_is_answered_in_german(title: str, question: str, number: str) -> None:
    with using_language("de"):
        found = find_sections(title, question)[0]
    assert found.section.number == number
    assert found.section.language == "de"


def test_a_misspelt_word_is_understood() -> None:
    assert find_sections("1889", "certifcate limitt")[0].section.number == "R3"


def test_nonsense_has_no_answer() -> None:
    assert find_sections("1889", "xyzzy the plugh") == []


@pytest.mark.parametrize(
    ("typed", "number"), [("R26", "R26"), ("r26", "R26"), ("26", "R26"), ("§ 26", "R26")]
)
def test_a_number_is_found_in_any_spelling(typed: str, number: str) -> None:
    section = find_section_by_number("1889", typed)
    assert section is not None
    assert section.number == number


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_title_has_sections_and_all_readings(title: str) -> None:
    assert len(rules_of(title).sections) > 10
    assert len(interpretation_lines(TITLES[title])) == len(TITLES[title].data.readings)


def test_readings_are_those_of_the_scenario_and_in_the_language_of_the_reader() -> None:
    scenario = TITLES["18OE"].played({"scenario": "uk_france"})
    with using_language("de"):
        [line] = interpretation_lines(scenario, section_number="6.3")
        found = interpretation_lines(scenario, "konzessionen")
    assert line.startswith("*UK und Frankreich: Konzessionen* (rekonstruiert): ")
    assert line in found
    assert (
        len(interpretation_lines(TITLES["18OE"], section_number="6")),
        interpretation_lines(scenario, section_number="6"),
    ) == (1, [])


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_section_fits_its_page_and_every_chapter_its_menu(title: str) -> None:
    book = rules_of(title)
    for section in book.sections:
        assert len(section_text(TITLES[title], SectionMatch(section))) < MAX_TEXT, section.number
    assert len(book.chapters) <= MAX_OPTIONS
    assert all(len(book.in_chapter(chapter)) <= MAX_OPTIONS for chapter in book.chapters)


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_picture_shows_what_the_title_has(title: str) -> None:
    game = example_game(title)
    for section in rulebook(title).sections:
        view, params = parse_picture_name(section.picture) if section.picture else ("map", {})
        assert view in VIEWS
        assert set(params.get("numbers", ())) <= game.view.data.tiles.keys(), section.number
        hexes = {*params.get("hexes", ()), *([params["hex"]] if "hex" in params else [])}
        assert hexes <= game.view.board().hexmap.hexes.keys(), section.number
        rows = game.view.data.market.rows
        for _, *cells in params.get("moves", ()):
            assert all(rows[row][column] for row, column in cells), section.number


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_tile_that_a_picture_lays_fits_its_hex(title: str) -> None:
    view = example_game(title).view
    anything = LayRules(COLOUR_ORDER, NOTHING, NOTHING)
    for section in rulebook(title).sections:
        params = parse_picture_name(section.picture)[1] if section.picture else {}
        for tile, rotation in params.get("lays", ()):
            supply = dict.fromkeys(view.data.tiles)
            refused = check_lay(view.board(), params["hex"], tile, rotation, anything, supply, None)
            assert refused is None, (section.number, tile, rotation)


@pytest.mark.parametrize(
    "picture", ["market", "trains", "tiles 5 57", "hex C4", "lays C4 12 13:2", "moves 2,4>2,5"]
)
def test_each_kind_of_picture_is_drawn(picture: str) -> None:
    view, params = parse_picture_name(picture)
    drawn = draw("1889", position(example_game("1889")), view, **params)
    assert drawn.png[:8] == PNG_MAGIC


def test_no_other_picture_is_known() -> None:
    with pytest.raises(ValueError, match="no picture"):
        parse_picture_name("privates")


@pytest.mark.parametrize("change", ["2>3", "1,2,3>4", "2,4", "2,4>2,5>2,6", "2,x>2,5", ">"])
def test_a_price_change_leads_from_one_cell_to_another(change: str) -> None:
    with pytest.raises(ValueError, match="no change of share price"):
        parse_picture_name(f"moves 2,4>2,5 {change}")


class Drawing:
    """An answer of a bot that notes what it draws."""

    def __init__(self) -> None:
        self.bot = self.pictures = self
        self.drawn: list[str] = []

    async def draw(self, game_id: int, game: Game, view: str, **params: Any) -> None:
        self.drawn.append(view)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("title", "options", "picture", "drawn"),
    [
        ("18OE", {}, "hex C74", ["crop"]),
        ("18OE", {"scenario": "uk_france"}, "hex C74", []),
        ("1862", {"novice": "yes", "trains": "all"}, "market", []),
        ("1862", {}, "market", ["market"]),
        ("1862", {}, "", []),
    ],
)
async def test_only_what_the_table_plays_is_drawn(
    title: str, options: dict[str, str], picture: str, drawn: list[str]
) -> None:
    answer = Drawing()
    info = SimpleNamespace(id=1, title=title, options=options)
    assert await rule_picture(answer, info, picture) == []  # type: ignore[arg-type]
    assert answer.drawn == drawn


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """A game of 1889 that has just begun."""
    with pytest.MonkeyPatch.context() as patch:
        deal_by(patch, IN_ORDER)
        path: Path = tmp_path_factory.mktemp("rules")
        async with open_table(path) as made:
            made.bot.pictures = NoPictures()  # type: ignore[assignment]
            await made.started(title="1889", order="join")
            yield made


@LOOP
async def test_a_question_is_answered_with_yes_or_no_and_the_rule(table: Table) -> None:
    page = await table.member("Ann").slash("/show rules", topic="may I sell the president's share?")
    assert page.ephemeral
    assert "### R26 · Selling the president's certificate" in page.text
    assert "**Only if another player holds at least 20 %" in page.text
    assert "The president's certificate never goes to the open market." in page.text
    check_message(page.message)


@LOOP
async def test_buttons_lead_to_the_neighbours_and_to_related_sections(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/show rules", topic="R26")
    await ann.click(page, "R27 ▶")
    assert "### R27 · Floating" in page.text
    await ann.click(page, "R15 Starting a company")
    assert "### R15" in page.text
    await ann.click(page, "◀ R14")
    assert "### R14 · Priority" in page.text
    check_message(page.message)


@LOOP
async def test_all_chapters_and_their_sections_are_in_menus(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/show rules")
    assert "**Stock rounds** R12 … R24" in page.text
    await ann.select(page, "chapter 2", label="Chapters…")
    assert "- **R12** A turn in a stock round" in page.text
    await ann.select(page, "R18", label="Stock rounds")
    assert "Nobody may sell shares in the first stock round." in page.text
    check_message(page.message)
    assert "- **R12**" in (await ann.slash("/show rules", topic="stock rounds")).text
    assert "Nothing on “Atlantis”" in (await ann.slash("/show rules", topic="Atlantis")).text


@LOOP
async def test_a_picture_of_the_rules_is_called_an_example(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = table.member("Ann")
    without = await ann.slash("/show rules", topic="R26")
    assert "an example" not in without.text

    async def drawn_example(*_: object) -> list[DrawnPicture]:
        return [DrawnPicture(PNG_MAGIC, "The market", "market.png")]

    monkeypatch.setattr("bot.look.rule_pages.rule_picture", drawn_example)
    page = await ann.slash("/show rules", topic="R26")
    assert "The picture is an example, drawn from a new game. It does not show your game." in page.text


def test_an_untranslated_section_says_so() -> None:
    with using_language("de"):
        section = rules_of("1889").sections[0]
        assert "noch nicht übersetzt" not in section_text(TITLES["1889"], SectionMatch(section))
        assert "noch nicht übersetzt" in section_text(
            TITLES["1889"], SectionMatch(replace(section, language="en"))
        )


@LOOP
async def test_a_page_of_a_turn_opens_the_rule_behind_its_step(table: Table) -> None:
    ann = table.member("Ann")
    turn = await ann.slash("/turn")
    rule = await ann.click(turn, "The rule")
    assert "### R5 · A turn of the auction" in rule.text
    assert rule.ephemeral
    assert rule.labels[0] == "Back to my turn"
    assert "to act" not in rule.text
    back = await ann.click(rule, "Back to my turn")
    assert back.message.id == rule.message.id
    assert "## Initial auction · Ann\n" in back.text


@LOOP
async def test_a_refusal_has_the_button_to_its_rule(table: Table) -> None:
    info = await table.info()
    refused = Outcome("refused", info.id, 0, "bid_too_low", "Bid more.")
    view = refusal_view(info, refused)
    assert view is not None
    [item] = view.children
    press = Press.parse(item.custom_id)  # type: ignore[attr-defined]
    assert press == Press(info.id, 0, "rule_open", "R6")
    assert refusal_view(info, replace(refused, code="no_such_code")) is None


def test_a_page_has_buttons_to_the_rules_behind_what_is_missing() -> None:
    session = SimpleNamespace(
        info=SimpleNamespace(id=1, title="1889"),
        revision=4,
        is_to_act=True,
        draft=None,
        next_decision=SimpleNamespace(step="turn"),
        explained_refusals=["one_block", "sold_this_round", "one_block", "pool_limit", "no_such_code"],
    )
    sheet = PageBuilder()
    add_rule_buttons(session, sheet)  # type: ignore[arg-type]
    [row] = sheet.rows
    assert [press_encoded_in(item).argument_text for item in row] == ["R12", "R20", "R19"]
    labels = [item.item.label for item in row]
    assert labels == ["The rule", "Rule: One block of a company in a…", "Rule: Buying back what you sold"]
