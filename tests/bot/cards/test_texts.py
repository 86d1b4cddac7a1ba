"""Sentences on cards: whole as long as there is room, and cut where a reader sees it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.cards.lines import fit_rows
from bot.cards.past_turns import turns_after
from bot.cards.texts import (
    company_line,
    end_reason,
    final_ranking_text,
    game_state_line,
    player_line,
    rust_line,
)
from bot.chat.markdown import escape_and_shorten
from bot.turn.session.words import effect_line, turn_end_text
from bot.words import using_language
from engine import TITLES, Action, new_game
from engine.core.events import CursorMoved
from engine.core.view import View
from engine.preview import Preview
from tests.bot.whole.test_limits import table
from tests.scenario import Scenario
from tests.titles.g18oe.oe_late import stock
from tests.titles.g18oe.test_18oe_mergers import merging
from tests.titles.g1862.mania import Mania


def test_a_sentence_that_is_too_long_is_cut_after_a_word_and_says_so() -> None:
    assert escape_and_shorten("WNR local, WVR freight", 22) == "WNR local, WVR freight"
    assert escape_and_shorten("WNR local, WVR freight", 15) == "WNR local, …"
    assert escape_and_shorten("a *b* c", 12) == r"a \*b\* c"


def test_an_end_is_told_in_words_and_what_somebody_wrote_as_it_is(root: Path) -> None:
    assert end_reason("first_level_8_train") == "first level 8 train"
    assert end_reason("Ben: see_you soon") == r"Ben: see\_you soon"
    ends = [
        e
        for path in (root / "engine").rglob("*.py")
        for e in re.findall(r"\.end_game\((.+)\)", path.read_text())
    ]
    assert len(ends) > 5
    assert [end for end in ends if not end.startswith('"')] == [], (
        "a fixed word, so that it can be translated"
    )


@pytest.mark.parametrize("title", sorted(TITLES))
def test_the_beginning_of_a_game_is_told_whole(title: str) -> None:
    data = TITLES[title].data
    game = new_game(title, [f"Player {i}" for i in range(data.max_players)], seed=1)
    told = turns_after(game, 0)
    assert [line for turn in told for line in turn.lines] != []
    assert not any(row.counted_lines for row in fit_rows(told))


@pytest.mark.parametrize("length", ["short", "standard", "long"])
def test_a_card_says_what_rusts_what_until_it_is_sold(length: str) -> None:
    scene = Mania(length=length).company("E&H", 62, p1=30).train("E&H", "A", "local")
    assert rust_line(View(scene.title, scene.state)).startswith("the first C-train rusts the A-trains")
    scene.phase("C").train("E&H", "C", "local")
    assert "A-trains" not in rust_line(View(scene.title, scene.state))


@pytest.mark.parametrize("shorter", ["no", "yes"])
def test_trains_that_stay_in_a_shorter_game_are_not_said_to_rust(shorter: str) -> None:
    scene = Mania(shorter=shorter).phase("F").company("E&H", 62, p1=30).train("E&H", "D", "local")
    assert ("G-train" in rust_line(View(scene.title, scene.state))) == (shorter == "no")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "open market 10 → 0 %"), ("de", "offener Markt 10 → 0 %")]
)
def test_what_a_purchase_takes_from_the_open_market_is_told_as_the_company_is(
    language: str, words: str
) -> None:
    game = stock(merging(p1=40, p2=50, pool=10))
    buying = Action("buy_share", "p1", {"company": "GWR", "source": "pool"})
    with using_language(language):
        assert effect_line(game, buying).endswith(words)
        assert words.split(maxsplit=1)[0] in company_line(game.view, "GWR")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "OR 4.2 is the last"), ("de", "OR 4.2 ist die letzte")]
)
def test_a_card_says_which_round_is_the_last_once_that_is_known(language: str, words: str) -> None:
    info, _ = table("18OE")
    with using_language(language):
        assert words not in game_state_line(info, stock(merging()))
        assert game_state_line(info, stock(merging().note("eight_sold", [3, 1]))).endswith(words)


def test_the_ranking_says_of_what_each_worth_is_made() -> None:
    info, _ = table("18OE")
    game = stock(merging().cash(p1=900, p2=0))
    lines = final_ranking_text(info, game).splitlines()
    assert [line.split(": ")[1] for line in lines[::2]] == ["£1,800", "£1,300", "£200"]
    assert "-# cash £900 · GWR £400" in lines[1::2]


def test_a_company_without_a_president_acts_next_under_its_own_name() -> None:
    game = Mania().company("ESR", 62, p1=30).company("N&E", 54, p2=20).dealing().game()
    now = game.state.cursor

    def told(actor: str) -> str:
        moved = CursorMoved(now, replace(now, actor=actor, step="elsewhere"))
        return turn_end_text(game, Preview((moved,), 1, {}, {}, {}))

    assert told("N&E") == "This ends the turn; then N&E (in receivership) acts."
    assert told("ESR") == f"This ends the turn; then {game.view.name('p1')} acts for ESR."
    assert told("p2") == f"This ends the turn; then {game.view.name('p2')} acts."


def test_a_player_line_says_who_presides_over_a_company_that_one_player_owns_whole() -> None:
    scenario = Scenario(TITLES["18OE"]).shares("BEL", p1=100).own("p1", "WCF").own("p1", "A")
    line = player_line(scenario.game().view, SimpleNamespace(seats=()), "p1")  # type: ignore[arg-type]
    assert "BEL 100 % (president)" in line
    assert re.search(r"(· |, )WCF(,|$)", line)
    assert re.search(r"(· |, )A(,|$)", line)
