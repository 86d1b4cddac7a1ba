"""What buttons and menus say: act, object, price and what is left, and never the same words twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.cards.texts import decision_text
from bot.orders.pages import standing_orders_page
from bot.turn.choosing.steps import step_lines
from bot.turn.pages import offers, workspace
from bot.turn.session.draft import Draft, fill_forced_values
from bot.words import using_language, with_ellipsis
from engine import TITLES, Action, Game, new_game
from engine.rules.initial_auction import top_row
from engine.titles.g1862.mergers import merger_moves
from tests.bot.limits import labels_of
from tests.bot.turn.test_chooser import onward, session_of
from tests.bot.words_law import bare_buttons, same_labels, untold
from tests.titles.g18oe.test_18oe_powers import turn_of
from tests.titles.g1862.mania import Mania
from tests.titles.g1862.mergers import merger
from tests.walks import TWO_EACH, Walk

EVERY, MOVES = 60, 780
"""Moves between two positions that are looked at in any case, and how far games are played."""


class NoGains:
    """In place of the workers: nothing is known of what track adds."""


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    async def none(*_: Any) -> None: ...

    monkeypatch.setattr(workspace, "search_revenue_gains", none)


async def pages(game: Game, seat: str) -> AsyncIterator[Any]:
    """Every page of a seat: all choices, what is open at any time, and each field of each choice."""
    session = session_of(game, seat, NoGains())
    yield await workspace.build_first_page(session)
    yield await offers.more_page(session)
    yield await standing_orders_page(session)
    for choice in game.choices(seat):
        left = [Draft(choice.kind)]
        while left:
            session.draft = left.pop()
            draft, wanted = fill_forced_values(game, seat, session.draft)
            if wanted is not None and wanted.kind != "routes":
                yield await workspace.build_turn_page(session)
                left += onward(session, draft, wanted)


@pytest.mark.slow(seconds=5)
@pytest.mark.parametrize("title", sorted(TITLES))
async def test_no_page_says_the_same_twice_and_every_deal_says_what_and_for_how_much(title: str) -> None:
    seen, wrong = set[tuple[str, str]](), dict[str, str]()
    names = ["Ann", "Ben", "Cy", "Dee"][: TITLES[title].data.min_players + 1]
    for seed in (seed for key, seed in TWO_EACH if key == title):
        await look_along(Walk(title, names, seed), seen, wrong)
    assert not wrong, "\n".join(f"{fault}  [{where}]" for fault, where in wrong.items())
    assert len({kind for _, kind in seen}) > 20


async def look_along(walk: Walk, seen: set[tuple[str, str]], wrong: dict[str, str]) -> None:
    """Look at what is ``wrong`` in a game where a step first offers a kind of choice, and now and then."""
    game = walk.game
    for move in range(MOVES):
        waiting = game.waiting()
        if waiting is None:
            break
        offered = {
            (waiting.step if seat in waiting.players else "", choice.kind)
            for seat in game.state.seats
            for choice in game.choices(seat)
        }
        if move % EVERY == 0 or not offered <= seen:
            for seat in game.state.seats:
                await look(game, seat, wrong)
        seen |= offered
        walk.step()


async def test_mergers_of_the_same_two_survivors_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = Mania("Ann", "Ben").company("N&E", 100, p1=60).company("I&B", 74, p1=60)
    game = merger(scenario.company("ENR", 74, p2=60), "N&E", "I&B")
    near = ("I&B", "ENR")
    monkeypatch.setattr(
        merger_moves, "partners", lambda view, active, others: (c for c in others if c in near)
    )
    page = (await workspace.build_first_page(session_of(game, "p1", NoGains()))).build()
    assert page.view is not None
    assert labels_of(page.view)[:4] == [
        "Merge with I&B · N&E survives",
        "Merge with I&B · I&B survives",
        "Propose to ENR · N&E survives",
        "Propose to ENR · ENR survives",
    ]


async def test_moves_of_a_page_with_the_same_effect_share_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = Mania("Ann", "Ben", "Cy").company("N&E", 100, p1=40, p2=30)
    game = merger(scenario.company("I&B", 74, p1=50, p3=30), "N&E", "I&B")
    monkeypatch.setattr(merger_moves, "partners", lambda _view, _active, others: iter({*others} & {"I&B"}))
    lines = "\n".join(
        (await workspace.build_first_page(session_of(game, "p1", NoGains()))).texts
    ).splitlines()
    [place] = [i for i, line in enumerate(lines) if "I&B survives" in line]
    assert lines[place] == "**Merge with I&B · N&E survives** / **Merge with I&B · I&B survives**"
    assert lines[place + 1].startswith("-# ")


def test_a_page_of_mergers_does_not_repeat_in_words_what_its_picture_shows_of_companies() -> None:
    scenario = Mania("Ann", "Ben", "Cy").company("N&E", 100, p1=40).company("I&B", 74, p1=50)
    session = session_of(merger(scenario, "N&E", "I&B"), "p1", NoGains())
    assert step_lines(session, has_picture=True) == []
    assert step_lines(session)[0].startswith("-# **I&B**: £0")


def test_a_card_is_brief_about_what_the_page_tells_item_by_item() -> None:
    game = new_game("18OE", ["Ann", "Ben"], seed=1)
    told = decision_text(game)
    assert len(told) < 330
    assert "Robert Stephenson and Company, Ponts et Chaussées: Pays its owner" in told
    assert told.count("Pays its owner") == 1


async def test_two_items_on_sale_that_bring_the_same_share_a_line() -> None:
    game = new_game("18OE", ["Ann", "Ben"], seed=1)
    page = "\n".join(
        (await workspace.build_first_page(session_of(game, str(game.state.priority), NoGains()))).texts
    )
    assert "\n-# Robert Stephenson and Company, Ponts et Chaussées: Pays its owner" in page


async def test_what_all_items_on_sale_bring_stands_there_once() -> None:
    game = new_game("18OE", ["Ann", "Ben"], seed=1)
    for _ in range(2):
        player = str(game.state.cursor.actor)
        game.submit(Action("buy_item", player, {"item": top_row(game.view)[0]}))
    page = "\n".join(
        (await workspace.build_first_page(session_of(game, str(game.state.cursor.actor), NoGains()))).texts
    )
    assert "\n-# Wien Südbahnhof: A railroad places" in page
    assert page.count("It leaves the game when its power is used.") == 1
    assert "\n-# Each of them, besides:\n-# Pays its owner £10 each operating round." in page


@pytest.mark.parametrize(
    ("title", "first", "other", "power"),
    [
        (
            "18EZ",
            "Pays its owner $5 each operating round. It has no power.",
            "HMH",
            "place the hotel on a city",
        ),
        ("1826", "may once let it pay F40 of the first tile on: B12", "Mail", "it is worth F10 more"),
    ],
)
async def test_an_auction_tells_what_its_items_bring(title: str, first: str, other: str, power: str) -> None:
    game = new_game(title, ["Ann", "Ben"], seed=1)
    seat = str(game.state.priority)
    assert first in decision_text(game)
    assert "`/show privates`" in decision_text(game)
    session = session_of(game, seat, NoGains())
    assert first in "\n".join((await workspace.build_first_page(session)).texts)
    session.draft = Draft("bid", {"item": other})
    assert power in "\n".join((await workspace.build_turn_page(session)).texts)


async def look(game: Game, seat: str, wrong: dict[str, str]) -> None:
    """Add what is wrong with the words that this seat is shown."""
    where = f"move {game.revision}, {seat}"
    for choice in game.choices(seat):
        wrong.update((fault, where) for fault in untold(game, seat, choice))
    async for sheet in pages(game, seat):
        page = sheet.build()
        parts = page.view.to_components()
        wrong.update((f"twice: {label}", where) for label in same_labels(parts))
        wrong.update((fault, where) for fault in bare_buttons(game, parts))


@pytest.mark.parametrize(("code", "label"), [("en", "Lay track…"), ("de", "Lay track …")])
def test_a_label_that_asks_for_more_has_the_dots_of_its_language(code: str, label: str) -> None:
    with using_language(code):
        assert with_ellipsis("Lay track") == label
        assert with_ellipsis(with_ellipsis("Lay track")) == label
        assert with_ellipsis("Lumber Co.") == f"Lumber Co{label[len('Lay track') :]}"


def test_a_card_names_a_step_once_if_its_move_has_the_same_name() -> None:
    told = decision_text(turn_of("SHTC", "token"))
    assert told.startswith("Place a token: ")
    assert "place a token" not in told
