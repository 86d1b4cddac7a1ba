"""18OE 9.5, 10.5, 10.6, 15.1: minors merge into majors and nationals, are consolidated, or abandoned."""

import pytest

from engine.core.story import story
from engine.players.fork import fork_for_player
from engine.players.kinds import LEVELS
from engine.players.seat import Budget
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.oe_late import (
    major_phase,
    operating,
    owner,
    stock,
    trains,
    value,
    with_major,
    with_minor,
    with_regional,
)


def cash(game, holder):
    return game.view.cash(holder)


def percent(game, holder, company):
    return game.view.percent(holder, company)


def tokens(game, company):
    return {place[0] for place in game.view.stations(company)}


def merging(minor="B", phase="3", rr="major", **percents):
    """Ada has a minor and the Great Western."""
    scenario = with_major(major_phase(minor, phase=phase, rr=rr), "GWR", **(percents or {"p1": 40, "p2": 20}))
    return with_minor(scenario, minor)


@rule("18OE", "10.5")
def test_no_minor_merges_before_train_phase_3():
    game = stock(merging(phase="2"))
    assert refusal(game, "p1", "merge_minor", minor="B", company="GWR") == "too_early"


@rule("18OE", "10.5")
def test_the_owner_gets_a_share_of_the_treasury_and_the_major_the_cash():
    game = stock(merging().money({"GWR": 10}))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    assert percent(game, "p1", "GWR") == 50
    assert (cash(game, "GWR"), cash(game, "B")) == (110, 0)


@rule("18OE", "10.5")
def test_of_the_open_market_he_gets_a_share_and_the_bank_the_cash():
    game = stock(merging(p1=40, p2=50, pool=10))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    assert percent(game, "p1", "GWR") == 50
    assert cash(game, "GWR") == 0


@rule("18OE", "10.5")
def test_without_a_share_a_minor_merges_only_along_track():
    game = stock(merging(p1=50, p2=50))
    assert refusal(game, "p1", "merge_minor", minor="B", company="GWR") == "not_linked"


@rule("18OE", "10.2", "10.5")
def test_a_merger_goes_beyond_60_percent():
    game = stock(merging(p1=60, p2=20))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    assert percent(game, "p1", "GWR") == 70


@rule("18OE", "10.5")
def test_one_minor_a_railroad_in_a_stock_round():
    scenario = with_minor(merging(), "G", zone="IT")
    scenario.state.companies["G"].closed = False
    scenario = with_minor(with_major(major_phase("B", "G"), "GWR", p1=40, p2=20), "B")
    game = stock(with_minor(scenario, "G", zone="IT"))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    act(game, "p1", "done")
    for player in ("p2", "p3"):
        act(game, player, "pass")
    assert refusal(game, "p1", "merge_minor", minor="G", company="GWR") == "merged_already"


@rule("18OE", "10.5")
def test_the_major_replaces_the_tokens_with_its_dearest_ones():
    game = stock(merging())
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    act(game, "p1", "done")
    assert "W6" in tokens(game, "GWR")
    assert not tokens(game, "B")
    placed = next(t for t in game.view.tokens("GWR") if t.place == ("W6", 0))
    assert placed.price == 80
    assert story(game.view, game.log[-1])[0].text.endswith("takes the place of minor B's in Porto (W6).")


def choice(game, kind):
    return next(c for c in game.choices("p1") if c.kind == kind)


@rule("18OE", "10.5")
def test_a_token_may_be_declined():
    game = stock(merging())
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    assert choice(game, "done").note.startswith("Of minor B: Porto (W6)")
    assert choice(game, "done").note.endswith("puts tokens of its own there free, the dearest first.")
    assert choice(game, "decline_token").label == "Decline a token of minor B"
    act(game, "p1", "decline_token", hex="W6")
    assert "W6" not in choice(game, "done").note
    assert "free" not in choice(game, "done").note
    act(game, "p1", "done")
    assert "W6" not in tokens(game, "GWR")


@rule("18OE", "10.5")
def test_a_token_in_a_hex_where_the_major_has_one_must_be_declined():
    game = stock(merging().token("GWR", "W6"))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    assert not tokens(game, "B")


