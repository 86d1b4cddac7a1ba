"""The data of 18OE, its board apart, say field by field what the fact file says."""

from __future__ import annotations

from typing import Any

import pytest

from engine.data.loader import load_title
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from tests.conformance.test_facts import FACTS, ROOT, TILES, fact_stop, facts, stop_fields, title_map, track

pytestmark = pytest.mark.skipif(not FACTS.is_dir(), reason="the fact files (../shared/facts) are not here")
DATA = load_title(ROOT / "engine" / "titles" / "g18oe" / "data", Figures)
FIGURES = DATA.figures(Figures)
NO_FACE = "OE19"
"""No source shows the face of this tile."""


def fact() -> dict[str, Any]:
    return facts("18oe")


def by_number(table: dict[str, int]) -> dict[int, int]:
    return {int(number): figure for number, figure in table.items()}


def phases(first: int, last: int, figure: int) -> dict[str, int]:
    return {str(phase): figure for phase in range(first, last + 1)}


def test_players_bank_and_limits():
    stated = fact()
    cash, shares = stated["starting_cash"], stated["share_limits"]
    assert (DATA.min_players, DATA.max_players) == (stated["players"]["min"], stated["players"]["max"])
    assert DATA.starting_cash == by_number(cash["per_player"])
    assert by_number(dict(FIGURES.cash_without_concessions)) == by_number(
        cash["per_player_without_concessions"]
    )
    assert stated["bank"]["cash"] == DATA.bank
    assert stated["bank"]["remainder_cash"]["value"] == FIGURES.remainder_cash
    assert DATA.certificate_limit == by_number(stated["certificate_limit"])
    assert stated["currency"] == DATA.currency
    assert shares["buy_cap_percent"] == FIGURES.holding_limit
    assert shares["open_market_percent"] == FIGURES.pool_limit
    assert shares["president_over_cap_price_factor"] == FIGURES.over_limit_factor
    assert list(FIGURES.regional_percents) == stated["shares"]["regional"]
    assert list(FIGURES.major_percents) == stated["shares"]["major"]
    assert stated["regional_floor"] == FIGURES.regional_floor


