"""Abilities are checked when a title's data is read: an error names the nearest valid word."""

import ast
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

import engine
from engine import TITLES
from engine.abilities import KINDS
from engine.abilities.bonus import RevenueBonus
from engine.abilities.owner_lay import OwnerLay
from engine.abilities.shares import Share
from engine.abilities.terrain import TerrainDiscount
from engine.core.errors import BadData
from engine.data.loader import ability, load_title
from engine.titles import g1889
from engine.titles.g1889.figures import Figures

DISCOUNT = {"kind": "terrain_discount", "hexes": ["C4"], "discount": 40}


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
        ({"kind": "train_limit", "increase": "1"}, "TrainLimit: increase is '1', not a whole number"),
        ({"kind": "train_limit", "increase": True}, "TrainLimit: increase is True, not a whole number"),
        (
            {"kind": "train_limit", "increase": 1, "owner": "bank"},
            "TrainLimit: owner is 'bank', not one of player, company, either",
        ),
        ({"kind": "blocked_hex", "hexes": [4]}, r"BlockedHex: hexes is \[4\], not a list, each a text"),
        ({"kind": "blocked_hex", "hexes": "C4"}, "BlockedHex: hexes is 'C4', not a list"),
        ({"kind": "blocked_hex", "hexes": []}, r"blocked_hex: hexes = \[\] has no effect"),
        (
            {"kind": "owner_lay", "hexes": ["C4"], "tiles": ["12"], "when": []},
            r"owner_lay: when = \[\] has no effect",
        ),
        ({"kind": "train_limit", "increase": 0}, "train_limit: increase = 0 has no effect"),
        ({"kind": "revenue_bonus", "marker": "mail", "amount": 0}, "amount = 0 has no effect"),
        ({**DISCOUNT, "discount": 0}, "terrain_discount: discount = 0 has no effect"),
        ({**DISCOUNT, "owner": "either"}, "terrain_discount: owner = 'either' has no effect"),
        ({**DISCOUNT, "users": ["minor"]}, r"terrain_discount: users = \['minor'\] has no effect"),
        (
            {"kind": "owner_lay", "hexes": ["C4"], "tiles": ["12"], "when": ["later"]},
            r"OwnerLay: when is \['later'\], not a list, each one of stock, track",
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


def test_a_discount_that_is_announced_says_who_may_use_it():
    raw = {**DISCOUNT, "once": True, "owner": "either", "users": ["minor"]}
    assert ability("x", raw, KINDS) == TerrainDiscount(
        hexes=("C4",), discount=40, once=True, owner="either", users=("minor",)
    )


@pytest.mark.parametrize(
    ("power", "words"),
    [
        ({"kind": "share", "company": "XX"}, "share: company: unknown key 'XX'"),
        ({"kind": "share", "company": "IR", "event": "never"}, "share: event: unknown key 'never'"),
        ({"kind": "train_limit", "increase": 1, "until": "never"}, "train_limit: until: unknown key"),
        ({"kind": "train_limit", "increase": 1, "users": ["minor"]}, "users: unknown key 'minor'"),
        ({"kind": "stays_open", "revenue": 5, "event": "never"}, "stays_open: event: unknown key"),
        (
            {"kind": "owner_lay", "hexes": ["C4"], "tiles": ["no"], "when": ["sold"]},
            "owner_lay: tiles: unknown key 'no'",
        ),
    ],
)
def test_a_title_has_what_its_abilities_name(power, words, tmp_path):
    """Else they would do nothing: an event that no phase has, a company or a kind that is not there."""
    data = Path(g1889.__file__).parent / "data"
    (tmp_path / "game.toml").write_bytes((data / "game.toml").read_bytes())
    told = (data / "companies.toml").read_text(encoding="utf-8")
    fields = ", ".join(f"{key} = {json.dumps(value)}" for key, value in power.items())
    text = re.sub(r'\{ kind = "stays_open".*\}', f"{{ {fields} }}", told)
    assert text != told
    (tmp_path / "companies.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=words):
        load_title(tmp_path, Figures, KINDS)


@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_the_hexes_that_abilities_name_are_on_the_map(title):
    named = {
        coord
        for spec in title.data.companies.values()
        for power in spec.abilities
        for coord in (*getattr(power, "hexes", ()), *filter(None, [getattr(power, "hex", None)]))
    }
    assert named <= title.rules.board.hexmap.hexes.keys()


def asked_for():
    """The attributes that rules ask for, outside of what abilities say of themselves."""
    for path in sorted(Path(engine.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        told = {
            inner
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and node.name in ("text", "user", "idle")
            for inner in ast.walk(node)
        }
        yield from (n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n not in told)


def test_a_rule_asks_for_each_parameter_and_not_its_text_alone():
    named = set(asked_for())
    assert {(kind.kind, f.name) for kind in KINDS for f in fields(kind) if f.name not in named} == set()
