"""Pages on a phone: the buttons of moves stand above the picture; a heading and a name say a thing once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from discord import ui

from bot.chat.bounds import InvalidInput
from bot.chat.frame import SECONDARY, PageBuilder
from bot.chat.press import OVERFLOW_MENU, BotItem, press_encoded_in
from bot.turn.choosing import sectors
from bot.turn.choosing.controls import MAX_LOT_BUTTONS, begin_move_button
from bot.turn.choosing.fitting import MOVE_BUTTONS
from bot.turn.choosing.raising import money_raising_lines
from bot.turn.help import tutorial
from bot.turn.help.whynot import next_trains_and_tiles_lines
from bot.turn.pages import best_runs, trials, workspace
from bot.turn.pages.runs_by_hand import MANUAL_RUN_KEY, manual_run_of
from bot.turn.session import button_names
from bot.turn.session.draft import MAP_SECTOR_KEY, Draft, legal_move_of_kind
from bot.turn.session.session import TurnSession
from bot.turn.session.trial import Trial
from bot.turn.session.words import turn_page_heading
from bot.words import using_language
from bot.work.searches import RouteSets
from engine import Game, new_game
from tests.bot.limits import labels_of
from tests.bot.scenes import FIVE
from tests.bot.turn.test_chooser import letters, session_of
from tests.bot.turn.test_labels import NoGains
from tests.bot.turn.test_scenes_1862 import two_directors
from tests.bot.turn.test_scenes_rare import patronage
from tests.bot.turn.test_tutorial_texts import as_tutorial
from tests.scenario import act
from tests.titles.g18ez.ez_deals import dealing
from tests.titles.g18oe.building import major, turn
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.lines import ANDALUSIA
from tests.titles.g18oe.oe_late import stock
from tests.titles.g18oe.test_18oe_mergers import merging
from tests.titles.g18oe.test_18oe_nationals_revenue import national
from tests.titles.g18oe.test_18oe_running import andalusia, on
from tests.titles.g1826.test_1826_bankruptcy import hopeless
from tests.titles.g1862.mania import Mania
from tests.titles.g1862.test_1862_tokens import begin, full_home
from tests.titles.g1889.shikoku import Shikoku

THREE = FIVE[:3]


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    async def none(*_: Any) -> None: ...

    monkeypatch.setattr(workspace, "search_revenue_gains", none)


def opening(title: str) -> tuple[Game, str]:
    """A game that begins, and the seat that is to act."""
    game = new_game(title, THREE, seed=1)
    waiting = game.waiting()
    assert waiting is not None
    return game, waiting.players[0]


def parts_of(builder: PageBuilder) -> list[ui.Item[Any]]:
    """The texts, pictures and rows of a page from top to bottom."""
    view = builder.build().view
    assert view is not None
    [box] = view.children
    assert isinstance(box, ui.Container)
    return list(box.children)


def is_move(row: ui.Item[Any], names: tuple[str, ...]) -> bool:
    """Whether a row has buttons or menus that begin or make a move."""
    return isinstance(row, ui.ActionRow) and any(
        press_encoded_in(cast(BotItem, item)).button_name in names for item in row.children
    )


def assert_moves_above_picture(builder: PageBuilder, names: tuple[str, ...] = MOVE_BUTTONS) -> None:
    """All rows of moves stand above the picture, and [Refresh] below it or, for a run, above."""
    items = parts_of(builder)
    [picture] = [index for index, item in enumerate(items) if isinstance(item, ui.MediaGallery)]
    rows = [index for index, item in enumerate(items) if is_move(item, names)]
    assert rows
    assert max(rows) < picture


@pytest.mark.parametrize(
    "position",
    [
        lambda: (turn(major(cash=500)), "p1"),
        lambda: (two_directors(), "p1"),
        lambda: opening("18OE"),
        lambda: opening("1862"),
    ],
    ids=["track", "merger", "auction", "parliament"],
)
async def test_the_buttons_of_moves_stand_above_the_picture(position: Callable[[], tuple[Game, str]]) -> None:
    game, seat = position()
    builder = await workspace.build_first_page(session_of(game, seat, NoGains()))
    assert_moves_above_picture(builder)
    labels = [press_encoded_in(item).button_name for item in builder.rows[-1]]
    assert labels[-1] == button_names.SHOW_FIRST_PAGE


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The keys of the searches for routes, each of which finds two runs over Andalusia."""
    keys = list[int]()

    async def search(_: object, key: int, game: Game, *__: object) -> RouteSets:
        keys.append(key)
        runs = (60, tuple(on(game, *ANDALUSIA))), (30, tuple(on(game, *ANDALUSIA[:2])))
        return RouteSets(runs, True, 60)

    monkeypatch.setattr(best_runs, "best_route_sets", search)
    return keys


