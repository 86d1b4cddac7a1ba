"""A map too large for a menu and a picture: its part first, then the hex; the first round played on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui

from bot.absence import service as absences
from bot.absence.post import _post_available_seat
from bot.cards import maps
from bot.cards.texts import seat_label
from bot.table.pages import game_info_page
from bot.turn.choosing import chooser, legal_moves, lists, sectors, steps
from bot.turn.choosing.ahead import options_with_revenue_gains
from bot.turn.choosing.controls import MAX_NAMED
from bot.turn.pages.workspace import build_first_page
from bot.turn.session import words
from bot.turn.session.draft import MAP_SECTOR_KEY, Draft
from bot.work.pictures import DrawnPicture
from engine import Field, Game, Option, Range, new_game
from engine.api.moves import Subject
from render import draw
from render.map.sectors import sectors_of
from tests.bot import limits
from tests.bot.playing import IN_ORDER, NoPictures, Players, deal_by
from tests.bot.scenes import FIVE, Scene, staged
from tests.bot.tables import open_table
from tests.bot.turn.test_chooser import session_of
from tests.loopback.wire import PNG_MAGIC
from tests.scenario import act
from tests.simtable import SimAnswer
from tests.titles.g18oe.building import major, put, turn
from tests.titles.g18oe.oe_late import buying, no_more, rich, stock, with_major
from tests.titles.g18oe.oe_start import concession, float_minor, initial, values
from tests.titles.g18oe.test_18oe_lille import lille
from tests.titles.g18oe.test_18oe_mergers import merging, stranded
from tests.titles.g18oe.test_18oe_running import after_express
from tests.titles.g18oe.test_18oe_tokens import LONDON, WAY, placing


def begun() -> Game:
    return new_game("18OE", ["Ann", "Ben"], seed=1)


def floating() -> Game:
    """Ada may float a minor whose home may lie anywhere in its zone."""
    scenario = initial()
    for seat, name in zip(scenario.state.seats, FIVE, strict=False):
        scenario.state.players[seat].name = name
    return scenario.game()


class Recorder(NoPictures):
    """Draws nothing, and remembers what was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, object]]] = []

    async def draw(self, *given: object, **params: object) -> None:
        self.asked.append((str(given[2]), params))

    def last(self) -> tuple[str, dict[str, object]]:
        """The view asked for last."""
        return self.asked[-1]


class Painted(Recorder):
    """Draws something, and remembers what was asked for."""

    async def draw(self, *given: object, **params: object) -> DrawnPicture:  # type: ignore[override]
        await super().draw(*given, **params)
        return DrawnPicture(PNG_MAGIC, "", f"{given[2]}.png")


def test_info_lists_the_players_as_the_title_has_seated_them() -> None:
    game = new_game("18OE", ["Ann", "Ben", "Cy"], seed=1)
    info = session_of(game, "p1").info
    info = replace(info, seats=tuple(sorted(info.seats, key=lambda seat: seat.id)))
    view = game_info_page(info, game).view
    assert view is not None
    shown = [line for line in limits.text_of(view).splitlines() if line[:3] in ("1. ", "2. ", "3. ")]
    assert shown == [f"{i}. {seat_label(info, seat)}" for i, seat in enumerate(game.state.seats, 1)]
    assert list(game.state.seats) != sorted(game.state.seats)


# --- near and far ----------------------------------------------------------------------------------


def test_a_map_that_is_readable_whole_is_never_asked_for_by_parts() -> None:
    small = new_game("18EZ", ["Ann", "Ben"], seed=1).view
    hexes = list(small.board().hexmap.hexes)
    assert not maps.is_map_too_large(small)
    assert not maps.is_too_much_for_one_page(small, hexes)


def test_the_first_rounds_tell_how_far_their_phase_has_come() -> None:
    game = floating()
    assert how_far(game).startswith("0 of 12 minors and 0 of 18 regionals float; ")
    minor = next(o.value for o in game.options("p1", "float_minor", "company"))  # type: ignore[union-attr]
    float_minor(game, "p1", minor)
    assert how_far(game).startswith("1 of 12 minors and 0 of 18 regionals float; ")


def how_far(game: Game) -> str:
    return note_of(game, "float_regional")


def note_of(game: Game, kind: str) -> str:
    waiting = game.waiting()
    assert waiting is not None
    return next(c.note for c in game.choices(waiting.players[0]) if c.kind == kind)


def test_a_merger_names_both_sides_and_the_consolidation_says_who_may_not_pass() -> None:
    game = stock(merging(phase="5", rr="consolidation"))
    [option] = game.options("p1", "merge_minor", "company", {"minor": "B"})
    assert option.label == "B into GWR · share from its treasury"
    assert note_of(game, "merge_minor").endswith("your minors merged: B.")
    assert note_of(stock(merging()), "merge_minor") == ""
    assert (game.round_title(), stock(merging()).round_title()) == ("SR 3, Consolidation", "SR 3")


