"""1826 O114, O115, O118, O119: how much track, where, and with whose consent."""

import pytest

from engine.game import Game
from engine.titles.g1826.operating.track import AROUND_PARIS
from tests.rulemark import rule
from tests.titles.g1826.france import act, kinds, offered, refusal
from tests.titles.g1826.french_turns import NE, NW, SE, SW, E, Turn, W, build, offers, refused_build


def alsace(operated: bool = False, phase: str = "2H", **options: str) -> Turn:
    """Als, led by p1, lays track at Strasbourg."""
    scenario = Turn(**options).corporation("Als", 100, cash=500, operated=operated, p1=60)
    return scenario.phase(phase).turn("Als")


def nord(paris: str = "p2", **options: str) -> Turn:
    """Nord, led by p1, has track from its side of Paris to the hex before Est, which ``paris`` leads."""
    scenario = Turn(**options).corporation("Nord", 100, cash=500, p1=60)
    if paris:
        scenario.corporation("Est", 90, cash=100, operated=True, **{paris: 60})
    return scenario.lay("F10", "7", SW, SE).turn("Nord")


# --- one lay or two (O114, O115) ---------------------------------------------------------------------------


@rule("1826", "O114")
def test_a_company_lays_one_tile_in_a_turn():
    game = alsace(operated=True).game()
    build(game, "p1", "G17", "9", W, E)
    assert game.state.cursor.step != "track"
    assert game.state.tiles == {"G17": ("9", game.state.tiles["G17"][1])}


@rule("1826", "O114")
@pytest.mark.parametrize("phase", ["2H", "4H", "10H", "TGV"])
def test_in_its_first_turn_two_yellow_tiles_in_any_phase(phase):
    game = alsace(phase=phase).game()
    build(game, "p1", "G17", "9", W, E)
    assert (game.state.cursor.actor, game.state.cursor.step) == ("Als", "track")
    build(game, "p1", "G15", "9", W, E)
    assert sorted(game.state.tiles) == ["G15", "G17"]
    assert game.state.cursor.step != "track"


def upgrade(game: Game, hex_: str) -> dict[str, str]:
    """The first upgrade of a hex that is offered."""
    tile = offered(game, "p1", "lay_tile", "tile", hex=hex_)[0]
    rotation = offered(game, "p1", "lay_tile", "rotation", hex=hex_, tile=tile)[0]
    return {"hex": hex_, "tile": tile, "rotation": rotation}


@rule("1826", "O114")
def test_the_second_tile_is_a_yellow_one():
    game = alsace(phase="4H").lay("F18", "7", SW, SE).game()
    green = upgrade(game, "F18")
    build(game, "p1", "G17", "9", W, E)
    assert refusal(game, "p1", "lay_tile", **green) == "second_lay_is_yellow"
    assert "F18" not in offered(game, "p1", "lay_tile", "hex")
    assert "G15" in offered(game, "p1", "lay_tile", "hex")


@rule("1826", "O114")
def test_after_an_upgrade_there_is_no_second_lay():
    game = alsace(phase="4H").lay("F18", "7", SW, SE).game()
    act(game, "p1", "lay_tile", **upgrade(game, "F18"))
    assert game.state.cursor.step != "track"


@rule("1826", "O114")
def test_the_second_tile_may_be_declined():
    game = alsace().game()
    build(game, "p1", "G17", "9", W, E)
    act(game, "p1", "skip")
    assert list(game.state.tiles) == ["G17"]


@rule("1826", "O115")
@pytest.mark.parametrize("national", ["Etat", "SNCF"])
def test_a_national_lays_one_tile_in_its_first_turn(national):
    scenario = Turn().national(national, cash=500, p1=60).token(national, "G19").phase("10H")
    game = scenario.turn(national).game()
    assert not game.view.company(national).operated
    build(game, "p1", "G17", "9", W, E)
    assert game.state.cursor.step != "track"


# --- Belgium (O119) ----------------------------------------------------------------------------------------


def border(operated: bool = False) -> Turn:
    """Nord has track to Mons; Belg is led by p2."""
    scenario = Turn().corporation("Nord", 100, cash=500, p1=60)
    scenario.corporation("Belg", 90, cash=500, operated=operated, p2=50)
    return scenario.lay("F10", "9", SW, NE).lay("E11", "9", SW, NE)


@rule("1826", "O119")
def test_belgium_is_closed_until_belg_has_operated():
    game = border().turn("Nord").game()
    assert refused_build(game, "p1", "D12", "4", SW, NE) == "belgium_closed"
    assert "D12" not in offered(game, "p1", "lay_tile", "hex")


@rule("1826", "O119")
def test_belgium_is_open_once_belg_has_operated():
    game = border(operated=True).turn("Nord").game()
    build(game, "p1", "D12", "4", SW, NE)
    assert game.state.tiles["D12"][0] == "4"


@rule("1826", "O119")
def test_belg_may_lay_in_belgium_in_its_first_turn():
    game = border().turn("Belg").game()
    assert "D12" in offered(game, "p2", "lay_tile", "hex")
    build(game, "p2", "D12", "4", SW, NE)
    assert game.state.tiles["D12"][0] == "4"


@rule("1826", "O119")
def test_the_closed_hexes():
    board = Turn().turn("Nord").game().view.board()
    closed = sorted(c for c, spot in board.hexmap.hexes.items() if spot.extras.get("belgian"))
    assert closed == ["B10", "B12", "B14", "C11", "C13", "C15", "D12", "D14", "D16"]