async def test_the_buttons_of_a_run_stand_above_its_picture(searched: list[int]) -> None:
    session = session_of(andalusia("4"), "p1")
    builder = await best_runs.run_page(session, Draft("run"))
    assert_moves_above_picture(builder, (button_names.RUN_TRAINS, button_names.CHOOSE_ROUTE_SET))
    first, *_, last = [press_encoded_in(row[0]).button_name for row in builder.top_rows]
    assert (first, last) == (button_names.RUN_TRAINS, OVERFLOW_MENU)
    assert searched == [session.info.id]


async def test_routes_of_a_trial_turn_are_not_taken_for_those_of_the_game(searched: list[int]) -> None:
    session = session_of(andalusia("4"), "p1")
    session.real_game, session.trial_state_id = session.game, 77
    await best_runs.find_route_sets(session)
    assert searched == [77]


async def test_the_buttons_of_a_trial_turn_stand_above_its_picture() -> None:
    game = andalusia("4")
    session = session_of(game, "p1")
    session.real_game, session.trial = game, Trial(US, (("run", {"routes": on(game, *ANDALUSIA)}),))
    builder = await trials.trial_page(session)
    assert_moves_above_picture(builder, (button_names.MAKE_ALL_MOVES,))


@pytest.mark.parametrize("title", ["1889", "1826", "18OE"])
def test_the_heading_of_an_auction_says_auction_once(title: str) -> None:
    game, seat = opening(title)
    assert turn_page_heading(game, seat) == f"## Initial auction · {game.view.name(seat)}"


def test_the_german_heading_of_an_auction_says_it_once() -> None:
    game, seat = opening("18OE")
    with using_language("de"):
        assert turn_page_heading(game, seat) == f"## Startversteigerung · {game.view.name(seat)}"


def test_the_heading_of_a_stock_round_has_no_second_name_for_it() -> None:
    game = dealing().game()
    assert turn_page_heading(game, "p1") == f"## SDR 2 · {game.view.name('p1')}"


async def test_several_menus_of_a_move_say_what_is_in_each() -> None:
    game, seat = opening("18OE")
    builder = await workspace.build_first_page(session_of(game, seat, NoGains()))
    menus = [row[0].item for row in builder.all_rows() if isinstance(row[0].item, ui.Select)]
    assert [menu.placeholder for menu in menus] == ["Bid: WS to CON5", "Bid: CON6 to CON10"]


async def test_what_two_items_have_in_common_is_said_once() -> None:
    game, seat = opening("18OE")
    builder = await workspace.build_first_page(session_of(game, seat, NoGains()))
    text = "\n".join(builder.texts)
    assert "Robert Stephenson and Company, Ponts et Chaussées: Pays its owner £5" in text
    assert text.count("It has no power.") == 1


async def test_a_note_that_several_values_have_stands_once_and_the_buttons_stand_above_the_picture() -> None:
    session = session_of(patronage(), "p1", NoGains())
    session.set_draft(Draft("float_minor", {"company": "A"}))
    builder = await workspace.build_turn_page(session)
    text = "\n".join(builder.texts)
    assert "Russia · home token £10: 2 chits left · Riga (G68) brings £30" in text
    assert text.count("2 chits left") == 2
    assert_moves_above_picture(builder, (button_names.SET_VALUE,))


async def test_purchases_stand_before_sales() -> None:
    game = dealing().money({"p1": 900}).shares("PS&W", p1=30).par("PS&W", 80).game()
    builder = await workspace.build_first_page(session_of(game, "p1", NoGains()))
    kinds = [str(press_encoded_in(item).arguments[0]) for row in builder.top_rows for item in row]
    assert list(dict.fromkeys(kind for kind in kinds if kind in ("buy_share", "par", "sell_shares"))) == [
        "buy_share",
        "par",
        "sell_shares",
    ]


async def test_a_seller_of_trains_is_named_behind_what_it_sells() -> None:
    scenario = Shikoku("Ann", "Ben", "Cy").company("AR", 65, p1=50).company("IR", 65, p2=50)
    scenario.company("TR", 65, p3=50).trains("IR", "2").trains("TR", "2").money({"AR": 500})
    session = session_of(scenario.turn("AR", "trains").game(), "p1", NoGains())
    session.set_draft(Draft("offer_train"))
    builder = await workspace.build_turn_page(session)
    text = "\n".join(builder.texts)
    assert "IR: 2-train ¥1 to ¥500 · Iyo Railway\n" in text
    assert "TR: 2-train ¥1 to ¥500 · Tosa Electric Railway" in text


