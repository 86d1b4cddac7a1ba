"""Six cards for members who have never seen an 18xx: each has a picture, and buttons lead through them."""

from __future__ import annotations

import pytest

from bot.look.first_steps import INTRODUCTION_CARDS, introduction_page, sample_game
from bot.work.pictures import Pictures
from tests.bot.tables import Table


def test_the_sample_shows_a_game_in_which_trains_run() -> None:
    game = sample_game(140)
    assert not game.state.ended
    assert all(game.view.trains(company) for company in ("AR", "SR", "UR"))
    last = sample_game(115).log[-1].action
    assert last is not None
    assert last.kind == "run"


async def test_the_buttons_lead_through_six_cards(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.click(await ann.slash("/help"), "New to 18xx? Six cards")
    heads = [page.text.splitlines()[0]]
    for _ in INTRODUCTION_CARDS[1:]:
        page = await ann.click(page, "▶")
        heads.append(page.text.splitlines()[0])
    assert len(set(heads)) == len(INTRODUCTION_CARDS) == 6
    assert heads[0].startswith("### 1/6")
    assert (await ann.click(page, "◀")).text.splitlines()[0] == heads[-2]


@pytest.mark.parametrize("number", range(len(INTRODUCTION_CARDS)))
async def test_each_card_has_a_picture(table: Table, number: int) -> None:
    class Station:
        pictures = Pictures(table.bot.pool)

    class Asking:
        bot = Station

    page = await introduction_page(Asking(), number)  # type: ignore[arg-type]
    assert len(page.files) == 1
    assert page.files[0].fp.read(4) == b"\x89PNG"


async def test_the_first_page_of_help_leads_to_the_cards_before_its_topics(room: Table) -> None:
    page = await room.member("Ann").slash("/help")
    parts = str(page.message.raw["components"])
    assert parts.index("New to 18xx? Six cards") < parts.index("**start**")
    await room.member("Ann").click(page, "New to 18xx? Six cards")
    page = await room.member("Ann").click(page, "▶")
    assert "A **share** is a part of a company" in page.text
