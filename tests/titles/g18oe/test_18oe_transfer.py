"""18OE 11.5, 11.3.5: tokens and port authorities between majors of one player."""

import pytest

from engine.core.story import story
from engine.titles.g18oe.operating import transfer
from engine.titles.g18oe.routes import port_authorities
from engine.titles.g18oe.track import tokens
from tests.rulemark import rule
from tests.scenario import act, code_of, kinds, refusal
from tests.titles.g18oe.building import look, major, put, regional, turn
from tests.titles.g18oe.oe_start import values


def two(hex_="L37", cash=500, other="p1", **data):
    """GWR buys, PLM has its £20 token on a hex beside its home in Lyon."""
    scenario = major("PLM", cash=0, scenario=major("GWR", cash=cash, **data), president=other)
    return scenario.token("PLM", hex_, 0)


def transferring(scenario, company="GWR"):
    return turn(scenario, company, "transfer")


def token(view, company, price):
    return next(t.id for t in tokens.unplaced(view, company) if t.price == price)


# --- 11.5 ------------------------------------------------------------------------------------------------


@rule("18OE", "11.5")
@pytest.mark.parametrize(
    ("coord", "fee"),
    [
        ("J27", 20),  # Manchester
        ("L37", 40),  # Amsterdam, grand
        ("K26", 60),  # Birmingham, a metropolis
        ("N87", 20),  # Kharkov, a red zone
        ("Z1", 40),  # Lisboa, a red zone of class Y
        ("F87", 60),  # Moskva, a red zone of class M
    ],
)
def test_a_token_costs_its_price_and_the_right_of_access(coord, fee):
    scenario = two(coord).close("LNWR", "RCP")
    if coord == "K26":
        put(scenario, ("K26", "OE4", 0, 2, 4))
    game = transferring(scenario)
    bank = game.view.cash("bank")
    offered = game.options("p1", "transfer_token", "token", {"of": "PLM", "hex": coord})
    assert all(coord in option.label for option in offered)
    assert offered[1].note == f"£{40 + fee} with £{fee} for access"
    [city] = [o for o in game.options("p1", "transfer_token", "hex", {"of": "PLM"}) if o.value == coord]
    assert city.note == f"£{20 + fee} with £{fee} for access"
    [seller] = game.options("p1", "transfer_token", "of")
    assert city.label in seller.note
    act(game, "p1", "transfer_token", of="PLM", hex=coord, token=token(game.view, "GWR", 40))
    assert game.view.cash("GWR") == 500 - 40 - fee
    assert game.view.cash("PLM") == fee
    assert game.view.cash("bank") == bank + 40
    assert f"£40 to the bank, £{fee} to PLM." in story(game.view, game.log[-1])[0].text
    assert (coord, 0) in game.view.stations("GWR")
    assert (coord, 0) not in game.view.stations("PLM")


@rule("18OE", "11.5")
def test_as_many_as_the_treasury_can_pay():
    game = transferring(two().token("PLM", "J27", 0).close("LNWR"))
    act(game, "p1", "transfer_token", of="PLM", hex="L37", token=token(game.view, "GWR", 20))
    act(game, "p1", "transfer_token", of="PLM", hex="J27", token=token(game.view, "GWR", 40))
    assert game.view.cash("GWR") == 500 - 20 - 40 - 40 - 20


@rule("18OE", "11.5")
@pytest.mark.parametrize(("cash", "refused"), [(59, "cannot_afford"), (60, None)])
def test_the_treasury_needs_both(cash, refused):
    view = look(two(cash=cash), step="transfer")
    found = transfer.check(view, "GWR", "PLM", "L37", tokens.unplaced(view, "GWR")[0])
    assert (found and found.code) == refused


@rule("18OE", "11.5")
def test_a_home_token_is_never_sold():
    game = transferring(two())
    twenty = token(game.view, "GWR", 20)
    assert refusal(game, "p1", "transfer_token", of="PLM", hex="U34", token=twenty) == "home_token"
    assert values(game, "p1", "transfer_token", "hex", of="PLM") == ["L37"]


@rule("18OE", "11.5")
def test_only_between_majors_of_one_player():
    other = transferring(two(other="p2").trains("GWR", "2+2"))
    assert "transfer_token" not in kinds(other, "p1")
    view = look(two(other="p2"), step="transfer")
    spare = tokens.unplaced(view, "GWR")[0]
    assert code_of(transfer.check(view, "GWR", "PLM", "L37", spare)) == "not_your_major"
    small = two()
    small.state.companies["PLM"].kind = "regional"
    assert code_of(transfer.check(look(small), "GWR", "PLM", "L37", spare)) == "not_your_major"
    buyer = regional("GWR", scenario=major("PLM").token("PLM", "L37", 0))
    assert code_of(transfer.check(look(buyer), "GWR", "PLM", "L37", spare)) == "not_your_major"
    assert transfer.choices(look(buyer), "GWR") == []


@rule("18OE", "11.5", "11.2")
def test_not_where_the_buyer_has_a_token():
    scenario = put(two("M28"), ("M28", "OE6", 1, 2, 4, 5)).token("GWR", "M28", 1)
    view = look(scenario, step="transfer")
    found = transfer.check(view, "GWR", "PLM", "M28", tokens.unplaced(view, "GWR")[0])
    assert found is not None
    assert found.code == "already_here"