def test_a_step_that_few_turns_have_is_named_only_in_these() -> None:
    company = Mania(*THREE).company("ESR", 100, p1=60)
    later = turn_page_heading(company.operating("ESR", "track", number=3).game(), "p1")
    assert "home" not in later
    assert "⏭\N{NO-BREAK SPACE}merge · **▶\N{NO-BREAK SPACE}track**" in later
    first = begin(full_home(readings="recorded"))
    assert "\n**▶\N{NO-BREAK SPACE}home** · merge · track · " in turn_page_heading(first, "p1")


def test_what_declines_something_is_not_blue() -> None:
    game = stock(merging())
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    session, choice = session_of(game, "p1"), legal_move_of_kind(game, "p1", "decline_token")
    assert choice is not None
    item = begin_move_button(session, choice).item
    assert isinstance(item, ui.Button)
    assert (item.label, item.style) == ("Decline a token of minor B: Porto (W6)", SECONDARY)


def test_the_name_of_a_company_shares_the_brackets_that_follow_its_id() -> None:
    session = as_tutorial(session_of(new_game("1889", THREE, seed=1), "p1"))
    builder = PageBuilder(["**UR** (Computer Bo) sells."])
    tutorial.add_company_names(session, builder)
    assert builder.texts == ["**UR** (Uwajima Railway, Computer Bo) sells."]


def test_a_limit_of_one_train_is_told_in_the_singular() -> None:
    view = hopeless().game().view
    [line, *_] = next_trains_and_tiles_lines(view, "PLM", omit_trains_for_sale=True)
    assert line.startswith("PLM may own 1 train and has 0")


# --- a president who cannot pay ------------------------------------------------------------------------


def cannot_pay() -> TurnSession:
    """Ann's PLM needs a train and nothing can bring the money; she owns the mail."""
    game = hopeless(*THREE).shares("Nord", p1=40).own("p1", "Mail").game()
    return session_of(game, "p1", NoGains())


async def test_what_an_emergency_asks_for_comes_before_powers() -> None:
    builder = await workspace.build_first_page(cannot_pay())
    view = builder.build().view
    assert view is not None
    labels = [label for label in labels_of(view) if label.startswith(("Sell", "Declare", "Place"))]
    assert [label.split(" ")[0] for label in labels[:3]] == ["Sell", "Declare", "Place"]


def test_a_bankruptcy_is_no_way_to_raise_money() -> None:
    assert money_raising_lines(cannot_pay()) == ["Sell shares: PLM F90"]


# --- drafts and presses that are not as expected ------------------------------------------------------


def asked_for_part() -> TurnSession:
    """A session in which the part of the map is asked for."""
    session = session_of(turn(major(cash=500)), "p1", NoGains())
    session.set_draft(Draft("lay_tile"))
    return session


def test_a_part_of_the_map_is_chosen() -> None:
    session = asked_for_part()
    letter = letters(session, session.current_draft)[0]
    assert sectors.draft_with_sector(session, letter).page_state == {MAP_SECTOR_KEY: letter}


@pytest.mark.parametrize("letter", ["", "?", "ZZ"])
def test_an_unknown_part_of_the_map_is_refused(letter: str) -> None:
    with pytest.raises(InvalidInput):
        sectors.draft_with_sector(asked_for_part(), letter)


@pytest.mark.parametrize("stored", [{}, {"stops": {}}, {"train": "4-1"}, [["4-1", "AC8"]]])
def test_a_run_by_hand_that_was_stored_in_another_form_is_dropped(stored: object) -> None:
    draft = replace(Draft("run"), page_state={MANUAL_RUN_KEY: stored})
    assert manual_run_of(draft) is None


async def test_few_of_many_lots_have_buttons_beside_the_menus_of_all() -> None:
    game, seat = opening("18OE")
    builder = await workspace.build_first_page(session_of(game, seat, NoGains()))
    bids = [row for row in builder.top_rows if press_encoded_in(row[0]).arguments[0] == "bid"]
    assert [len(row) for row in bids if isinstance(row[0].item, ui.Button)] == [MAX_LOT_BUTTONS + 1]
    assert sum(isinstance(row[0].item, ui.Select) for row in bids) == 2


def test_a_national_is_not_said_to_skip_the_run_that_its_revenue_is_counted_in() -> None:
    game = national("2+2").line(*ANDALUSIA).at("operating", US, "track", number=1, part=1).game()
    act(game, "p1", "skip")
    marks = turn_page_heading(game, "p1").replace("\N{NO-BREAK SPACE}", " ")
    assert "⏭ track · ⏭ token · ✔ run · ✔ dividend · " in marks


@pytest.mark.parametrize(
    ("code", "heading"), [("en", "## SDR 1 (startpacket) · "), ("de", "## SDR 1 (Startpaket) · ")]
)
def test_the_heading_of_an_auction_does_not_say_so_twice(code: str, heading: str) -> None:
    game, seat = opening("18EZ")
    with using_language(code):
        assert turn_page_heading(game, seat) == heading + game.view.name(seat)