def test_cash_is_what_the_rulebook_says_rounded_up():
    stated = fact()["starting_cash"]
    for total, table in (
        (stated["with_concessions_total"], DATA.starting_cash),
        (stated["without_concessions_total"], by_number(dict(FIGURES.cash_without_concessions))),
    ):
        step = stated["rounding_up_to"]
        assert table == {n: -(-total // (n * step)) * step for n in table}


def test_market_and_pars():
    stated, par = fact()["market"], fact()["par"]
    assert [[v for v in row if v is not None] for row in DATA.market.rows] == [
        [v for v in row if v is not None] for row in stated["rows"]
    ]
    for r, row in enumerate(stated["rows"]):
        for c, value in enumerate(row):
            assert DATA.market.rows[r][c] == value
    assert list(DATA.market.par_cells) == [(cell["row"], cell["col"]) for cell in stated["major_par_cells"]]
    assert [DATA.market.value(cell) for cell in DATA.market.par_cells] == [
        cell["value"] for cell in stated["major_par_cells"]
    ]
    assert list(FIGURES.regional_pars) == par["regional"]
    assert list(FIGURES.major_pars) == par["major"]
    assert len(par["slots"]) == len(FIGURES.regional_pars) == len(FIGURES.major_pars)
    values = [v for row in DATA.market.rows for v in row if v is not None]
    assert (min(values), max(values)) == (stated["floor_value"], stated["cap_value"])


def test_packet():
    stated = fact()["opening_packet"]
    rows = [row["items"] for row in stated["rows"]]
    assert list(FIGURES.auction_items) == [item for row in rows for item in row]
    assert list(FIGURES.auction_rows) == [len(row) for row in rows]
    assert (FIGURES.bid_step, FIGURES.price_drop) == (stated["bid_step"], stated["pass_reduction"])


def test_privates():
    stated = {p["id"]: p for p in fact()["privates"]}
    assert [s.id for s in DATA.of_kind("private")] == list(stated)
    for spec in DATA.of_kind("private"):
        entry = stated[spec.id]
        assert (spec.name, spec.price, spec.revenue) == (entry["name"], entry["face"], entry["revenue"])
        assert spec.extras.get("power") == entry["power"]
    brings = FIGURES.privates
    assert dict(brings.lumber) == stated["HMLC"]["figures"]["revenue_by_phase"]
    assert brings.lumber_terrain == stated["HMLC"]["figures"]["min_rough_cost"]
    brandt = stated["BBE"]["figures"]
    assert (brings.brandt_tokens, brings.brandt_per_round) == (brandt["tokens"], brandt["per_or"])
    assert dict(brings.brandt_removal) == {
        "normal": brandt["removal_tile_points"],
        "metropolis": brandt["removal_tile_points_metropolis"],
    }
    assert brings.swift_phase == str(stated["SML"]["figures"]["from_phase"])
    assert FIGURES.white_ferry_phase == str(stated["WCF"]["figures"]["from_phase"])
    assert europe().lille.hex == stated["WCF"]["figures"]["hex"]


def test_minors():
    stated = {m["id"]: m for m in fact()["minors"]}
    assert [s.id for s in DATA.of_kind("minor")] == list(stated)
    for spec in DATA.of_kind("minor"):
        entry = stated[spec.id]
        assert (spec.name, spec.price) == (entry["name"], entry["face"])
        assert (spec.colour, spec.extras["power"]) == (entry["color"], entry["power"])
        assert (len(spec.tokens), spec.tokens[1]) == (entry["tokens"], entry["second_token_cost"])
        assert entry["treasury_cap"] == FIGURES.minor_treasury


def test_powers_of_minors():
    stated, brings = {m["id"]: m["figures"] for m in fact()["minors"]}, FIGURES.minors
    assert dict(brings.tile_points) == {
        "B": stated["B"]["tile_points"],
        "E": stated["E"]["extra_tile_points"],
        "F": stated["F"]["extra_tile_points"],
        "G": stated["G"]["tile_points"],
    }
    assert dict(brings.city_bonus) == {
        "early": stated["D"]["phases_2_4"],
        "late": stated["D"]["phases_5_8"],
    }
    for minor in "EF":
        assert dict(brings.discount) == {
            "alone": stated[minor]["percent"],
            "with_zone": stated[minor]["with_zone_percent"],
        }
    assert dict(brings.sea_reduction) == {
        "early": stated["H"]["phases_1_6"],
        "late": stated["H"]["phases_7_8"],
    }
    assert brings.train_discount == stated["J"]["percent"]
    assert dict(brings.mail) == stated["K"]
    assert dict(brings.more_stops) == stated["L"]
    assert brings.free_pullman_phase == str(stated["M"]["free_from_phase"])


def test_concessions():
    stated = fact()["concessions"]
    assert [(s.id, s.number, s.price, s.revenue) for s in DATA.of_kind("concession")] == [
        (c["id"], c["order"], c["face"], c["revenue"]) for c in stated
    ]


def test_regionals_and_their_homes():
    stated, homes = fact()["regionals"], title_map("18oe").homes
    assert [s.id for s in DATA.of_kind("regional")] == [r["id"] for r in stated]
    for spec, entry in zip(DATA.of_kind("regional"), stated, strict=True):
        assert (spec.name, spec.colour) == (entry["name"], entry["color"])
        assert (spec.home, homes[spec.id][0]) == (entry["home"], entry["home"])
        assert spec.extras["zone"] == entry["zone"]
        assert list(spec.tokens) == [*entry["regional_tokens"], *entry["major_extra_tokens"]]
        assert spec.tokens[0] == entry["home_cost"] == europe().zones[entry["zone"]].home_cost
        assert list(spec.shares) == fact()["shares"]["regional"]


def test_trains():
    cards = iter(DATA.trains.values())
    for entry in fact()["trains"]:
        for side, other in (("local", "express"), ("express", "local")):
            if entry[side] is None:
                continue
            train, printed = next(cards), entry[side]
            assert (train.kind, train.price, train.reach) == (
                printed["name"],
                printed["price"],
                printed["cities"],
            )
            assert train.count == (entry["count"] if side == "local" else 0)
            assert train.extras["level"] == entry["level"]
            assert train.extras["towns"] == printed.get("towns", 0)
            assert train.extras.get("doubled", False) == printed.get("doubled", False)
            assert train.extras.get("other") == (entry[other]["name"] if entry[other] else None)
            rusts = entry["rusts_at_phase"]
            first = None if rusts is None else DATA.phases[str(rusts)].train
            assert train.rusted_by == first
    assert next(cards).kind == "pullman"
    assert next(cards, None) is None


def test_pullmans_and_level_eight():
    stated, pullman = fact()["pullman"], DATA.trains["pullman"]
    assert (pullman.price, pullman.count) == (stated["price"], stated["count"])
    assert dict(FIGURES.pullman) == {
        "price": stated["price"],
        "between": stated["price_between_railroads"],
        "royalty": stated["royalty"],
        "per_level": stated["revenue_per_level"],
    }
    assert any(
        f"level 8 available after the {word} level 7 sale" in note
        for phase in fact()["phases"]
        for note in phase.get("notes", ())
        for word in [("first", "second", "third", "fourth")[FIGURES.level_eight_after - 1]]
    )


def test_phases():
    for entry, phase in zip(fact()["phases"], DATA.phases.values(), strict=True):
        assert phase.key == str(entry["phase"])
        assert list(phase.tiles) == entry["tiles"]
        stated = dict(entry["limits"])
        if stated:
            stated.setdefault("national", 4)  # a reading: formed by surrender before Train Phase 4
        assert dict(phase.train_limit) == stated
        if entry["phase"] > 2:
            assert DATA.trains[phase.train].extras["level"] == entry["phase"]
        form = "nationals may form" in entry.get("notes", ())
        assert ("nationals" in phase.events) == form
    assert [phase.key for phase in DATA.phases.values() if "nationals" in phase.events] == [
        str(p) for p in fact()["nationals"]["forms_at_phases"]
    ]


def test_tiles():
    stated = {tile["id"]: tile for tile in fact()["tiles"]}
    assert DATA.tiles == {key: tile["count"] for key, tile in stated.items() if key != NO_FACE}
    assert NO_FACE not in stated
    for key, tile in stated.items():
        assert TILES[key].colour == tile["color"]
        if "stops" in tile:
            assert list(TILES[key].labels) == list("".join(tile["labels"]))
            assert TILES[key].track == track(tile)
            assert [stop_fields(s) for s in TILES[key].stops] == [fact_stop(s) for s in tile["stops"]]


def test_tile_points_and_fees():
    stated = fact()
    points = stated["tile_points"]
    assert dict(FIGURES.tile_points) == {k: points[k] for k in ("minor", "regional", "major", "national")}
    cost = points["cost"]
    assert dict(FIGURES.lay_points) == {"yellow": cost["yellow"], "later": cost["other"]}
    assert cost["yellow_metropolis"] == cost["yellow"] * FIGURES.metropolis_factor
    assert cost["other_metropolis"] == cost["other"] * FIGURES.metropolis_factor
    for key, found in (("tile", FIGURES.tile_over_water), ("token", FIGURES.token_over_water)):
        table = stated["cross_water_costs"][key]
        assert dict(found) == {"zone": table["per_sea_zone"], "ferry": table["ferry_per_distance"]}
    assert dict(FIGURES.transfer_fee) == stated["token_transfer_fee"]
    assert stated["abandoned_minor_price"] == FIGURES.abandoned_minor
    chits = stated["track_rights_chits"]
    assert chits["capped_total"] == FIGURES.starred_chits
    assert sum(zone.chits for zone in europe().zones.values()) == chits["total"]
    fill = stated["nationals"]["fill_revenue"]
    assert dict(FIGURES.unlinked) == {"city": fill["city"], "town": fill["town"]}


def test_orient_express():
    stated, ours = fact()["orient_express"], FIGURES.orient_express
    assert dict(ours.bonus) == stated["bonus_by_phase"]
    assert list(ours.combine) == stated["combinable_levels"]
    assert (ours.terminus, list(ours.west)) == (stated["terminus"], stated["western_ends"])
    assert stated["first_run_choice"][1] == f"{('one', 'two', 'three')[ours.moves - 1]} moves right"


def test_port_authorities_and_reductions():
    stated, cut = fact()["port_authorities"], fact()["sea_reductions"]
    ours = FIGURES.port_authority
    assert (ours["price"], ours["per_major"]) == (stated["price"], stated["per_major"])
    assert {entry["markers"] for entry in stated["types"].values()} == {ours["markers"]}
    assert ours["reduction"] == cut["port_authority_per_railroad"]
    token, minor = cut["port_token_per_train"], cut["minor_H_per_railroad"]
    assert dict(FIGURES.port_reduction) == {"early": token["phases_2_6"], "late": token["phases_7_8"]}
    assert dict(FIGURES.minors.sea_reduction) == {
        "early": minor["phases_1_6"],
        "late": minor["phases_7_8"],
    }
    for key, entry in stated["types"].items():
        inside = [name for name, zone in europe().sea_zones.items() if zone.authority == key]
        assert sorted(inside) == sorted(entry["zones"])


def test_sea_zones():
    stated = fact()["sea_zones"]
    assert set(europe().sea_zones) == set(stated)
    for name, zone in europe().sea_zones.items():
        assert (zone.authority, list(zone.adjacent)) == (stated[name]["authority"], stated[name]["adjacent"])
        assert all(name in europe().sea_zones[other].adjacent for other in zone.adjacent)


def test_zones_splits_and_borders():
    stated, hexes = fact()["zones"], fact()["hexes"]
    for key, zone in europe().zones.items():
        entry = stated[key]
        assert (zone.name, list(zone.hexes)) == (entry["name"], entry["hexes"])
        assert (zone.letter, zone.chits) == (entry["patronage_letter"] or "", entry["chits"])
        assert zone.home_cost == (entry["home_token_cost"] or 0)
        assert (bool(zone.starred), zone.discount) == (entry["capped"], entry["terrain_discount_percent"])
        assert list(zone.regionals) == entry["regionals"]
        assert bool(zone.reconstructed) == entry.get("reconstructed_extent", False)
    assert set(europe().zones) == set(stated)
    for coord, spot in hexes.items():
        assert set(europe().zones_of.get(coord, ())) == set(spot.get("zones", ()))
        split = europe().splits.get(coord)
        parts = {p["zone"]: tuple(p["edges"]) for p in spot["partitions"]}
        assert (dict(split.sides) if split else {}) == parts
        assert (split.stop if split else "") == spot.get("stop_zone", "")
        border = sorted(b["edge"] for b in spot["borders"] if b["kind"] == "zone")
        assert list(europe().borders.get(coord, ())) == border


def test_red_zones_and_nationals():
    stated = {entry["hex"]: entry for entry in fact()["red_zones"]}
    assert set(europe().red_zones) == set(stated)
    hexmap = title_map("18oe")
    for coord, zone in europe().red_zones.items():
        entry = stated[coord]
        assert (zone.kind, bool(zone.through)) == (entry["token_class"], entry["pass_through"])
        assert (zone.zone or None, hexmap[coord].face.stops[0].slots) == (entry["zone"], entry["slots"])
    for key, entry in fact()["nationals"]["name_by_zone"].items():
        land = europe().zones[key]
        assert (land.national, list(land.red_zones)) == (entry["name"], entry["red_zones"])


def test_patronage_tiles():
    stated, ours = fact()["patronage"], europe().patronage
    assert dict(ours.draw) == {group: entry["draw"] for group, entry in stated["groups"].items()}
    assert list(ours.tiles) == [tile["hex"] for tile in stated["tiles"]]
    for tile in stated["tiles"]:
        found = ours.tiles[tile["hex"]]
        assert (found.group, found.zone, dict(found.payout)) == (tile["group"], tile["zone"], tile["payout"])
        assert ours.shapes[found.group] == tile["shape"]
        assert europe().zones[found.zone].letter == tile["letter"]
        assert found.zone == europe().zone_of_stop(tile["hex"])


def test_lille():
    stated, ours = fact()["lille"], europe().lille
    slot = stated["extra_slot"]
    assert (ours.hex, ours.edge, ours.phase) == (
        stated["hex"],
        slot["adjoins_edge"],
        str(slot["opens_phase"]),
    )
    assert list(ours.ferry) == slot["ferry"]


def test_what_is_reconstructed_says_so():
    stated = fact()
    told = {
        kind: {at for doubt in doubts for at in doubt.at} for kind, doubts in europe().reconstructed.items()
    }
    assert told["ferries"] == {"-".join(f["ends"]) for f in stated["ferries"] if f["reconstructed"]}
    assert told["ports"] == {
        p["hex"] + ("" if p["edge"] is None else f":{p['edge']}")
        for p in stated["ports"]
        if p["reconstructed"]
    }
    assert told["sea_hexes"] == {c for c, h in stated["hexes"].items() if h.get("reconstructed_sea_zone")}
    assert told["hexes"] == {c for c, h in stated["hexes"].items() if h.get("correction")}
