"""What the data of a title promise is connected: each thing left out is named when the title is loaded."""

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from engine import TITLES, BadData
from engine.abilities.blocked import BlockedHex
from engine.abilities.bonus import RevenueBonus
from engine.abilities.granted_lay import GrantedLay, PrivatesOnTokens
from engine.abilities.owner_lay import LayOwn, OwnerLay
from engine.abilities.power import PowerMove, TurnPower
from engine.abilities.privates import ClosesWith, StaysOpen
from engine.abilities.shares import Exchange, Share
from engine.abilities.terrain import TerrainDiscount
from engine.abilities.train_limit import TrainLimit
from engine.checks.connections import check_title, faults
from engine.core.rounds import by_kind
from engine.routes.policy import RoutePolicy
from engine.rules.boards import BoardPolicy
from engine.rules.phases import PhasePolicy
from engine.rules.setup import SetupRules
from engine.rules.stock import StockRules
from engine.rules.track import TrackPolicy
from engine.rules.trains import TrainRules
from engine.steps.emergency import DeclareBankruptcy, EmergencySale
from engine.steps.offers import Deals
from engine.steps.trade_in import TradeIn
from engine.steps.trains import TrainDeal, TrainsStep
from engine.steps.turns import OperatingRound
from engine.titles.g1889 import TITLE
from tests.abilities.privates import data_with
from tests.scenario import Scenario, act

PRIVATE, HOME = "DR", "E2"


def owning(*abilities, **rules):
    """1889 with other powers of one private, with none of its own moves, and with other policies."""
    data = data_with(TITLE.data, PRIVATE, *abilities)
    return replace(TITLE, data=data, moves_at_any_time=(), rules=replace(TITLE.rules, **rules))


def operating(*moves):
    """1889 whose companies do nothing but buy trains, with these moves."""
    other = (each for each in TITLE.rounds.values() if each.kind != OperatingRound.kind)
    return replace(TITLE, rounds=by_kind(*other, OperatingRound((TrainsStep(*moves),))))


def changed(**more):
    return replace(TITLE, data=replace(TITLE.data, **more))


def company(key, **more):
    return {**TITLE.data.companies, key: replace(TITLE.data.companies[key], **more)}


def phase(key, **more):
    return {**TITLE.data.phases, key: replace(TITLE.data.phases[key], **more)}


class Map(BoardPolicy):
    """1889's with other homes on one hex, or otherwise changed."""

    def __init__(self, homes=(), letters=(), **more):
        super().__init__(TITLE.rules.board.folder)
        self._homes, self._letters, self._more = homes, letters, more

    def printed(self):
        printed = super().printed()
        face = replace(printed[HOME].face, labels=self._letters or printed[HOME].labels)
        home = replace(printed[HOME], homes=self._homes or printed[HOME].homes, face=face)
        return replace(printed, hexes={**printed.hexes, HOME: home}, **self._more)


def on_map(*homes, **more):
    return replace(TITLE, rules=replace(TITLE.rules, board=Map(homes, **more)))


def move_kinds(title):
    return [move.kind for move in title.moves_at_any_time]


# --- powers ------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Whistle(TurnPower):
    """A power that only one title has."""

    kind: ClassVar = "whistle"


class Blow(PowerMove):
    """The move that uses it."""

    kind = "blow"
    uses: ClassVar = (Whistle,)

    def choice(self, view, player):
        return None

    def check(self, view, action):
        return None

    def perform(self, writer, action):
        pass


@pytest.mark.parametrize(
    ("power", "move"),
    [
        (Exchange(company="IR"), "exchange_private"),
        (GrantedLay(hexes=("C4",)), "lay_granted"),
        (RevenueBonus(marker="mail", amount=10), "place_bonus"),
        (TerrainDiscount(hexes=("C4",), discount=40, once=True), "use_private"),
        (TrainLimit(increase=1), "use_private"),
    ],
)
def test_a_power_of_the_data_brings_its_move(power, move):
    assert move_kinds(owning(power)).count(move) == 1


def test_a_move_that_a_title_has_is_not_brought_again():
    """The step of track has the lay of an owner."""
    assert "lay_own" not in move_kinds(owning(OwnerLay(hexes=("C4",), tiles=("12",), when=("stock",))))
    own = LayOwn()
    assert replace(TITLE, moves_at_any_time=(own,)).moves_at_any_time[0] is own