@rule("18OE", "10.5")
def test_trains_are_taken_or_declined():
    game = stock(merging().trains("B", "2+2", "2+2"))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    first = game.view.trains("GWR")[0].id
    assert choice(game, "decline_train").label == "Decline a train of minor B"
    act(game, "p1", "decline_train", train=first)
    act(game, "p1", "done")
    assert (trains(game, "GWR"), trains(game, "pool")) == (["2+2"], ["2+2"])


@rule("18OE", "10.5")
def test_own_trains_are_discarded_to_take_others():
    game = stock(merging(phase="6").trains("GWR", "5+5", "5+5").trains("B", "5+5"))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    act(game, "p1", "done")
    act(game, "p1", "discard_train", train="5+5")
    assert trains(game, "GWR") == ["5+5", "5+5"]


@rule("18OE", "10.5")
def test_the_major_gets_the_ability_and_the_track_rights():
    game = stock(merging())
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    data = game.view.company("GWR").data
    assert (data["powers"], data["chits"]) == (["B"], ["SP"])
    assert owner(game, "B") == "GWR"


@rule("18OE", "15.1")
def test_minor_a_brings_the_share_value_in_cash():
    game = stock(merging("A"))
    act(game, "p1", "merge_minor", minor="A", company="GWR")
    assert cash(game, "GWR") == 100 + 100


@rule("18OE", "15.1")
def test_minor_a_brings_it_without_a_share_too():
    scenario = merging("A", p1=50, p2=40, pool=10)
    game = stock(scenario)
    act(game, "p1", "merge_minor", minor="A", company="GWR")
    assert cash(game, "GWR") == 100


@rule("18OE", "9.5", "11.6.2")
@pytest.mark.parametrize(("minor", "kept"), [("M", ["pullman"]), ("K", [])])
def test_the_pullman_of_m_stays_with_its_charter_when_it_merges_into_a_national(minor, kept):
    """That of another minor goes to the Open Market: a national has its own."""
    scenario = with_major(major_phase(minor, phase="4"), "GWR", kind="national", p1=40, p2=20)
    game = stock(with_minor(scenario, minor).trains(minor, "pullman", "4+4"))
    act(game, "p1", "merge_minor", minor=minor, company="GWR")
    act(game, "p1", "done")
    assert (trains(game, "GWR"), trains(game, minor), owner(game, minor)) == (["4+4"], kept, "pool")
    assert trains(game, "pool") == ([] if kept else ["pullman"])


@rule("18OE", "10.5", "9.5")
def test_of_a_minor_a_national_takes_trains_alone():
    scenario = with_major(major_phase("B", phase="4"), "GWR", kind="national", p1=40, p2=20)
    game = stock(with_minor(scenario, "B").trains("B", "3+3"))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    act(game, "p1", "done")
    assert (percent(game, "p1", "GWR"), trains(game, "GWR"), cash(game, "GWR")) == (50, ["3+3"], 0)
    assert owner(game, "B") == "pool"
    assert not game.view.company("GWR").data.get("powers")
    assert not tokens(game, "B")


@rule("18OE", "5.2", "10.5", "11.6.4")
def test_a_national_that_formed_before_phase_4_keeps_the_trains_of_a_minor():
    """One whose president surrendered: it may own four, as from Train Phase 4 on."""
    scenario = with_major(major_phase("B", phase="3"), "GWR", kind="national", p1=40, p2=20)
    game = stock(with_minor(scenario, "B").trains("B", "2+2", "3+3"))
    act(game, "p1", "merge_minor", minor="B", company="GWR")
    act(game, "p1", "done")
    assert (trains(game, "GWR"), game.state.pending) == (["2+2", "3+3"], [])


@rule("18OE", "10.5")
def test_another_player_must_agree_and_cash_may_be_added():
    scenario = with_minor(with_major(major_phase("B"), "GWR", p2=40, p3=20), "B").cash(p1=0, p2=50)
    game = stock(scenario)
    assert refusal(game, "p1", "merge_minor", minor="B", company="GWR") == "needs_consent"
    act(game, "p1", "offer_merger", minor="B", company="GWR", payer="p2", price=40)
    act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    assert percent(game, "p1", "GWR") == 10
    assert (cash(game, "p1"), cash(game, "p2")) == (40, 10)