# --- around Paris (O118) -----------------------------------------------------------------------------------


@rule("1826", "O118")
def test_track_before_the_station_of_another_president_needs_consent():
    game = nord().game()
    assert refused_build(game, "p1", "G11", "8", NW, E) == "needs_consent"
    assert "ask_consent" in kinds(game, "p1")
    build(game, "p1", "G11", "8", NW, E, kind="ask_consent")
    assert "G11" not in game.state.tiles
    (offer,) = offers(game)
    assert (offer.kind, offer.by, offer.to, offer.price) == ("consent", "p1", "p2", 0)
    assert refusal(game, "p3", "accept_offer", offer=offer.id) == "no_such_offer"


@rule("1826", "O118")
def test_with_consent_the_tile_is_laid_as_the_lay_of_the_turn():
    game = nord().game()
    build(game, "p1", "G11", "8", NW, E, kind="ask_consent")
    act(game, "p2", "accept_offer", offer=offers(game)[0].id)
    assert game.state.tiles["G11"][0] == "8"
    assert game.state.cursor.step != "track"
    assert not offers(game)


@rule("1826", "O118")
def test_without_consent_nothing_is_laid_and_the_turn_goes_on():
    game = nord().game()
    build(game, "p1", "G11", "8", NW, E, kind="ask_consent")
    act(game, "p2", "decline_offer", offer=offers(game)[0].id)
    assert (game.state.cursor.actor, game.state.cursor.step) == ("Nord", "track")
    assert "G11" not in game.state.tiles


@rule("1826", "O118")
def test_a_question_lapses_with_the_step():
    game = nord().game()
    build(game, "p1", "G11", "8", NW, E, kind="ask_consent")
    act(game, "p1", "skip")
    assert not offers(game)
    assert "G11" not in game.state.tiles


@rule("1826", "O118")
def test_the_same_question_is_asked_once():
    game = nord().game()
    build(game, "p1", "G11", "8", NW, E, kind="ask_consent")
    assert refused_build(game, "p1", "G11", "8", NW, E, kind="ask_consent") == "already_offered"


@rule("1826", "O118")
def test_nobody_asks_himself():
    game = nord(paris="p1").game()
    assert refused_build(game, "p1", "G11", "8", NW, E, kind="ask_consent") == "no_consent_needed"
    build(game, "p1", "G11", "8", NW, E)
    assert game.state.tiles["G11"][0] == "8"


@rule("1826", "O118")
def test_before_its_own_station_a_corporation_lays_freely():
    game = Turn().corporation("Nord", 100, cash=500, p1=60).turn("Nord").game()
    build(game, "p1", "F10", "9", SW, NE)
    assert game.state.tiles["F10"][0] == "9"


@rule("1826", "O118")
@pytest.mark.parametrize("started", [False, True])
def test_while_nobody_presides_over_the_corporation_nobody_is_asked(started):
    scenario = nord(paris="")
    if started:
        scenario.corporation("Est", 90, pool=100)
    game = scenario.game()
    assert refused_build(game, "p1", "G11", "8", NW, E, kind="ask_consent") == "no_consent_needed"
    assert "ask_consent" not in kinds(game, "p1")
    build(game, "p1", "G11", "8", NW, E)
    assert game.state.tiles["G11"][0] == "8"


@rule("1826", "O118")
def test_a_president_is_asked_before_his_corporation_floats():
    game = nord(paris="").started("Est", 90, p2=40).game()
    assert refused_build(game, "p1", "G11", "8", NW, E) == "needs_consent"


@rule("1826", "O118")
def test_an_upgrade_needs_no_consent():
    game = nord().lay("G11", "8", NW, E).phase("4H").game()
    assert "ask_consent" not in kinds(game, "p1")
    green = upgrade(game, "G11")
    act(game, "p1", "lay_tile", **green)
    assert game.state.tiles["G11"][0] == green["tile"]


@rule("1826", "O118")
def test_at_the_start_no_hex_beside_paris_is_closed():
    game = Turn().corporation("Nord", 100, cash=500, p1=60).turn("Nord").game()
    hexes = [c for c, spot in game.view.board().hexmap.hexes.items() if "consent_of" in spot.extras]
    assert [AROUND_PARIS.check(game.view, "Nord", coord) for coord in hexes] == [None] * 6


@rule("1826", "O118")
def test_for_a_corporation_in_a_national_the_national_speaks():
    scenario = nord(paris="").close("Est").national("Etat", p3=50).phase("6H")
    scenario.token("Etat", "G9", 4)
    game = scenario.game()
    build(game, "p1", "G11", "8", NW, E, kind="ask_consent")
    assert offers(game)[0].to == "p3"


@rule("1826", "O118")
def test_the_hexes_around_paris_and_who_is_asked():
    board = Turn().turn("Nord").game().view.board()
    found = {
        c: spot.extras["consent_of"] for c, spot in board.hexmap.hexes.items() if "consent_of" in spot.extras
    }
    assert found == {"F8": "Paris", "F10": "Nord", "G7": "Ouest", "G11": "Est", "H8": "PO", "H10": "PLM"}


@rule("1826", "O118")
def test_in_recorded_games_players_agreed_at_the_table():
    game = nord(readings="recorded").game()
    build(game, "p1", "G11", "8", NW, E)
    assert game.state.tiles["G11"][0] == "8"
