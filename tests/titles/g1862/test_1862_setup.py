"""1862 2.4, 3.2 and 11: what is dealt, the lengths and variants, and which companies can be started."""

from collections import Counter

import pytest

from engine.core.errors import Refused
from engine.core.state import OUT
from engine.core.story import sentence
from engine.core.view import View
from engine.game import new_game
from engine.titles.g1862 import TITLE
from engine.titles.g1862.companies import companies
from engine.titles.g1862.data.options import marker_limit, types_in_play
from engine.titles.g1862.phases.setup import permit_cards
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, actor

NAMES = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"]


def fresh(players=3, seed=7, **options):
    return new_game(TITLE, NAMES[:players], seed=seed, options=options)


def by_phase(game):
    return Counter(c.data["from"] for c in game.view.companies())


def permits(game):
    return Counter(c.data["permit"] for c in game.view.companies())


@rule("1862", "2.4.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_eight_companies_then_four_then_four_and_four_are_out(players):
    game = fresh(players)
    assert by_phase(game) == {"A": 8, "B": 4, "C": 4}
    out = [c for c in game.state.companies.values() if c.closed]
    assert len(out) == 4
    assert all(cert.owner == OUT for c in out for cert in game.view.certs_of(c.id))
    assert permits(game) == {"freight": 6, "local": 5, "express": 5}
    assert all(c.data["permits"] == [c.data["permit"]] for c in game.view.companies())


def test_the_permits_are_told_by_kind():
    game = fresh()
    told = [sentence(game.view, event) or "" for event in game.log[0].events]
    lines = [line for line in told if "permit" in line]
    assert len(lines) == 3
    assert all(c.id in next(x for x in lines if f" {c.data['permit']}: " in x) for c in game.view.companies())


@rule("1862", "2.4.1")
def test_chance_is_in_the_seed_and_in_the_opening_record_alone():
    one, two = fresh(seed=7), fresh(seed=7)
    assert one.digest() == two.digest()
    assert {fresh(seed=s).digest() for s in range(5)} != {one.digest()}
    deals = {tuple(c.id for c in fresh(seed=s).view.companies()) for s in range(6)}
    assert len(deals) > 1
    assert [record.kind for record in one.log] == ["opening"]


@rule("1862", "2.4.2")
@pytest.mark.parametrize(("players", "start", "out"), [(7, 9, 3), (8, 10, 2)])
def test_seven_and_eight_may_play_with_additional_companies_from_the_start(players, start, out):
    game = fresh(players, additional="yes")
    assert by_phase(game) == {"A": start, "B": 4, "C": 4}
    assert sum(c.closed for c in game.state.companies.values()) == out
    assert max(permits(game).values()) <= 6


@rule("1862", "2.4.2")
@pytest.mark.parametrize(("players", "options"), [(7, {}), (8, {}), (6, {"additional": "yes"})])
def test_without_the_option_or_with_fewer_players_there_are_sixteen(players, options):
    assert by_phase(fresh(players, **options)) == {"A": 8, "B": 4, "C": 4}


@rule("1862", "2.4.2")
def test_the_recording_program_always_deals_additional_companies():
    assert by_phase(fresh(7, readings="recorded"))["A"] == 9
    assert by_phase(fresh(8, readings="recorded"))["A"] == 10


@rule("1862", "2.4.2")
def test_with_seven_or_eight_the_permits_are_six_of_each():
    assert Counter(permit_cards(fresh(7).view, 16)) == {"freight": 6, "local": 6, "express": 6}
    assert Counter(permit_cards(fresh(6).view, 16)) == {"freight": 6, "local": 5, "express": 5}


COUNTS = {
    "short": {"A": 6, "B": 5, "C": 4, "D": 3, "E": 3, "F": 2, "G": 1, "H": 1},
    "standard": {"A": 7, "B": 6, "C": 4, "D": 3, "E": 3, "F": 2, "G": 1, "H": 1},
    "long": {"A": 7, "B": 6, "C": 5, "D": 4, "E": 3, "F": 2, "G": 1, "H": 1},
}


@rule("1862", "2.4.3", "9")
@pytest.mark.parametrize("length", COUNTS)
def test_the_length_decides_how_many_trains_there_are(length):
    game = fresh(length=length)
    assert Counter(t.kind for t in game.state.trains.values()) == COUNTS[length]
    assert TITLE.data.trains["H"].count is None


@rule("1862", "2.4.4", "3")
@pytest.mark.parametrize(
    ("players", "each"), [(2, 1200), (3, 800), (4, 600), (5, 480), (6, 400), (7, 345), (8, 300)]
)
def test_money_by_players_from_a_bank_of_15000(players, each):
    game = fresh(players)
    assert {p.cash for p in game.state.players.values()} == {each}
    assert game.state.bank == 15000 - players * each


@rule("1862", "2.4.4")
def test_the_first_seat_drawn_has_the_priority_deal_and_speaks_first():
    seats = {fresh(seed=s).view.seats for s in range(8)}
    assert len(seats) > 1
    game = fresh(seed=3)
    assert game.state.priority == game.view.seats[0] == actor(game)
    assert game.round_title() == "Initial Parliament"


# --- 3.2 which companies can be started ------------------------------------------------------------


@rule("1862", "3.2")
@pytest.mark.parametrize(("phase", "count"), [("A", 8), ("B", 12), ("C", 16), ("H", 16)])
def test_companies_come_with_the_first_b_and_the_first_c_train(phase, count):
    view = Mania().phase(phase).game().view
    assert len(companies.startable(view)) == count
    late = companies.why_not_startable(view, "L&E" if phase == "A" else "WVR")
    assert late is not None
    assert late[0] == ("not_available_yet" if phase == "A" else "unknown_company")


@rule("1862", "3.2")
def test_a_home_without_track_can_always_take_the_marker():
    view = Mania().game().view
    assert companies.can_place_home(view, "ESR")
    assert companies.why_not_startable(view, "ESR") is None


@rule("1862", "3.2")
def test_a_home_with_a_free_space_can_take_the_marker():
    scenario = Mania().phase("A").tile("D13", "57", 0)
    assert companies.can_place_home(scenario.game().view, "ECR")


@rule("1862", "3.2")
def test_a_full_home_waits_for_an_upgrade_with_more_spaces():
    full = Mania().tile("D13", "57", 0).token("SVR", "D13")
    assert not companies.can_place_home(full.game().view, "ECR")
    why = companies.why_not_startable(full.game().view, "ECR")
    assert why is not None
    assert why[0] == "home_blocked"
    assert companies.can_place_home(full.phase("B").game().view, "ECR")
    full.state.supply |= dict.fromkeys(("14", "15", "619", "611"), 0)
    assert not companies.can_place_home(full.game().view, "ECR")


@rule("1862", "3.2")
def test_a_home_full_on_its_last_tile_stays_shut():
    scenario = Mania().phase("D").tile("D13", "611", 0).token("SVR", "D13").token("EUR", "D13")
    assert TITLE.board(scenario.state).slots("D13", 0) == 2
    assert not companies.can_place_home(scenario.game().view, "ECR")


# --- 11 variants -----------------------------------------------------------------------------------


@rule("1862", "11.1")
@pytest.mark.parametrize(
    ("trains", "dealt"),
    [
        ("simple_express", {"express": 16}),
        ("simple_freight", {"freight": 16}),
        ("advanced_express", {"express": 8, "local": 8}),
        ("advanced_freight", {"freight": 8, "local": 8}),
        ("all", {"freight": 6, "local": 5, "express": 5}),
    ],
)
def test_fewer_train_types_deal_other_permits(trains, dealt):
    game = fresh(trains=trains)
    assert permits(game) == dealt
    assert set(types_in_play(game.view)) == dealt.keys()


@rule("1862", "11.2")
@pytest.mark.parametrize(
    ("players", "counts"), [(2, "short"), (4, "short"), (5, "standard"), (8, "standard")]
)
def test_the_shorter_game_has_its_own_number_of_trains(players, counts):
    game = fresh(players, shorter="yes", length="long")
    assert Counter(t.kind for t in game.state.trains.values()) == COUNTS[counts]


@rule("1862", "11.3")
def test_the_game_for_new_players_needs_one_type_of_train():
    for trains in ("all", "advanced_express", "advanced_freight"):
        with pytest.raises(Refused) as refused:
            fresh(novice="yes", trains=trains)
        assert refused.value.violation.code == "bad_option"
    for trains in ("simple_express", "simple_freight"):
        assert fresh(novice="yes", trains=trains, shorter="yes").state.notes["options"]["novice"] == "yes"


@rule("1862", "11.4", "2.1")
@pytest.mark.parametrize("markers", [7, 8])
def test_a_company_has_seven_or_eight_station_markers(markers):
    game = fresh(markers=str(markers))
    assert {len(game.view.tokens(c)) for c in game.state.companies} == {markers}
    assert marker_limit(game.view) == markers


@rule("1862", "2.1")
def test_a_company_has_a_directors_certificate_of_30_and_seven_of_10():
    for spec in TITLE.data.companies.values():
        assert spec.shares == (30, 10, 10, 10, 10, 10, 10, 10)
    view = View(TITLE, Mania().state)
    assert len(view.data.companies) == 20
    assert set(TITLE.board(view.state).hexmap.homes) == set(view.data.companies)