def test_who_is_asked_for_a_minor_reads_what_it_brings_and_its_owner_what_each_offer_is_worth() -> None:
    game = stock(with_major(stranded(p2=60), "KBS", p3=60))
    assert "one the minor is abandoned" in note_of(game, "ask_offers")
    assert note_of(game, "ask_offers").endswith("your minors merged: B.")
    act(game, "p1", "ask_offers", minor="B")
    share = game.view.money(game.view.price("GWR") or 0)
    brought = f"It brings {game.view.money(game.view.cash('B'))}, 3+3 train, "
    assert note_of(game, "offer_home").startswith(brought)
    told = ". Without an offer it is abandoned. Its power for the railroad that takes it: Upgrades of plain"
    assert told in note_of(game, "offer_home")
    assert game.options("p2", "offer_home", "company")[0].label == f"Offer by GWR · a share, now {share}"
    act(game, "p2", "offer_home", company="GWR")
    assert ". Offers so far: GWR. " in note_of(game, "offer_home")
    act(game, "p3", "offer_home", company="KBS")
    labels = [o.label for o in game.options("p1", "choose_offer", "company")]
    assert labels[0].startswith(f"GWR · a share, now {share} · ")


def test_each_line_of_a_remark_is_small() -> None:
    game = buying(no_more(rich(money=100).cash(p1=199), "2", "3"))
    [choice] = [c for c in game.choices("p1") if c.kind == "surrender"]
    session = session_of(game, "p1")
    remark = legal_moves.offered_move_lines(session, legal_moves.offered_move_of(session, choice))[-1]
    assert len(remark.splitlines()) == len(choice.note.splitlines()) == 2
    assert all(line.startswith("-# ") for line in remark.splitlines())


def test_a_port_authority_is_bought_by_a_button_that_names_it_and_its_price() -> None:
    game, _ = after_express()
    offered = game.options("p1", "buy_port_authority", "sea")
    assert not isinstance(offered, Range)
    assert "Buy port authority North Sea £125" in [o.label for o in offered]
    assert all("fees are paid for 2 sea zones or units" in o.note for o in offered)


def test_hexes_are_far_apart_or_too_many_on_a_large_map() -> None:
    view = begun().view
    sectors = sectors_of(view)
    assert maps.is_map_too_large(view)
    assert not maps.is_too_much_for_one_page(view, sectors[0].hexes)
    assert not maps.is_too_much_for_one_page(view, [s.hexes[0] for s in sectors[:4]])
    assert maps.is_too_much_for_one_page(view, [s.hexes[0] for s in sectors[:5]])
    assert maps.is_too_much_for_one_page(view, sectors[0].hexes[:13] + sectors[1].hexes[:13])
    assert not maps.is_too_much_for_one_page(view, sectors[0].hexes[:13] + sectors[1].hexes[:12])


def test_any_hex_of_a_part_is_in_a_menu_of_its_page_so_that_three_taps_find_it() -> None:
    game, wanted, found = floating(), Field("hex", "Which hex?"), set[str]()
    for sector in sectors_of(game.view):
        session = session_of(game, "p1")
        draft, sheet = Draft("lay_tile", page_state={MAP_SECTOR_KEY: sector.letter}), session.new_page()
        hexes = [Option(coord, coord) for coord in game.view.board().hexmap.hexes]
        listed = lists.listed_options(session, draft, wanted, hexes)
        lists.add_option_list(session, sheet, draft, wanted, listed)
        made = sheet.build().view
        assert made is not None
        limits.check_view(made)
        menus = [getattr(child, "item", child) for child in made.walk_children()]
        found |= {o.value for menu in menus if isinstance(menu, ui.Select) for o in menu.options}
    assert found == set(game.view.board().hexmap.hexes)


def test_what_is_asked_after_a_hex_of_a_part_is_listed_whole() -> None:
    """London was chosen in its part of the map; which of the tokens goes there is asked next."""
    game = placing(put(major(), *WAY, LONDON))
    draft = Draft("place_token", {"hex": "M28", "stop": "1"}, page_state={MAP_SECTOR_KEY: "H"})
    wanted = Field("token", "Token")
    tokens = values(game, "p1", "place_token", "token", **draft.args)
    session = session_of(game, "p1")
    options = options_with_revenue_gains(session, draft, "token")
    assert not isinstance(options, Range)
    assert [o.value for _, o in lists.listed_options(session, draft, wanted, options)] == tokens
    assert len(tokens) > 1


