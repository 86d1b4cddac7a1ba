"""Pages as a player on a phone reads them: nothing twice, what earns first, no word that a menu cuts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.chat.frame import SECONDARY
from bot.turn.choosing.asking import has_serious_effect
from bot.turn.choosing.controls import begin_move_button
from bot.turn.choosing.legal_moves import (
    MAX_PLACEHOLDER,
    offered_move_lines,
    offered_move_of,
)
from bot.turn.choosing.numbered_hexes import hexes_shown_line, select_numbered_hexes
from bot.turn.choosing.raising import money_raising_lines
from bot.turn.choosing.steps import contents_of_step, step_lines
from bot.turn.pages.workspace import build_first_page
from bot.turn.session.draft import legal_move_of_kind
from bot.turn.session.words import status_line, turn_page_heading
from engine import Action, Game, new_game
from engine.api.leads import hexes_from_tokens
from engine.api.supply import next_trains
from engine.filling import completions
from tests.bot.limits import labels_of, text_of
from tests.bot.moments import first_of, moment
from tests.bot.playing import check_message
from tests.bot.scenes import FIVE, staged
from tests.bot.turn.test_chooser import session_of
from tests.bot.turn.test_labels import NoGains
from tests.bot.turn.test_scenes_18oe import asking_offers
from tests.bot.turn.test_scenes_1826 import forming
from tests.bot.turn.test_scenes_1862 import three_kinds, two_directors
from tests.titles.g18oe.building import major, turn
from tests.titles.g18oe.oe_late import buying, major_phase, no_more, operating, rich, with_major
from tests.titles.g18oe.test_18oe_running import after_express
from tests.titles.g18oe.test_18oe_transfer import two
from tests.titles.g1862.mania import Mania
from tests.titles.g1862.test_1862_refinance import needy


def parliament() -> Game:
    return new_game("1862", FIVE[:3], seed=1)


def actor(game: Game) -> str:
    waiting = game.waiting()
    assert waiting is not None
    return waiting.players[0]


def with_an_express_permit(step: str) -> Game:
    """The N&E may lay tokens in two cities, or buys its first train."""
    scenario = Mania(*FIVE[:3]).company("N&E", 68, cash=400, permits=("express",), p1=50)
    return scenario.operating("N&E", step).game()


async def test_a_train_that_earns_is_offered_before_those_that_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, with_an_express_permit("trains"), careful=False) as scene:
        page = await scene.turn(scene.ann)
        bought = [label for label in page.labels if "-train, " in label]
        assert bought[0] == "Buy 2E-train, free warranty, £100"
        assert {label for label in bought if "2E" not in label} <= {
            f"Buy {train}-train, free warranty, £100 · no permit" for train in ("1F", "2L")
        }


async def test_no_menu_of_a_run_is_cut_on_a_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, three_kinds()) as scene:
        page = await scene.turn(scene.ann)
        check_message(page.message)
        menus = [menu.label for menu in page.message.selects]
        assert menus
        assert [words for words in menus if len(words) > MAX_PLACEHOLDER] == []


async def test_the_button_of_a_rule_names_its_heading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = parliament()
    async with staged(tmp_path, monkeypatch, game) as scene:
        page = await scene.turn(scene.table.member(game.view.name(actor(game))))
        rules = [label for label in page.labels if label.startswith("Rule")]
        assert rules == ["Rule: Starting a company without a…"]


def test_a_heading_does_not_repeat_the_name_of_the_round() -> None:
    game = parliament()
    assert turn_page_heading(game, actor(game)) == f"## {game.round_title()} · {game.view.name(actor(game))}"


def test_what_all_places_cost_is_said_once() -> None:
    game, seat, _ = moment("1862", first_of("place_token"))
    session = session_of(game, seat)
    choice = legal_move_of_kind(game, seat, "place_token")
    assert choice is not None
    assert choice.note == "free"
    lines = offered_move_lines(session, offered_move_of(session, choice))
    assert sum(line.count(choice.note) for line in lines) == 1


def test_both_sides_of_a_card_are_left_as_long_as_the_card_is() -> None:
    """A 4 of 18OE is the other side of a 4+4, so both are sold out together."""
    game = buying(no_more(rich(money=1000), "2", "3"))
    both = [train for train in next_trains(game.view) if train.label[:1] == "4"]
    assert len(both) == 2
    assert {train.left for train in both} == {sum(t.kind == "4+4" for t in game.view.trains("depot"))}


def test_an_emergency_lists_each_way_to_raise_money_with_its_sum_once() -> None:
    for treasury, ways in (
        (40, "Sell 2 shares of N&E for £136, Refinance N&E for £680"),
        (0, "Refinance N&E for £680"),
    ):
        session = session_of(needy(price=68, money=100, treasury=treasury).game(), "p1")
        assert "N&E must buy a train this turn for £200 or more, of which it lacks £100." in "\n".join(
            step_lines(session)
        )
        assert money_raising_lines(session) == [f"Raise money for a train: {ways}"]


def test_the_company_in_the_heading_has_one_line_where_companies_merge() -> None:
    game = two_directors()
    session = session_of(game, actor(game))
    status = status_line(session.info, game, session.seat)
    others = [line.removeprefix("-# ") for line in step_lines(session)]
    assert status.startswith(f"**{session.company}**")
    assert len(others) >= 1
    assert status not in others


def test_a_move_that_is_seldom_used_does_not_stand_out() -> None:
    game, seat, _ = moment("1889", first_of("offer_for_private"))
    session = session_of(game, seat)
    seldom = [choice for choice in game.choices(seat) if choice.kind == "offer_for_private" and choice.seldom]
    assert seldom
    assert {begin_move_button(session, choice).item.style for choice in seldom} == {SECONDARY}


async def test_explanations_stand_under_all_buttons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, parliament(), careful=False) as scene:
        page = await scene.turn(scene.table.member((await scene.table.on_move())[0].name))
        parts = page.message.raw["components"][0]["components"]
        tips = [place for place, part in enumerate(parts) if "💡" in str(part.get("content", ""))]
        rows = [place for place, part in enumerate(parts) if "components" in part]
        assert len(tips) == 1
        assert tips[0] > max(rows)


async def test_a_purchase_from_others_names_each_sum_once() -> None:
    game = buying(with_major(rich(money=500), "KBS", p1=60).trains("KBS", "4+4"))
    page = (await build_first_page(session_of(game, "p1"))).build()
    assert page.view is not None
    bought = [label for label in labels_of(page.view) if label.startswith("Buy ")]
    assert "Buy 3 train £200 · 20 left" in bought
    assert "Buy 4+4 train of KBS · for £1" in bought


async def test_a_train_that_the_president_helps_to_buy_says_who_pays_what() -> None:
    game = buying(with_major(rich(money=150), "KBS", p1=60).trains("KBS", "4+4"))
    page = (await build_first_page(session_of(game, "p1"))).build()
    assert page.view is not None
    name = game.view.name("p1")
    assert f"Buy 3 train £200 · 20 left · GWR pays £150, {name} pays £50" in labels_of(page.view)


def test_what_the_company_pays_is_not_told_beside_a_button_that_names_it() -> None:
    game, _ = after_express()
    session = session_of(game, "p1")
    choice = legal_move_of_kind(game, "p1", "buy_port_authority")
    assert choice is not None
    assert not [
        line for line in offered_move_lines(session, offered_move_of(session, choice)) if "Cash" in line
    ]


async def test_a_company_on_a_button_has_the_verb_before_it() -> None:
    game = turn(major("KBS", scenario=two(cash=900)).token("KBS", "J27", 0), step="transfer")
    page = (await build_first_page(session_of(game, "p1"))).build()
    assert page.view is not None
    assert {"Take over a token: KBS…", "Take over a token: PLM…"} <= set(labels_of(page.view))


async def test_an_abandoned_minor_on_a_button_has_the_verb_before_it() -> None:
    scenario = major_phase("A", "B", phase="4").own("pool", "A").own("pool", "B")
    for minor in "AB":
        scenario.state.companies[minor].data["abandoned"] = True
    game = operating(with_major(scenario, "GWR", cash=500), "GWR", "own_shares")
    page = (await build_first_page(session_of(game, "p1"))).build()
    assert page.view is not None
    assert {f"Take an abandoned minor: Minor {minor}" for minor in "AB"} <= set(labels_of(page.view))


def test_the_first_page_of_a_large_map_shows_and_offers_the_hexes_near_own_tokens() -> None:
    game = turn(major(cash=500))
    session = session_of(game, "p1", NoGains())
    numbered = select_numbered_hexes(session, session.decision_moves())
    choice = legal_move_of_kind(game, "p1", "lay_tile")
    assert choice is not None
    offered = [option.value for option in offered_move_of(session, choice).options]
    assert 0 < len(numbered.hexes) < numbered.total == len(offered)
    assert set(offered[: len(numbered.hexes)]) == set(numbered.hexes)
    assert all(numbered.number_of(session, coord) for coord in numbered.hexes)
    line = hexes_shown_line(session, numbered)
    assert f"the {len(numbered.hexes)} hexes near the tokens of GWR, of {len(offered)} in all" in line


def test_without_hexes_in_one_picture_the_nearest_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.turn.choosing.numbered_hexes.hexes_near", lambda *_: [])
    game = turn(major(cash=500))
    session, choice = session_of(game, "p1", NoGains()), legal_move_of_kind(game, "p1", "lay_tile")
    assert choice is not None
    offered = [option.value for option in offered_move_of(session, choice).options]
    away = [hexes_from_tokens(game.view, "GWR", coord) for coord in offered]
    assert away == sorted(away)
    assert away[0] < 3 < away[-1]


async def test_another_amount_is_asked_for_only_where_a_sum_is_free() -> None:
    page = (await build_first_page(session_of(buying(rich()), "p1"))).build()
    assert page.view is not None
    labels = labels_of(page.view)
    assert "Buy Pullman £150 · 10 left" in labels
    assert not [label for label in labels if "another amount" in label]
    assert "**Buy a train: Bank** · Which train?" in text_of(page.view)


def test_a_purchase_that_forms_a_national_is_asked_about() -> None:
    game = forming("6H", Nord=("F12", "E15"), Als=("I13",))
    choice = legal_move_of_kind(game, "p1", "buy_train")
    assert choice is not None
    action = next(iter(completions(game, "p1", choice)))
    assert has_serious_effect(game, "p1", game.preview(action))
    alone = forming("6H")
    assert not has_serious_effect(alone, "p1", alone.preview(Action("buy_train", "p1", action.args)))


def test_a_button_with_the_id_of_a_company_needs_no_line_with_its_name() -> None:
    game = asking_offers()
    game.submit(Action("ask_offers", "p1", {"minor": "B"}))
    session = session_of(game, "p2")
    [choice] = session.decision_moves()
    lines = "\n".join(offered_move_lines(session, offered_move_of(session, choice)))
    assert "** · Into which railroad?" in lines
    assert "Great Western Railway" not in lines


def test_the_map_numbers_the_hexes_of_a_seldom_used_move_only_if_no_other_move_asks_for_one() -> None:
    session = session_of(turn(major(cash=500)), "p1", NoGains())
    lay = legal_move_of_kind(session.game, "p1", "lay_tile")
    assert lay is not None
    seldom = replace(lay, kind="seldom", seldom=True)
    assert select_numbered_hexes(session, [seldom, lay]).move_kind == "lay_tile"
    assert select_numbered_hexes(session, [seldom]).move_kind == "seldom"


def test_the_page_of_a_nationals_tokens_shows_the_cities_of_those_that_may_be_kept() -> None:
    game = forming("6H", Nord=("F12", "E15"), Als=("I13",))
    choice = legal_move_of_kind(game, "p1", "buy_train")
    assert choice is not None
    game.submit(next(iter(completions(game, "p1", choice))))
    session = session_of(game, "p2")
    contents = contents_of_step(session)
    assert contents is not None
    assert contents.picture_request(session) == ("crop", {"hexes": ["I13", "F12", "E15"]})
