"""Words that only the rulebook explains: a line where a member meets one first, and a list of all."""

from __future__ import annotations

import pytest

from bot.chat.frame import PageBuilder
from bot.chat.press import Press, button
from bot.store.preferences import MemberPreferences
from bot.turn.help.glossary import MAX_TERMS, glossary_line, page_text, terms_in, terms_to_explain
from bot.words import translated, using_language
from engine import TITLES, new_game
from tests.bot.tables import Table, confirmed

WORDS = {title: data.data.words for title, data in TITLES.items()}


@pytest.mark.parametrize("title", TITLES)
def test_every_title_explains_words_in_a_sentence_or_two(title: str) -> None:
    words = WORDS[title]
    assert len(words) > 5
    assert len({word.word for word in words}) == len(words)
    for word in words:
        assert word.text.endswith(".")
        assert len(glossary_line(word)) < 220
        with using_language("de"):
            assert translated(word.text) != word.text


@pytest.mark.parametrize("title", TITLES)
def test_every_title_says_what_passing_means(title: str) -> None:
    passing = TITLES[title].data.passing
    assert {"turn", "auction"} <= set(passing)
    assert all(text.endswith(".") for text in passing.values())


def test_words_are_found_whole_and_in_the_order_of_the_page() -> None:
    found = terms_in(WORDS["1862"], "A charter. Permits; BL, blander warrants; the warranty")
    assert [word.word for word in found] == ["charter", "permit", "warranty"]
    assert not terms_in(WORDS["18EZ"], "sdr, bl, BLACK")
    with using_language("de"):
        assert [w.word for w in terms_in(WORDS["1862"], "Zwei Genehmigungen")] == ["permit"]


@pytest.mark.parametrize("title", ["18EZ", "18OE"])
def test_what_a_game_begins_with_is_explained_where_it_begins(title: str) -> None:
    """Its rulebook has a word of its own for what the step calls an initial auction."""
    waiting = new_game(title, ["Ann", "Ben"], seed=1).waiting()
    assert waiting is not None
    [explained] = terms_in(WORDS[title], waiting.label)
    assert "with which the game begins" in explained.text


def test_a_colour_of_tiles_is_no_zone_of_the_market() -> None:
    assert not terms_in(WORDS["1889"], "Tiles that can be laid now: yellow")
    assert [word.word for word in terms_in(WORDS["1889"], "in the yellow zone")] == ["yellow zone"]


def test_buttons_and_menus_count_as_words_of_the_page() -> None:
    sheet = PageBuilder(texts=["Text"], rows=[[button(Press(1, 1, "x"), "Buy a warranty")]])
    assert page_text(sheet) == "Text\nBuy a warranty"


def test_a_page_explains_few_words_and_those_of_its_revision_again() -> None:
    words, met = WORDS["1862"], MemberPreferences(words={"1862": {"permit": [1, 5], "charter": [1, 4]}})
    of = {word.word: word for word in words}
    asked = [of["parliament"], of["charter"], of["permit"], of["band"]]
    assert [w.word for w in terms_to_explain(met, "1862", asked, [1, 5])] == ["permit", "parliament"]
    assert [w.word for w in terms_to_explain(met, "1862", asked, [1, 6])] == ["parliament", "band"]
    assert len(terms_to_explain(MemberPreferences(), "1862", words, [1, 1])) == MAX_TERMS


async def test_a_word_is_explained_once_to_each_member_and_again_when_forgotten(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    page = await ann.slash("/turn")
    first = page.text
    assert "Share dealing round:" in first
    page = await ann.slash("/turn")
    assert page.text == first
    await ann.click(page, "Pass")
    await ann.click(page, "Confirm")
    assert "Share dealing round:" not in (await ann.slash("/turn")).text
    assert "Share dealing round:" in (await ben.slash("/turn")).text
    assert (await table.bot.preferences.member_preferences(int(ann.id))).words["18EZ"]
    await confirmed(ann, "/me data forget")
    assert (await table.bot.preferences.member_preferences(int(ann.id))).words == {}


async def test_the_words_of_the_game_are_listed(table: Table) -> None:
    text = (await table.member("Ann").slash("/show words")).text
    assert all(glossary_line(word) in text for word in WORDS["18EZ"])
