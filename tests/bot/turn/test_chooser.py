"""Every decision of every title has pages: each within Discord's limits, each ending in a legal action."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cards.maps import sectors_with
from bot.operate import features as cogs
from bot.store.game_rows import GameInfo, SeatInfo
from bot.turn.choosing import sectors
from bot.turn.choosing.chooser import contains_amount, drop_implied_values, label_with_value
from bot.turn.choosing.lists import matching_options, menu_option, numbered_matches
from bot.turn.choosing.tracks import asks_for_tile_and_rotation, find_legal_tile_lays
from bot.turn.pages import offers, workspace
from bot.turn.session.draft import (
    LAY_FIELDS,
    MAP_SECTOR_KEY,
    Draft,
    fill_forced_values,
    is_still_legal,
    legal_move_of_kind,
    legal_values_of_field,
)
from bot.turn.session.session import TurnSession
from bot.words import using_language
from bot.work.pictures import DrawnPicture
from bot.work.pool import Pool
from engine import TITLES, Action, Choice, Field, Game, Option, Range, new_game
from tests.bot.limits import check_page, labels_of, text_of
from tests.walks import Walk

assert cogs.COMMANDS, "their import registers all buttons"
EVERY, MOVES = 60, 240
"""Moves between two positions where all choices are looked at, not only those that a step first offers, and
how far a game is played."""


class Painter:
    """Pictures with the longest alt text."""

    async def draw(self, *given: Any, **_: Any) -> DrawnPicture:
        return DrawnPicture(b"png", "x" * 300, f"{given[2]}.png")


class Shelf:
    """A store that keeps nothing."""

    async def write(self, *_: Any, **__: Any) -> None: ...

    async def read(self, *_: Any) -> list[Any]:
        return []


class Service:
    """Games that are not held."""

    store = Shelf()

    async def load(self, *_: Any) -> None: ...


def session_of(game: Game, seat: str, pool: Any = None) -> TurnSession:
    """A session at a table whose players have the longest names."""
    seats = tuple(SeatInfo(s, game.view.name(s), 10**18 + i) for i, s in enumerate(game.state.seats))
    info = GameInfo(
        36**6, 1, 2, game.title.key, "*" * 100, 1, "running", {}, {}, game.revision, 1, "", 1, 2, None, seats
    )
    bot = SimpleNamespace(pictures=Painter(), pool=pool, games=Service())
    answer: Any = SimpleNamespace(bot=bot, user=SimpleNamespace(id=1))
    return TurnSession(answer, info, game, seat)


async def pages_of_choice(session: TurnSession, choice: Choice) -> int:
    """Walk through some values of each field to the end of the choice; how many ends were reached."""
    ends, open_drafts = 0, [Draft(choice.kind)]
    while open_drafts:
        session.draft = open_drafts.pop()
        page = (await workspace.build_turn_page(session)).build()
        check_page(page)
        assert session.draft is not None
        assert page.view is not None
        assert "Nothing matches" not in text_of(page.view), session.draft
        draft, wanted = fill_forced_values(session.game, session.seat, session.draft)
        if wanted is None:
            refusal = session.game.check(Action(draft.kind, session.seat, draft.args))
            assert refusal is None, (draft, refusal)
            assert labels_of(page.view) == ["Confirm", "Back"]
            assert is_still_legal(session.game, session.seat, draft)
            ends += 1
        elif wanted.kind == "routes":
            ends += 1
        else:
            open_drafts += onward(session, draft, wanted)
    return ends


def onward(session: TurnSession, draft: Draft, wanted: Field) -> list[Draft]:
    """The draft with the first, the middle and the last value of the field, or part of the map before it."""
    if sectors.asks_for_sector(session, draft, wanted):
        return [
            replace(draft, page_state={MAP_SECTOR_KEY: letter}) for letter in some(letters(session, draft))
        ]
    if asks_for_tile_and_rotation(session, draft, wanted):
        rest = {k: v for k, v in draft.args.items() if k not in LAY_FIELDS}
        return [
            Draft(draft.kind, {**rest, LAY_FIELDS[0]: lay.tile, LAY_FIELDS[1]: lay.rotation})
            for lay in some(find_legal_tile_lays(session, draft))
        ]
    options = legal_values_of_field(session.game, session.seat, draft, wanted.name)
    if isinstance(options, Range):
        return [draft.with_value(wanted.name, x) for x in {options.low, *options.suggested, options.high}]
    assert options, (draft, wanted)
    values: list[Any] = [o.value for o in some(options)]
    return [draft.with_value(wanted.name, [v] if wanted.kind == "many" else v) for v in values]


def letters(session: TurnSession, draft: Draft) -> list[str]:
    """The parts of the map with a legal hex."""
    options = legal_values_of_field(session.game, session.seat, draft, "hex")
    assert not isinstance(options, Range)
    return [sector.letter for sector in sectors_with(session.view, [option.value for option in options])]


def some(values: Any) -> list[Any]:
    """The first, the middle and the last."""
    return [values[i] for i in sorted({0, len(values) // 2, len(values) - 1})] if values else []


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    made = Pool(1, processes=False)
    yield made
    await made.close()


@pytest.mark.slow
@pytest.mark.parametrize("title", sorted(TITLES))
async def test_every_decision_of_a_game_has_pages_to_its_end(title: str, pool: Pool) -> None:
    names = [f"A *very* _long_ `name` of | player {i}" for i in range(TITLES[title].data.min_players + 1)]
    walk, seen = Walk(title, names, 1), set[tuple[str, str]]()
    game = walk.game
    for move in range(MOVES):
        waiting = game.waiting()
        if waiting is None:
            break
        everything = move % EVERY == 0
        for seat in game.state.seats:
            fresh = [c for c in game.choices(seat) if everything or (waiting.step, c.kind) not in seen]
            if fresh:
                before = game.digest()
                session = session_of(game, seat, pool)
                check_page((await workspace.build_first_page(session)).build())
                check_page((await offers.more_page(session)).build())
                for choice in fresh:
                    assert await pages_of_choice(session_of(game, seat, pool), choice), choice
                assert game.digest() == before
                seen |= {(waiting.step, choice.kind) for choice in fresh}
        walk.step()
    assert len({kind for _, kind in seen}) > 18


# --- lists -----------------------------------------------------------------------------------------

CITIES = [Option("D4", "Norwich (D4)", "first tile"), Option("E5", "Ipswich (E5)"), Option("1", "One (F6)")]
TRAINS = [Option("2/3L", "Buy 2/3L-train £100"), Option("3L", "Buy 3L-train £100")]


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("norwich (d4)", ["D4"]),
        ("d4", ["D4"]),
        ("nor", ["D4"]),
        ("2", ["E5"]),
        ("#2", ["E5"]),
        ("1", ["1"]),
        ("wich", ["D4", "E5"]),
        ("first", ["D4"]),
        ("3l-train", ["3L"]),
        ("Atlantis", []),
    ],
)
def test_typing_finds_ids_numbers_and_parts(typed: str, values: list[str]) -> None:
    options = TRAINS if typed.endswith("train") else CITIES
    assert [o.value for _, o in matching_options(list(enumerate(options, 1)), typed)] == values
    assert [i for i, _ in numbered_matches(CITIES, "")] == [1, 2, 3]


@pytest.mark.parametrize(
    ("speech", "label", "value", "text"),
    [
        ("en", "Buy a share", "Buy SR 10 % · ¥75", "Buy SR 10 % · ¥75"),
        ("de", "Aktie kaufen", "SR 10 % kaufen · ¥75", "SR 10 % kaufen · ¥75"),
        ("de", "Kaufen", "TER für ¥20 kaufen", "TER für ¥20 kaufen"),
        ("en", "Buy a share", "SR", "Buy a share: SR"),
        ("en", "Decline a train", "2+2 train", "Decline a train: 2+2 train"),
        ("en", "Pass", "", "Pass"),
    ],
)
def test_a_choice_is_named_by_its_value_where_that_says_it_all(
    speech: str, label: str, value: str, text: str
) -> None:
    with using_language(speech):
        assert label_with_value(label, value) == text


@pytest.mark.parametrize(
    ("values", "left"),
    [
        (["Bank: 2-train $80", "Buy 2-train $80 · 6 left"], ["Buy 2-train $80 · 6 left"]),
        (["SR ¥75 a share", "50"], ["SR ¥75 a share", "50"]),
        (["Buy SR", "from the pool"], ["Buy SR", "from the pool"]),
        ([], []),
    ],
)
def test_what_the_last_value_says_is_not_said_twice(values: list[str], left: list[str]) -> None:
    assert list(drop_implied_values("Buy a train", values)) == left


@pytest.mark.parametrize(("text", "found"), [("a ¥80 · 6", True), ("¥800", False), ("¥80,000", False)])
def test_an_amount_is_found_as_a_whole(text: str, found: bool) -> None:
    assert contains_amount("¥80", text) is found


def test_options_are_cut_to_what_discord_takes() -> None:
    made = menu_option(7, Option("v", "l" * 150, "n" * 150), is_numbered=True)
    assert (len(made.label), made.label[:4], len(made.description or "")) == (100, "7 · ", 100)


def test_a_draft_goes_back_to_what_the_player_chose() -> None:
    draft = Draft("lay", {"a": "1", "b": "2", "c": "3"}, ("b",))
    assert draft.without_last_value() == Draft("lay", {"a": "1", "b": "2"}, ("b",))
    assert Draft("lay", {"a": "1", "b": "2"}, ("b",)).without_last_value() is None
    assert Draft("lay", {"b": "2"}, ("b",)).without_last_value() is None
    sheet = Draft("lay", {"hex": "D4", "tile": "5", "rotation": "0"})
    assert sheet.without_last_value() == Draft("lay", {"hex": "D4"})


def test_a_draft_is_stored_and_read_and_an_older_one_is_forgotten() -> None:
    draft = Draft("bid", {"item": "X"}, ("item",), 2, "x", ("y",), (("decline_offer", {"offer": "o1"}),), {})
    assert Draft.from_json(draft.to_json()) == draft
    assert Draft.from_json({"kind": "bid"}) is None
    assert Draft.from_json("nonsense") is None
    assert draft.checksum != draft.with_value("price", 5).checksum


def test_a_field_with_one_value_fills_itself() -> None:
    game = new_game("18EZ", ["Ann", "Ben"], seed=1)
    [seat] = game.state.priority.split()
    draft, wanted = fill_forced_values(game, seat, Draft("buy_item"))
    assert (draft.args, draft.auto_fields, wanted) == ({"item": "SLR"}, ("item",), None)
    assert legal_move_of_kind(game, seat, "run") is None
    assert not legal_values_of_field(game, seat, Draft("run"), "routes")
    assert not is_still_legal(game, seat, Draft("bid", {"item": "SLR"}))
