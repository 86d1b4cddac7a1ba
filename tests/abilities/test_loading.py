"""Abilities are checked when a title's data is read: an error names the nearest valid word."""

import pytest

from engine.abilities import KINDS
from engine.abilities.bonus import RevenueBonus
from engine.abilities.owner_lay import OwnerLay
from engine.abilities.shares import Share
from engine.core.errors import BadData
from engine.data.loader import ability


def test_each_kind_has_a_name_of_its_own():
    assert len({kind.kind for kind in KINDS}) == len(KINDS)


def test_an_ability_is_read_as_the_record_of_its_kind():
    raw = {"kind": "revenue_bonus", "marker": "mail", "amount": 10, "hexes": ["A1", "A3"], "owner": "either"}
    assert ability("x", raw, KINDS) == RevenueBonus(
        marker="mail", amount=10, hexes=("A1", "A3"), owner="either"
    )
    assert ability("x", {"kind": "share", "company": "IR"}, KINDS) == Share(company="IR")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"kind": "revenue_bonsu"}, "kind of ability: unknown key 'revenue_bonsu'.*'revenue_bonus'"),
        ({}, "kind of ability: unknown key 'None'"),
        ({"kind": "share", "compnay": "IR"}, "Share: unknown key 'compnay'; nearest valid key: 'company'"),
        ({"kind": "exchange"}, "Exchange lacks 'company'"),
        ({"kind": "train_limit", "increase": "1"}, "train_limit: increase cannot be '1'"),
        ({"kind": "train_limit", "increase": True}, "train_limit: increase cannot be True"),
        ({"kind": "train_limit", "increase": 1, "owner": "bank"}, "train_limit: owner cannot be 'bank'"),
        ({"kind": "blocked_hex", "hexes": [4]}, r"blocked_hex: hexes cannot be \(4,\)"),
        ({"kind": "blocked_hex", "hexes": "C4"}, "blocked_hex: hexes cannot be 'C4'"),
        (
            {"kind": "owner_lay", "hexes": ["C4"], "tiles": ["12"], "when": ["later"]},
            r"owner_lay: when cannot be \('later',\)",
        ),
    ],
)
def test_what_is_wrong_is_named(raw, words):
    with pytest.raises(BadData, match=words):
        ability("companies.toml: TR", raw, KINDS)


def test_a_title_without_kinds_has_no_abilities():
    with pytest.raises(BadData, match="unknown key 'share'"):
        ability("companies.toml: TR", {"kind": "share", "company": "IR"}, ())


def test_several_times_may_be_named():
    raw = {"kind": "owner_lay", "hexes": ["C4"], "tiles": ["12"], "when": ["stock", "between"]}
    assert ability("x", raw, KINDS) == OwnerLay(hexes=("C4",), tiles=("12",), when=("stock", "between"))