def test_only_what_lies_near_a_company_is_marked_on_its_picture() -> None:
    game = floating()
    minor = next(o.value for o in game.options("p1", "float_minor", "company"))  # type: ignore[union-attr]
    float_minor(game, "p1", minor)
    [(home, _)] = game.view.stations(minor)
    sectors = sectors_of(game.view)
    far = next(s for s in sectors if home not in s.hexes)
    assert maps.hexes_near(game.view, minor, [home, far.hexes[0]]) == [home]


def test_back_leads_from_the_hex_to_its_part_to_the_overview() -> None:
    draft = Draft("lay_tile", {"hex": "V17", "tile": "8", "rotation": "1"}, page_state={MAP_SECTOR_KEY: "H"})
    in_part = sectors.without_last_value_or_sector(draft)
    assert in_part is not None
    assert (in_part.args, in_part.page_state) == ({"hex": "V17"}, {MAP_SECTOR_KEY: "H"})
    again = sectors.without_last_value_or_sector(in_part)
    assert again == Draft("lay_tile", page_state={MAP_SECTOR_KEY: "H"})
    assert sectors.without_last_value_or_sector(again) == Draft("lay_tile")
    assert sectors.without_last_value_or_sector(Draft("lay_tile")) is None


def test_what_changed_is_shown_as_far_as_one_picture_can_be_read() -> None:
    view = begun().view
    sectors = sectors_of(view)
    near_by, afar = list(sectors[0].hexes[:2]), [sectors[5].hexes[-1], sectors[-1].hexes[-1]]
    near = ("crop", {"hexes": near_by, "changed": near_by})
    last = afar[-1:]
    assert maps.changes_picture_request(view, afar) == ("crop", {"hexes": last, "changed": last})
    assert all(maps.changes_picture_request(view, h) == near for h in (near_by, [*afar, *near_by]))
    assert maps.changes_picture_request(view, []) is None
    small = new_game("18EZ", ["Ann", "Ben"], seed=1).view
    assert maps.changes_picture_request(small, ["F4"]) == ("map", {"changed": ["F4"]})
    assert (maps.map_picture_request(view), maps.map_picture_request(small)) == (None, ("map", {}))


async def test_which_city_of_a_hex_is_asked_with_a_picture_of_the_hex() -> None:
    game = placing(put(major(), *WAY, LONDON))
    session, seen, draft = session_of(game, "p1"), Recorder(), Draft("place_token", {"hex": "M28"})
    session.response.bot.pictures = seen  # type: ignore[assignment]
    await chooser.field_page(session, draft, Field("stop", "Circle"))
    assert seen.last() == ("crop", {"hexes": ["M28"]})


async def test_a_decision_about_one_hex_has_a_picture_of_it() -> None:
    game = turn(lille("5").own("p1", "WCF").money({"GWR": 200}))
    act(game, "p1", "lay_tile", hex="L25", tile="57", rotation=0)
    assert {c.hex for c in game.choices("p1")} == {"N31", ""}
    session, seen = session_of(game, "p1"), Recorder()
    session.response.bot.pictures = seen  # type: ignore[assignment]
    await build_first_page(session)
    assert seen.last() == ("crop", {"hexes": ["N31"], "badges": ["N31"]})


async def test_a_free_seat_is_posted_with_the_part_of_the_map_that_has_most_stations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, asked = placing(put(major(), *WAY, LONDON)), []

    async def draw(*given: Any, **how: Any) -> None:
        asked.append((given[-1], how))

    async def nothing(*_: Any, **__: Any) -> list[str]:
        return ["p1"]

    bot = SimpleNamespace(pictures=SimpleNamespace(draw=draw), games=None)
    monkeypatch.setattr(absences, "available_seats", nothing)
    post: Any = SimpleNamespace(
        require_started_game=lambda: game,
        payload={"seat": "p1"},
        bot=bot,
        info=session_of(game, "p1").info,
        cards={},
        send=nothing,
    )
    await _post_available_seat(post)
    [(view, params)] = asked
    assert (view, list(params)) == ("crop", ["hexes"])
    assert {coord for coord, _ in game.view.stations("GWR")} <= set(params["hexes"])


# --- looking at it ---------------------------------------------------------------------------------


async def test_the_map_is_an_overview_first_then_a_part_or_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, floating()) as scene:
        scene.table.bot.pictures = asked = Painted()  # type: ignore[assignment]
        page = await scene.ann.click(scene.table.with_button("Map"), "Map")
        assert asked.last() == ("regions", {})
        await scene.pick(scene.ann, page, "part:B", "Part of the map")
        assert asked.last() == ("crop", {"sector": "B"})
        assert "Whole map" in page.labels
        await scene.press(scene.ann, page, "Whole map")
        assert asked.last() == ("map", {"changed": []})
        assert "Whole map" not in page.labels
        await scene.pick(scene.ann, page, "market", "Look at…")
        assert asked.last() == ("market", {})