@rule("18OE", "10.5")
def test_no_minor_is_offered_to_a_regional():
    game = stock(with_minor(with_regional(major_phase("B"), "GWR"), "B"))
    refused = refusal(game, "p1", "offer_merger", minor="B", company="GWR", payer="p1", price=0)
    assert refused == "bad_offer"


@rule("18OE", "10.5")
def test_the_president_of_the_major_may_propose_too():
    scenario = with_minor(with_major(major_phase("B"), "GWR", p2=40, p3=20), "B")
    game = stock(scenario, actor="p2")
    act(game, "p2", "offer_merger", minor="B", company="GWR", payer="p2", price=0)
    act(game, "p1", "accept_offer", offer=next(iter(game.state.offers)))
    assert owner(game, "B") == "GWR"
    act(game, "p2", "done")
    assert game.view.cursor.actor == "p3"


# --- 10.6 -------------------------------------------------------------------------------------------


@rule("18OE", "10.6")
def test_nobody_passes_with_a_minor_that_could_merge():
    game = stock(merging(phase="5", rr="consolidation"))
    assert refusal(game, "p1", "pass") == "must_merge"
    act(game, "p1", "merge_minor", minor="B", company="GWR")


@rule("18OE", "10.6")
def test_nobody_passes_with_a_regional():
    game = stock(with_regional(with_major(major_phase(phase="5", rr="consolidation"), p2=60), "KBS"))
    assert refusal(game, "p1", "pass") == "must_expand"


@rule("18OE", "10.6")
def test_other_actions_may_come_before():
    scenario = merging(phase="5", rr="consolidation", p1=40, p2=20)
    game = stock(scenario)
    act(game, "p1", "sell_shares", company="GWR", percent=10)
    act(game, "p1", "done")
    assert game.view.cursor.actor == "p2"


def stranded(**percents):
    """Ada has a minor and no railroad that could take it."""
    scenario = with_major(major_phase("B", phase="5", rr="consolidation"), "GWR", **percents)
    return with_minor(scenario, "B").trains("B", "3+3")


@rule("18OE", "10.6", "9.5")
def test_without_an_offer_the_minor_is_abandoned():
    game = stock(stranded(p2=60))
    act(game, "p1", "ask_offers", minor="B")
    act(game, "p2", "offer_home", company="none")
    assert owner(game, "B") == "pool"
    assert trains(game, "pool") == ["3+3"]
    assert (cash(game, "B"), tokens(game, "B")) == (0, set())


@pytest.mark.parametrize("level", ["steady", "strong"])
def test_a_computer_asks_for_offers_where_it_may_not_pass(level):
    """It would put a trade together and apart for ever."""
    game = stock(stranded(p2=60).cash(p1=0, p2=500, p3=500))
    decision = LEVELS[level](1).choose(fork_for_player(game), "p1", Budget(200))
    assert [(a.kind, a.get("minor")) for a in decision.actions] == [("ask_offers", "B")]


@rule("18OE", "10.6")
def test_a_single_offer_must_be_accepted():
    game = stock(stranded(p2=60))
    act(game, "p1", "ask_offers", minor="B")
    act(game, "p2", "offer_home", company="GWR")
    assert percent(game, "p1", "GWR") == 10
    assert owner(game, "B") == "GWR"


@rule("18OE", "10.6")
def test_among_several_offers_the_owner_chooses():
    scenario = with_major(stranded(p2=60), "KBS", p3=60)
    game = stock(scenario)
    act(game, "p1", "ask_offers", minor="B")
    act(game, "p2", "offer_home", company="GWR")
    act(game, "p3", "offer_home", company="KBS")
    assert refusal(game, "p1", "choose_offer", company="MIDI") == "no_such_offer"
    act(game, "p1", "choose_offer", company="KBS")
    assert owner(game, "B") == "KBS"


@rule("18OE", "10.6")
def test_only_railroads_with_a_share_in_their_treasury_make_offers():
    game = stock(stranded(p2=60, pool=40))
    act(game, "p1", "ask_offers", minor="B")
    assert owner(game, "B") == "pool"


@rule("18OE", "10.6")
def test_who_could_merge_himself_asks_nobody():
    game = stock(merging(phase="5", rr="consolidation"))
    assert refusal(game, "p1", "ask_offers", minor="B") == "not_stranded"


