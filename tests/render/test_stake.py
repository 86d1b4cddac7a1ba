"""The pictures of what is at stake: every bid and figure is in the text twin, and all of it can be read."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from engine import TITLES, Action, Game, Json, new_game
from engine.api import round_state
from engine.core.state import to_json
from engine.rules.stock import stock_rules
from render.api import MOST_ALT, draw, twin, view_of
from render.cards import page
from render.cards.doc import Chip, Doc, Section, as_text, words
from render.cards.glances import _percents, _trains
from render.cards.page import SMALL, picture_of
from render.cards.stake import companies_doc, stake_doc
from render.pen import text as fonts
from render.pen.speech import Verbatim, said, speaking
from tests.at_stake import actors, five_bids, moments, standing
from tests.scenario import Scenario
from tests.titles.g1862.mania import Mania

PHONE, LEAST = 400, 11
"""A picture is shown so many px wide on a phone; its letters are then at least so many px high."""
SEEDS = {"1826": (3, 4), "1862": (3,), "1889": (1, 5), "18EZ": (3,), "18OE": (3,)}
Taken = tuple[str, dict[str, Json], dict[str, Any]]


@cache
def _taken(title: str) -> tuple[Taken, ...]:
    """Positions of random play: some of each scene and step, and an auction in which all have bid."""
    seen, found = Counter[str](), [("auction auction", *_position(five_bids(title)))]
    for seed in SEEDS[title]:
        for moment, game in moments(title, seed, 160):
            seen[moment] += 1
            if seen[moment] in (1, 6, 30):
                found.append((moment, *_position(game)))
    return tuple(found)


def _position(game: Game) -> tuple[dict[str, Json], dict[str, Any]]:
    return to_json(game.state), dict(round_state.last_runs(game))


def _line(text: str, name: str) -> str:
    """The row of a twin that begins with a name."""
    begins = tuple(f"- {name}{mark}" for mark in ":;, ")
    return next(line for line in text.splitlines() if line.startswith(begins))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_the_twin_has_every_bid_and_all_money_and_certificates(title: str) -> None:
    for moment, state, ran in _taken(title):
        view, text = view_of(title, state), twin(title, state, "stake", ran=ran)
        for item, by in standing(state["notes"]).items() if moment.startswith("auction") else ():
            line = _line(text, f"{item}, {view.spec(item).name}")
            assert all(f"{view.money(amount)} {view.name(player)}" in line for player, amount in by.items())
            leader = max(by, key=lambda player: by[player])
            assert f"{view.money(by[leader])} {view.name(leader)} (leads)" in line
        rules = stock_rules(view)
        for summary in round_state.player_summaries(view):
            line = _line(text, view.name(summary.player))
            limit = rules.certificate_limit(view)
            assert f"cash {view.money(view.cash(summary.player))};" in line
            assert f"certificates {rules.certificates(view, summary.player)} / {limit}" in line
            assert (", priority" in line) == (view.state.priority == summary.player)
            if summary.committed:
                free = view.cash(summary.player) - summary.committed
                assert f"bound {view.money(summary.committed)}; free cash {view.money(free)}" in line


@pytest.mark.parametrize("title", sorted(TITLES))
def test_companies_at_a_glance_have_price_shares_trains_and_last_run(title: str) -> None:
    told = 0
    for _, state, ran in _taken(title):
        view, text = view_of(title, state), twin(title, state, "companies", ran=ran)
        for company in round_state.started(view):
            line = _line(text, company)
            price, shares = view.price(company), stock_rules(view).has_shares(view, company)
            assert price is None or f"price {view.money(price)}" in line
            for player in view.seats:
                percent = view.percent(player, company)
                assert not (percent and shares) or f"{view.name(player)} {percent}%" in line
            assert f"treasury {view.money(view.cash(company))}" in line
            runs = view.company(company).floated
            assert not runs or f"trains {'none' if not view.trains(company) else ''}" in line
            assert all(held.key in line for held in round_state.company_summary(view, company).trains)
            told += 1
            decided = (view.cursor.actor, view.cursor.step) != (company, "dividend")
            if decided and company in ran and ran[company][2]:
                assert f"paid {ran[company][2]} a share" in line
        assert all(company in text for company in round_state.unstarted(view))
    assert told > 3


@pytest.mark.parametrize("title", sorted(TITLES))
def test_all_of_it_can_be_read_on_a_phone(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, cut = list[int](), list[str]()
    put, shorten = fonts.put, fonts.shorten

    def noted(draw: Any, at: Any, text: str, size: int, *rest: Any, **more: Any) -> None:
        sizes.append(size)
        put(draw, at, text, size, *rest, **more)

    def kept(text: str, *rest: Any) -> str:
        short = shorten(text, *rest)
        cut.extend([text] if short != text else [])
        return short

    monkeypatch.setattr(page, "put", noted)
    monkeypatch.setattr(page, "shorten", kept)
    for _, state, ran in _taken(title):
        for view in ("stake", "companies"):
            picture = draw(title, state, view, ran=ran)
            assert (picture.width, len(picture.alt) <= MOST_ALT) == (2 * PHONE, True)
            assert picture.height <= (2200 if view == "stake" else 2700)
    assert min(sizes) * PHONE // (2 * PHONE) >= LEAST
    assert cut == []


def test_an_operating_turn_shows_its_company_its_trains_and_what_is_next() -> None:
    scene = Scenario(TITLES["1889"]).shares("AR", p1=50, p2=10).par("AR", 80).operated("AR")
    scene.trains("AR", "2", "5").money({"AR": 220}).at("operating", "AR", "trains")
    text = twin("1889", to_json(scene.state), "stake", ran={"AR": [100, "pay", "¥10"]})
    line = _line(text, "AR (now)")
    assert "price ¥80; IPO 40%; trains 2, 5; last run ¥100, paid; " in line
    assert "treasury ¥220 · paid ¥10 a share · 2 tokens left at free, ¥40" in line
    assert "the first 4-train rusts the 2-trains; others sold before it: " in text
    assert "2 until the first 4-train · 5 stays to the end" in text
    assert _line(text, "2: ¥80").startswith("- 2: ¥80; 5 left")
    scene.trains("AR", "6")
    text = twin("1889", to_json(scene.state), "stake", ran={})
    assert "5, 6 stay to the end" in text


def test_what_has_not_floated_stands_below_and_says_how_many_shares_it_lacks() -> None:
    scene = Scenario(TITLES["18EZ"]).shares("BR&N", p1=30).par("BR&N", 70, floated=False)
    scene.shares("PS&W", p2=30).par("PS&W", 80)
    view = view_of("18EZ", to_json(scene.at("shares", "p1", "turn", number=2).state))
    assert round_state.started(view).index("PS&W") < round_state.started(view).index("BR&N")
    below = next(s for s in stake_doc(view).sections if s.heading == "Started, not floated")
    assert list(below.columns) == ["", "price", "IPO"]
    text = as_text(stake_doc(view))
    running, waiting = text.split("Companies in running order:")[1].split("Started, not floated:")
    assert "- PS&W: price $80; IPO 70%; trains none" in running
    assert "- BR&N: price $70; IPO 70%; Tom 30% (president)" in waiting
    assert "floats with 2 more shares" in waiting


def test_shares_are_counted_by_what_one_is_of_the_company() -> None:
    scene = Scenario(TITLES["1826"]).shares("PLM", p1=40).par("PLM", 100, floated=False)
    view = view_of("1826", to_json(scene.at("shares", "p1", "turn", number=1).state))
    assert "floats with 1 more share" in as_text(stake_doc(view))


def test_a_company_that_nobody_directs_is_told_in_the_word_of_its_title() -> None:
    scene = Mania().company("N&E", 74, pool=30).company("ESR", 62, chartered=False, floated=False, pool=30)
    text = as_text(stake_doc(scene.dealing("p1").game().view))
    for company in ("N&E", "ESR"):
        line = _line(text, company)
        assert line.count("in receivership") == 1
        assert "no president" not in line
    assert "no shareholder" in _line(text, "N&E")


def test_a_company_that_nobody_may_start_yet_stands_with_its_phase_alone() -> None:
    view = next(view_of("1862", s) for m, s, _ in _taken("1862") if m.startswith("shares"))
    for doc in (stake_doc(view), companies_doc(view)):
        fresh = next(s for s in doc.sections if s.heading == "Not started")
        chips = {name.split(" (")[0] for name in words(fresh.rows[0][0]).split("), ")}
        later = next(s for s in doc.sections if s.heading == "Also").rows
        assert later[0][0] == "From phase B"
        assert chips
        assert not [c for row in later for c in str(row[1]).split(", ") if c in chips]


def test_a_name_is_never_taken_for_a_word() -> None:
    game = five_bids("1889")
    game.state.players["p1"].name = "Cash"
    german = {"Cash": "Bargeld", "cash": "Bargeld", "leads": "fuehrt"}
    text = twin("1889", to_json(game.state), "stake", words=lambda words: german.get(words, words))
    assert "¥50 Cash" in text
    assert "- Cash: Bargeld ¥390" in text
    assert "¥50 Bargeld" not in text
    with speaking(lambda words: german.get(words, words)):
        assert (said("Cash"), said(Verbatim("Cash"))) == ("Bargeld", "Cash")


def test_a_chip_says_its_note_in_the_box_and_in_words() -> None:
    assert Chip("Ann", note="leads").shown == "Ann · leads"
    assert Chip("Ann").shown == "Ann"


def test_small_lines_stand_under_their_row_and_are_wrapped() -> None:
    one = Doc("T", sections=[Section("", [["A"], ["B"]], under={0: ["10 % of a long line"]})])
    long = Doc("T", sections=[Section("", [["A"], ["B"]], under={0: ["10 % of a long line " * 9]})])
    assert "- A: 10 % of a long line\n- B" in as_text(one)
    assert picture_of(long).height > picture_of(one).height >= 3 * SMALL


def test_a_full_table_of_companies_has_a_picture_of_its_own() -> None:
    crowded = [(s, r) for _, s, r in _taken("18OE") if round_state.has_companies_picture(view_of("18OE", s))]
    assert crowded
    state, ran = crowded[-1]
    view = view_of("18OE", state)
    headings = [section.heading for section in stake_doc(view, ran=ran).sections]
    assert "Companies in running order" not in headings
    assert "Companies in running order" in [s.heading for s in companies_doc(view, ran=ran).sections]


def test_bids_of_long_names_stay_inside_the_picture_and_begin_with_the_money(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, drawn = five_bids("1889"), list[tuple[float, str]]()
    for player in game.state.players.values():
        player.name = "Computer Cleo (steady)"
    put = fonts.put

    def noted(draw: Any, at: Any, text: str, size: int, ink: Any, face: Any = "plain", **more: Any) -> None:
        if text.startswith("¥") and "Computer" in text:
            drawn.append((at[0] + fonts.width(text, size, face) / 2, text))
        put(draw, at, text, size, ink, face, **more)

    monkeypatch.setattr(page, "put", noted)
    assert draw("1889", to_json(game.state), "stake").width == page.WIDE
    assert len(drawn) == 5
    assert max(right for right, _ in drawn) < page.WIDE - page.MARGIN
    assert all(re.match(r"¥\d+ Computer", text) for _, text in drawn)


def test_many_lots_that_come_later_are_named_by_price_and_numbered_ones_from_first_to_last() -> None:
    view = new_game("18OE", ["Ann", "Ben", "Cy"], seed=3).view
    [later] = [section for section in stake_doc(view).sections if section.heading == "Later, no bid"]
    told = {str(price): str(names) for price, names in later.rows[:-1]}
    assert told["£40"] == "WS Wien Südbahnhof · BBBT Barclay, Bevan, Barclay and Tritton"
    assert "B Orange Scroll Surveyors · C Golden Bell Marketplace" in told["£120"]
    assert [str(cell) for cell in later.rows[-1]] == ["£20", "Concession 1-10"]


def test_many_trains_of_a_kind_are_one_chip() -> None:
    assert _shown_trains("2", "2", "3", "2") == ["2", "2", "2", "3"]
    assert _shown_trains("2", "2", "2", "2", "2") == ["2 (\u00d75)"]
    assert _shown_trains("2+2", "3", "2+2", "2+2") == ["2+2 (\u00d73)", "3"]
    assert _shown_trains("2+2", "2+2") == ["2+2", "2+2"]


def _shown_trains(*keys: str) -> list[str]:
    summary: Any = SimpleNamespace(trains=[SimpleNamespace(key=key) for key in keys])
    return [words(chip) for chip in _trains(summary)]


def test_who_leads_in_an_auction_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, put = list[str](), fonts.put

    def noted(draw: Any, at: Any, text: str, *rest: Any, **more: Any) -> None:
        lines.append(text)
        put(draw, at, text, *rest, **more)

    game = new_game("18OE", ["Computer Ada", "Computer Bob"], seed=1)
    [leader] = actors(game)
    game.submit(Action("bid", leader, {"item": "A", "price": 120}))
    monkeypatch.setattr(page, "put", noted)
    picture_of(stake_doc(game.view))
    assert f"£120 {game.view.name(leader)} · leads" in lines


def test_the_name_of_a_computer_that_owns_a_minor_stands_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, put = list[str](), fonts.put

    def noted(draw: Any, at: Any, text: str, *rest: Any, **more: Any) -> None:
        lines.append(text)
        put(draw, at, text, *rest, **more)

    scenario = Scenario(TITLES["18EZ"], "Ann", "Computer Cleo", "Ben").own("p2", "ONE", "TWO")
    game = scenario.at("shares", "p1", "turn", number=1).game()
    monkeypatch.setattr(page, "put", noted)
    picture_of(companies_doc(game.view))
    assert lines.count("Computer Cleo") >= 2
    assert "Cleo" not in lines


def test_what_two_lots_bring_alike_is_told_once() -> None:
    view = new_game("18OE", ("Ann", "Ben", "Cy"), seed=1).view
    text = as_text(stake_doc(view))
    assert text.count("Pays its owner £5 each operating round. It has no power.") == 1
    assert _line(text, "RSC, Robert Stephenson and Company").endswith("price £20")
    assert "price £20; Each of them: Pays its owner £5" in _line(text, "PeC, Ponts et Chaussées")


def test_what_lots_bring_is_left_out_where_a_page_tells_it() -> None:
    state = to_json(new_game("18OE", ["Ann", "Ben", "Cy"], seed=1).state)
    assert "neither counts nor pays" in twin("18OE", state, "stake")
    short = twin("18OE", state, "stake", explains=False)
    assert "neither counts nor pays" not in short
    assert "Ponts et Chaussées" in short


def test_where_a_menu_names_the_lots_the_picture_has_their_ids_and_less_than_half_the_height() -> None:
    state = to_json(new_game("18OE", ["Ann", "Ben", "Cy"], seed=1).state)
    whole, short = twin("18OE", state, "stake"), twin("18OE", state, "stake", explains=False)
    assert "WS Wien Südbahnhof" in whole
    assert "£40: WS · BBBT" in short
    assert "Track rights chits left" in whole
    assert "Track rights chits left" not in short
    high, low = (draw("18OE", state, "stake", explains=explains).height for explains in (True, False))
    assert low < high / 2


def test_the_parts_of_a_line_under_a_title_stay_together(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = list[str]()
    monkeypatch.setattr(page, "put", lambda draw, at, text, *rest, **more: lines.append(text))
    state = to_json(new_game("18OE", ["Ann", "Ben", "Cy"], seed=1).state)
    picture_of(stake_doc(view_of("18OE", state)))
    assert any(line.replace("\u00a0", " ").endswith("passes in a row: 0 of 3") for line in lines)


def test_where_a_menu_names_many_lots_those_with_bids_have_only_their_ids() -> None:
    game = new_game("18OE", ["Ann", "Ben", "Cy"], seed=1)
    game.submit(Action("bid", game.view.cursor.actor, {"item": "WS", "price": 45}))
    state = to_json(game.state)
    assert "- WS, Wien Südbahnhof: price £40; bids £45" in twin("18OE", state, "stake")
    assert "- WS: price £40; bids £45" in twin("18OE", state, "stake", explains=False)


def test_a_column_of_percentages_has_room_for_all_of_a_company() -> None:
    assert _percents("pool", [20, 0]) == ("pool", 1.85, ["20%", ""])
    assert _percents("pool", [100, 20])[1] > 1.85


def test_who_decides_something_in_the_turn_of_another_is_named_as_in_turn() -> None:
    scenario = Mania().company("ESR", 100, chartered=False, floated=False, cash=400, p1=40)
    game = scenario.dealing("p2").game()
    assert f"in turn: {game.view.name('p2')}" in stake_doc(game.view).subtitle
    game.submit(Action("buy_share", "p2", {"company": "ESR", "source": "treasury"}))
    assert f"in turn: {game.view.name('p1')}" in stake_doc(game.view).subtitle