# --- any hex in three taps -------------------------------------------------------------------------


async def test_a_home_is_found_by_its_part_its_page_and_its_hex(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, floating()) as scene:
        ada, asked = scene.ann, Recorder()
        scene.table.bot.pictures = asked  # type: ignore[assignment]
        page = await scene.turn(ada)
        await to_homes(scene, page)
        game = await scene.table.game()
        assert asked.last()[0] == "regions"
        menu = page.message.pick("Part of the map", None)
        letter = menu.values[0]
        sector = next(s for s in sectors_of(game.view) if s.letter == letter)
        assert menu.options[0]["label"].startswith(f"{letter} · {sector.name}: ")
        await scene.pick(ada, page, letter, "Part of the map")
        view, params = asked.last()
        assert (view, params["sector"]) == ("crop", letter)
        homes = [one for one in page.message.components if ":w_set:" in one.custom_id]
        hexes = [one.custom_id.rpartition(".")[2] for one in homes]
        assert homes[0].label.startswith("1 · ")
        assert hexes == params["badges"]
        assert set(hexes) <= set(sector.hexes)
        await scene.press(ada, page, "Back")
        assert "Part of the map" in str(page.message.raw)
        await scene.pick(ada, page, letter, "Part of the map")
        await scene.pick(ada, page, hexes[-1])
        assert "floats minor" in page.text
        await scene.press(ada, page, "Confirm")
        assert (await scene.table.game()).revision > game.revision


async def to_homes(scene: Scene, page: SimAnswer) -> None:
    """To the question for the home of a minor, in a zone with homes far and wide."""
    game, minor = await scene.table.game(), "A"
    zones = values(game, "p1", "float_minor", "zone", company=minor)
    homes = {zone: values(game, "p1", "float_minor", "hex", company=minor, zone=zone) for zone in zones}
    zone = next(zone for zone in zones if maps.is_too_much_for_one_page(game.view, homes[zone]))
    await scene.pick(scene.ann, page, minor, "Float a minor")
    await scene.pick(scene.ann, page, zone)


# --- the whole of the first round ------------------------------------------------------------------


@pytest.mark.slow(seconds=5)
async def test_the_auction_and_the_first_floats_are_played_by_thumb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path) as table:
        await table.started("Ann", "Ben", title="18OE", order="join")
        [market] = table.with_button("Take turn").images
        assert market[0][:8] == PNG_MAGIC
        table.bot.pictures = asked = Recorder()  # type: ignore[assignment]
        players = Players(table, 3, detours=0.02)
        used, floats = players.used, ("float_minor", "float_regional")
        while any(used[kind] < 2 for kind in floats):
            game = await players.game()
            assert players.presses < 600, game.round_title()
            assert not game.round_title().startswith("OR")
            await players.press(game)
        assert used["bid"] + used["overbid"] > 3
        assert used["buy_item"] > 20
        assert "regions" in {view for view, _ in asked.asked}
        assert "map" not in {view for view, _ in asked.asked}
        assert not [m.text for m in table.channel_messages() if "went wrong" in m.text]


async def test_the_page_of_a_concession_shows_the_homes_on_the_map_and_then_the_chosen_one() -> None:
    session = session_of(concession().game(), "p1")
    shown = steps.STEPS[Subject.PAR].picture_request(session)
    homes = session.view.board().hexmap.homes
    regionals = [option.value for option in session.game.options("p1", "float_regional", "company", {})]  # type: ignore[union-attr]
    assert shown == ("regions", {"hexes": [homes[company][0] for company in regionals]})
    session.draft = Draft("float_regional", {"company": regionals[0]})
    view, params = steps.STEPS[Subject.PAR].picture_request(session) or ("", {})
    assert (view, params) == ("crop", {"hexes": [homes[regionals[0]][0]]})
    assert draw(session.game, view, **params).png
    title = "## Concession 1 · Ada: float a minor or a regional"
    assert words.turn_page_heading(session.game, "p1").startswith(title)


async def test_a_button_of_a_company_to_float_has_its_verb_and_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, floating()) as scene:
        page = await scene.turn(scene.ann)
        view = (await scene.table.game()).view
        shown = [label for label in page.labels if label.startswith("Float a regional: ")]
        assert shown
        for label in shown:
            company, _, name = label.removesuffix("…").partition(": ")[2].partition(" ")
            assert name
            assert view.spec(company).name.startswith(name)
            assert len(label) <= MAX_NAMED + 1
