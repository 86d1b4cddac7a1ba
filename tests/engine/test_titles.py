"""The titles by key: known from the start, loaded when they are asked for."""

import subprocess
import sys
from dataclasses import replace

import pytest

from engine import TITLES, BadData, new_game
from engine.abilities.privates import PowersShown, PrivatesClose
from engine.rules.ending import with_privates
from engine.rules.initial_auction import InitialAuctionRules, bids_are_covered
from engine.steps.discard import DiscardStep
from engine.steps.offers import Deals
from engine.steps.private_deals import PrivateDeal
from engine.steps.private_purchase import PrivateSales
from engine.title import Rules, Title, usual_settle
from engine.titles import Listed, Titles, g1889
from tests import toy

LOADED = """
import sys
print(*sorted({name.split(".")[2] for name in sys.modules if name.startswith("engine.titles.")}))
"""


def loaded_by(root, code):
    """The packages of titles that a fresh interpreter has loaded after some code."""
    command = [sys.executable, "-c", code + LOADED]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("import engine, render.api", []),
        ("from engine import TITLES\nlist(TITLES), len(TITLES), '1889' in TITLES, TITLES.listed()", []),
        ("from engine import new_game\nnew_game('1889', ['Ann', 'Ben'], seed=1)", ["g1889"]),
        ("from engine import TITLES\nlist(TITLES.values())", ["g1826", "g1862", "g1889", "g18ez", "g18oe"]),
    ],
)
def test_a_title_is_loaded_when_it_is_asked_for(root, code, loaded):
    assert loaded_by(root, code) == loaded


@pytest.mark.parametrize("listed", TITLES.listed(), ids=list(TITLES))
def test_what_is_listed_is_what_the_data_say(listed):
    data = TITLES[listed.key].data
    assert listed == Listed(data.key, data.name, data.min_players, data.max_players)


def test_a_title_from_elsewhere_is_played_and_taken_away_again(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setitem(TITLES, "TOY", toy.TITLE)
        assert list(TITLES)[-1] == "TOY"
        assert TITLES.listed()[-1].max_players == toy.TITLE.data.max_players
        assert new_game("TOY", ["Ann", "Ben"], seed=1).title is toy.TITLE
    assert "TOY" not in TITLES
    assert TITLES.get("TOY") is None


def test_a_folder_without_a_title_is_refused(monkeypatch):
    monkeypatch.setattr(g1889, "TITLE", toy.TITLE.data)
    with pytest.raises(BadData, match="is no title"):
        Titles({"1889": "g1889"})["1889"]


def declared(**rules):
    """A title that says what it must, and these policies."""
    toys, own = toy.TITLE, Rules(toy.TITLE.rules.board, **rules)
    return Title(data=toys.data, setup_rules=toys.setup_rules, rounds=toys.rounds, rules=own)


def kinds(title):
    return [move.kind for move in title.moves_at_any_time]


def test_what_a_title_does_not_say_is_as_usual():
    title = declared()
    assert (title.rules_version, title.worth, title.settle) == (1, with_privates, usual_settle)
    assert isinstance(title.display, PowersShown)
    assert isinstance(title.rules.phases, PrivatesClose)
    assert set(title.pendings) == {DiscardStep.name, "sold_lay", "set_par"}
    assert sorted(title.rules.deals.by_kind) == ["private_to_company", "train"]
    assert kinds(title) == ["accept_offer", "decline_offer", "withdraw_offer"]
    assert bids_are_covered not in title.watch.checks


def test_its_policies_bring_moves_and_laws():
    sales = PrivateSales(("major",), "privates_to_companies", "the first 3-train")
    title = declared(
        private_sales=sales, deals=Deals.of(PrivateDeal()), initial_auction=InitialAuctionRules()
    )
    assert kinds(title)[:3] == ["buy_private", "offer_for_private", "offer_private"]
    assert bids_are_covered in title.watch.checks


def test_its_own_moves_come_first_and_none_twice():
    offers = toy.TITLE.moves_at_any_time
    assert kinds(replace(toy.TITLE, moves_at_any_time=offers[1:])) == kinds(toy.TITLE)[1:]
    own = replace(declared(), moves_at_any_time=(offers[0], offers[2]))
    assert kinds(own) == [offers[0].kind, offers[2].kind, offers[1].kind, offers[3].kind]