@rule("18OE", "10.6")
def test_who_could_expand_anothers_regional_may_ask_for_offers_all_the_same():
    scenario = with_minor(major_phase("A", rr="consolidation", phase="5"), "A")
    with_regional(with_major(scenario, "MZA", p2=60), "BHB", "p2", p1=50)
    game = stock(scenario.cash(p1=500))
    assert "expand" in kinds(game, "p1")
    act(game, "p1", "ask_offers", minor="A")
    act(game, "p2", "offer_home", company="MZA")
    assert game.view.percent("p1", "MZA") == 10


@rule("18OE", "10.6")
def test_the_round_after_the_first_level_5_train_is_the_consolidation():
    scenario = with_minor(with_major(major_phase("B", phase="5"), "GWR", p1=40, p2=20), "B")
    scenario.at("operating", done=("B",)).note("consolidation_due", True)
    game = operating(scenario, "GWR", "own_shares", part=2)
    act(game, "p1", "skip")
    assert game.view.cursor.round == "shares"
    assert game.state.notes["rr_phase"] == "consolidation"


# --- 11.7 -------------------------------------------------------------------------------------------


def abandoned():
    scenario = with_minor(with_major(major_phase("B"), "GWR", cash=100, p1=60), "B", cash=0)
    state = scenario.state
    state.certs["B:0"].owner = "pool"
    state.companies["B"].data["abandoned"] = True
    for token in state.tokens.values():
        if token.company == "B":
            token.place = None
    return scenario.note("order_track", [])


@rule("18OE", "11.7", "9.5")
def test_a_major_takes_an_abandoned_minor_for_60_without_a_share_for_anybody():
    game = operating(abandoned(), "GWR", "own_shares")
    assert choice(game, "take_minor").note.startswith("£60 to the bank; GWR gets its power")
    [minor] = game.options("p1", "take_minor", "minor")
    assert minor.note == "Upgrades of plain track and towns cost it 1 tile point."
    act(game, "p1", "take_minor", minor="B")
    assert (cash(game, "GWR"), owner(game, "B")) == (40, "GWR")
    assert game.view.company("GWR").data["powers"] == ["B"]
    assert percent(game, "p1", "GWR") == 60


@rule("18OE", "11.7")
def test_one_abandoned_minor_a_turn_and_only_with_the_money():
    poor = operating(abandoned().money({"GWR": 59}), "GWR", "own_shares")
    assert refusal(poor, "p1", "take_minor", minor="B") == "no_minor"


@rule("18OE", "11.7")
def test_own_shares_are_bought_at_the_share_value():
    scenario = with_major(major_phase(), "GWR", value=100, cash=250, p1=40, pool=30)
    game = operating(scenario, "GWR", "own_shares")
    assert refusal(game, "p1", "redeem", count=3) == "bad_count"
    shown = [o.label for o in game.options("p1", "redeem", "count")]
    assert shown == ["Buy GWR 10 % · £100", "Buy GWR 20 % · £200"]
    act(game, "p1", "redeem", count="2")
    assert (cash(game, "GWR"), percent(game, "GWR", "GWR"), value(game, "GWR")) == (50, 50, 100)
    assert "sell_treasury" not in kinds(game, "p1")


@rule("18OE", "11.7", "10.2")
def test_a_treasury_buys_up_to_60_percent():
    scenario = with_major(major_phase(), "GWR", value=100, cash=900, p1=20, pool=30)
    game = operating(scenario, "GWR", "own_shares")
    assert refusal(game, "p1", "redeem", count=2) == "bad_count"
    act(game, "p1", "redeem", count=1)


@rule("18OE", "11.7", "10.1", "4.4")
def test_own_shares_are_sold_at_the_share_value_which_falls():
    scenario = with_major(major_phase(), "GWR", value=100, p1=40, pool=30)
    game = operating(scenario, "GWR", "own_shares")
    assert refusal(game, "p1", "sell_treasury", count=3) == "bad_count"
    cell = game.view.company("GWR").cell
    act(game, "p1", "sell_treasury", count=2)
    assert cash(game, "GWR") == 200
    assert game.view.company("GWR").cell[0] == cell[0] + 2