def test_a_lay_that_counts_and_its_token_need_policies_that_know_them():
    lay = GrantedLay(hexes=("C4",), counts=True, token=True)
    (fault,) = faults(owning(lay))
    where = "companies.toml: DR: granted_lay"
    assert fault == f"{where}: token: derive Tokens from PrivatesOnTokens (engine.abilities.granted_lay)."
    assert faults(owning(lay, tokens=PrivatesOnTokens())) == []
    found = faults(owning(lay, tokens=PrivatesOnTokens(), track=TrackPolicy()))
    assert f"{where}: counts: derive TrackPolicy from PrivatesOnTrack (engine.abilities.blocked)." in found


def test_a_source_that_the_title_does_not_have_is_named():
    (fault,) = faults(owning(Exchange(company="IR", sources=("pol",))))
    assert fault == "companies.toml: DR: exchange: sources: source: unknown 'pol'; the nearest is 'pool'."


def test_a_discount_that_always_holds_has_no_move():
    assert "use_private" not in move_kinds(owning(TerrainDiscount(hexes=("C4",), discount=40)))


def test_a_private_closes_with_the_first_train_though_no_code_of_the_title_says_it():
    title = owning(ClosesWith(company="IR"))
    start = Scenario(title).own("p2", PRIVATE).shares("IR", p1=60).par("IR", 90).money({"IR": 500})
    start.token("IR", HOME).note("sets", 1).note("rounds_in_set", 1)
    game = start.at("operating", "IR", "trains", number=1, part=1).game()
    assert not game.view.company(PRIVATE).closed
    act(game, "p1", "buy_train", source="depot", train="2", price=80)
    assert game.view.company(PRIVATE).closed


def test_another_certificate_limit_belongs_to_an_option_of_the_title():
    title = TITLES["1889"]
    data = replace(title.data, certificate_limit_with={"beginers": title.data.certificate_limit})
    [fault] = faults(replace(title, data=data))
    assert fault.startswith("game.toml: certificate_limit_with: unknown 'beginers'; the nearest is ")


def test_a_power_of_its_own_without_a_move_is_named():
    fault = "companies.toml: DR: whistle: no PowerMove of the title has Whistle in its `uses`."
    assert faults(owning(Whistle())) == [fault]
    assert faults(replace(owning(Whistle()), moves_at_any_time=(Blow(),))) == []


@pytest.mark.parametrize(
    ("power", "rules", "words"),
    [
        (
            RevenueBonus(marker="mail", amount=10),
            {"routes": RoutePolicy()},
            "derive RoutePolicy from PrivatesOnRoutes (engine.abilities.bonus) or override `bonuses`",
        ),
        (TrainLimit(increase=1), {"trains": TrainRules()}, "derive TrainRules from PrivatesOnTrains"),
        (
            TerrainDiscount(hexes=("C4",), discount=40),
            {"track": TrackPolicy()},
            "derive TrackPolicy from PrivatesOnTrack (engine.abilities.blocked) or override `cost`",
        ),
        (BlockedHex(hexes=("C4",)), {"track": TrackPolicy()}, "override `allows`"),
        (
            OwnerLay(hexes=("C4",), tiles=("12",), when=("sold",), reserved=True),
            {"track": TrackPolicy()},
            "does not keep its tiles",
        ),
        (StaysOpen(revenue=5), {"phases": PhasePolicy()}, "no code for 'privates_close'"),
        (TrainLimit(increase=1, until="privates_to_companies"), {"trains": TrainRules()}, "nothing ends it"),
        (Share(company="IR"), {"initial_auction": None}, "the title has no rules.initial_auction"),
        (BlockedHex(hexes=("C40",)), {}, "hex: unknown 'C40'; the nearest is 'C4'"),
    ],
)
def test_a_power_that_no_policy_honours_is_named(power, rules, words):
    where = f"companies.toml: DR: {power.kind}"
    found = [fault for fault in faults(owning(power, **rules)) if fault.startswith(where)]
    assert [fault for fault in found if words in fault]


# --- the rest ----------------------------------------------------------------------------------------


class Misspelt(StockRules):
    """A switch and a method that nothing reads, and a helper."""

    sell_at_first = False
    _sells_at_firsts = True

    def turn_pattern(self, view):
        return frozenset()