@rule("18OE", "11.5")
def test_the_buyer_needs_a_token_on_its_charter():
    view = look(two(), step="transfer")
    placed = next(t for t in view.tokens("GWR") if t.place)
    assert code_of(transfer.check(view, "GWR", "PLM", "L37", placed)) == "no_token_left"
    assert code_of(transfer.check(view, "GWR", "PLM", "L37", None)) == "no_token_left"
    assert code_of(transfer.check(view, "GWR", "PLM", "M62", placed)) == "no_token_there"


@rule("18OE", "11.5")
def test_the_returned_token_takes_the_dearest_open_position():
    """PLM has placed its tokens of 20 and 40; the one of 20 is sold, a place of 40 is filled again."""
    game = transferring(two().token("PLM", "J27", 0).close("LNWR"))
    assert [t.price for t in tokens.unplaced(game.view, "PLM")] == [60, 60, 80, 80, 80]
    act(game, "p1", "transfer_token", of="PLM", hex="L37", token=token(game.view, "GWR", 20))
    assert [t.price for t in tokens.unplaced(game.view, "PLM")] == [40, 60, 60, 80, 80, 80]
    assert sorted(game.view.stations("PLM")) == [("J27", 0), ("U34", 0)]


# --- 11.3.5 ------------------------------------------------------------------------------------------------


@rule("18OE", "11.3.5")
@pytest.mark.parametrize("step", ["track", "token", "transfer"])
@pytest.mark.parametrize("sea", ["north_sea", "mediterranean"])
def test_a_major_buys_one_authority_at_any_time_before_trains(step, sea):
    scenario = two(cash=200)
    game = turn(scenario, step=step)
    act(game, "p1", "buy_port_authority", sea=sea)
    assert game.view.cash("GWR") == 75
    assert port_authorities.held(game.view, "GWR") == [sea]
    assert port_authorities.left(game.view, sea) == 7
    other = next(k for k in port_authorities.kinds() if k != sea)
    found = port_authorities.check(game.view, "GWR", other)
    assert found is not None
    assert found.code == "has_authority"


@rule("18OE", "11.3.5")
@pytest.mark.parametrize(
    ("scenario", "company", "refused"),
    [
        (major(cash=124), "GWR", "cannot_afford"),
        (major(cash=125), "GWR", None),
        (regional(), "GWR", "majors_only"),
    ],
)
def test_who_may_buy_an_authority(scenario, company, refused):
    found = port_authorities.check(look(scenario, company), company, "north_sea")
    assert (found and found.code) == refused


@rule("18OE", "11.3.5")
def test_not_when_trains_are_bought_nor_in_anothers_turn():
    late = turn(major(), step="trains")
    assert refusal(late, "p1", "buy_port_authority", sea="north_sea") == "not_now"
    assert refusal(turn(two()), "p2", "buy_port_authority", sea="north_sea") == "not_now"


@rule("18OE", "11.3.5")
def test_there_are_eight_of_each():
    scenario = major().note("port_authorities_sold", {"north_sea": 8, "mediterranean": 7})
    view = look(scenario)
    assert code_of(port_authorities.check(view, "GWR", "north_sea")) == "no_authority"
    assert port_authorities.check(view, "GWR", "mediterranean") is None


@rule("18OE", "11.3.5")
def test_an_authority_of_another_major_costs_exactly_125_in_the_transfer_step():
    scenario = two(cash=200)
    scenario.state.companies["PLM"].data["port_authorities"] = ["mediterranean"]
    scenario.note("port_authorities_sold", {"mediterranean": 1})
    game = transferring(scenario)
    act(game, "p1", "pass_port_authority", of="PLM")
    assert game.view.cash("GWR") == 75
    assert game.view.cash("PLM") == 125
    assert port_authorities.held(game.view, "GWR") == ["mediterranean"]
    assert port_authorities.held(game.view, "PLM") == []
    assert port_authorities.left(game.view, "mediterranean") == 7


@rule("18OE", "11.3.5")
def test_whose_authority_may_be_bought():
    view = look(two(), step="transfer")
    assert code_of(port_authorities.check_pass(view, "GWR", "PLM")) == "no_authority"
    assert code_of(port_authorities.check_pass(view, "GWR", "GWR")) == "no_authority"
    small = regional("GWR")
    assert code_of(port_authorities.check_pass(look(small), "GWR", "PLM")) == "no_authority"


@rule("18OE", "11.3.5")
@pytest.mark.parametrize("answer", ["accept_offer", "decline_offer", None])
def test_another_president_is_asked_for_the_authority(answer):
    scenario = two(cash=200, other="p2").note("port_authorities_sold", {"mediterranean": 1})
    scenario.state.companies["PLM"].data["port_authorities"] = ["mediterranean"]
    game = transferring(scenario.trains("GWR", "2+2"))
    act(game, "p1", "pass_port_authority", of="PLM")
    assert game.view.cash("GWR") == 200
    assert refusal(game, "p1", "pass_port_authority", of="PLM") == "already_offered"
    offer = next(iter(game.state.offers))
    if answer is None:
        act(game, "p1", "skip")
        assert not game.state.offers
    else:
        act(game, "p2", answer, offer=offer)
    taken = answer == "accept_offer"
    assert game.view.cash("PLM") == (125 if taken else 0)
    assert port_authorities.held(game.view, "GWR") == (["mediterranean"] if taken else [])
