"""Private and minor companies in plain words: revenue, every power with its figures, and the end."""

from dataclasses import asdict

import pytest

from engine import TITLES, new_game
from engine.abilities.owner_lay import TIMES
from engine.rules.abilities import explained
from engine.rules.stock import SOURCES
from tests.rulemark import rule

SINGLE = [
    (title, spec.id)
    for title in TITLES
    for kind in ("private", "minor")
    for spec in TITLES[title].data.of_kind(kind)
]


def told(title: str, company: str) -> str:
    view = new_game(title, ["Ann", "Ben", "Cy"], seed=1).view
    return " ".join(explained(view, company))


@pytest.mark.parametrize(("title", "company"), SINGLE)
def test_each_says_what_it_pays_can_do_and_when_it_ends(title, company):
    data, text = TITLES[title].data, told(title, company)
    spec = data.companies[company]
    assert not spec.revenue or f"Pays its owner {data.currency}{spec.revenue} each operating round." in text
    ends = ("closes with the first", "at the latest with the first", "opens, after the", "turn it face down")
    assert any(end in text for end in ends)
    for ability in spec.abilities:
        for name, value in asdict(ability).items():
            wanted = value if isinstance(value, tuple) else [value]
            wanted = [TIMES[v] for v in value] if name == "when" else wanted
            wanted = [SOURCES[v] for v in value] if name == "sources" else wanted
            told_otherwise = isinstance(value, bool) or name in ("owner", "until", "event")
            assert told_otherwise or all(_name(data, v) in text for v in wanted), (ability, value)


def _name(data, value):
    spec = data.companies.get(value)
    return str(value) if spec is None or spec.kind in ("corporation", "major") else spec.name


def test_there_are_such_companies_in_four_titles():
    assert {title for title, _ in SINGLE} == {"18EZ", "1826", "1889", "18OE"}


@rule("18EZ", "A.privates")
def test_the_obsidian_is_never_sold_to_a_company_and_the_others_are():
    assert "never to a company" in told("18EZ", "OBS")
    assert "From the first 3-train on a major may buy it for $25 to $100." in told("18EZ", "HMH")


def test_who_may_buy_is_no_kind_where_all_companies_are_of_one():
    assert "From the first 3-train on a company may buy it for ¥15 to ¥60." in told("1889", "MF")


def test_one_tile_is_named_as_one():
    assert "may once lay tile 437 on Nakamura (B11)" in told("1889", "MF")
    assert "may once lay one of the tiles 12, 13, " in told("1889", "ER")


@rule("1826", "O50")
def test_what_comes_with_a_private_is_said():
    assert "the president's certificate of Paris (40 %) free of charge and sets the par" in told(
        "1826", "Paris-private"
    )
    assert "gets a share of Belg free of charge" in told("1826", "Belg-private")