def misspelt():
    return replace(TITLE, rules=replace(TITLE.rules, stock=Misspelt()))


SALE, GIVE_UP = EmergencySale(), DeclareBankruptcy()
LEFT_OUT = [
    (operating(SALE, GIVE_UP), "game.toml: train D: trade_in: no step has the move TradeIn()."),
    (operating(TradeIn(), GIVE_UP), "no step has the move EmergencySale()."),
    (operating(TradeIn(), SALE), "no step has the move DeclareBankruptcy()."),
    (operating(TradeIn(), SALE, GIVE_UP), "nobody pays it; derive OperatingRound from PrivatesPayRound"),
    (owning(initial_auction=None), "WaterfallAuction needs rules.initial_auction"),
    (owning(private_sales=None), "there is no rules.private_sales"),
    (
        changed(tiles={**TITLE.data.tiles, "5999": 1}),
        "game.toml: tiles: tile: unknown '5999'; the nearest is",
    ),
    (
        changed(phases=phase("3", tiles=("yellow", "gren"))),
        "game.toml: phase 3: tiles: colour: unknown 'gren'; the nearest is 'green'.",
    ),
    (
        changed(phases=phase("5", events=())),
        "'privates_close', for which rules.phases has code",
    ),
    (
        changed(phases=phase("3", events=())),
        "'privates_to_companies', which rules.private_sales names",
    ),
    (changed(companies=company("IR", tokens=())), "companies.toml: IR: tokens are missing"),
    (changed(companies=company("IR", home="C4")), "companies.toml: IR: home is C4, but on the map it is E2."),
    (on_map(("IRR", 0)), "map.toml: E2: homes: company: unknown 'IRR'; the nearest is 'IR'."),
    (on_map(("AR", 0)), "map.toml: no hex has the home of IR (`homes`)."),
    (
        on_map(revenue_steps=(("yelow",),)),
        "map.toml: revenue_steps: key: unknown 'yelow'; the nearest is 'yellow'.",
    ),
    (on_map(tile_hexes={"5999": None}), "map.toml: tile_hexes: tile: unknown '5999'"),
    (on_map(letters=("Q",)), "label: no tile has 'Q'; the nearest is "),
    (on_map(revenue_steps=(("2", "3"),)), "map.toml: revenue_steps: no step has phase '5'"),
    (changed(companies=company("MF", price=0)), "companies.toml: MF: price is missing"),
    (operating(TradeIn(), SALE, GIVE_UP), "the move RunTrains(), which belongs to RunStep()."),
    (operating(TradeIn(), SALE, GIVE_UP), "the move Dividend(), which belongs to DividendStep()."),
    (owning(deals=Deals.of(TrainDeal())), "the deals have no PrivateToCompanyDeal()"),
    (
        replace(TITLE, setup_rules=SetupRules("pocket")),
        "first: no round is of the kind 'pocket'; the nearest is 'packet'.",
    ),
    (
        misspelt(),
        "rules.stock: Misspelt: nothing reads 'sell_at_first'; the nearest name is 'sells_at_first'.",
    ),
    (misspelt(), "nothing reads 'turn_pattern'; the nearest name is 'turn_patterns'."),
]


@pytest.mark.parametrize(("title", "words"), LEFT_OUT, ids=[words for _, words in LEFT_OUT])
def test_what_is_left_out_is_named(title, words):
    assert [fault for fault in faults(title) if words in fault]


def test_a_helper_whose_name_begins_with_an_underscore_is_no_fault():
    assert not [fault for fault in faults(misspelt()) if "_sells_at_firsts" in fault]


def test_a_title_with_faults_is_not_added(monkeypatch):
    with pytest.raises(BadData, match="TradeIn"):
        monkeypatch.setitem(TITLES, "1889", operating())
    assert TITLES["1889"] is TITLE


@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_the_titles_have_no_faults(title):
    check_title(title)


def test_an_operating_round_places_home_tokens_by_itself():
    start = Scenario(operating(), "A", "B").shares("IR", p1=60).par("IR", 90).money({"IR": 500})
    game = start.at("shares", "p2", "turn", number=1, passes=1).game()
    act(game, "p2", "pass")
    assert game.view.cursor.actor == "IR"
    assert [coord for coord, _ in game.view.stations("IR")] == [game.view.board().hexmap.homes["IR"][0]]
