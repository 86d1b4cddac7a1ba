"""1826: each law of positions, with a position that breaks it."""

from collections.abc import Callable

import pytest

from engine.core.errors import BrokenInvariant
from engine.core.flow import settle
from engine.core.laws import Deeds
from engine.core.state import OUT
from engine.core.writer import PositionWriter
from engine.titles.g1826 import TITLE
from engine.titles.g1826.laws.position_laws import POSITION_LAWS
from tests.rulemark import rule
from tests.titles.g1826.france import act
from tests.titles.g1826.french_turns import Turn


def sound() -> Turn:
    """Nord and the SNCF in play, Als out of it, at a stock round."""
    scenario = Turn("A", "B", "C").corporation("Nord", 100, 500, p1=60).national("SNCF", p2=20).bonds(p2=1)
    scenario.close("Als").stock_round()
    for cert in scenario.state.certs.values():
        if cert.company == "Als":
            cert.owner = OUT
    return scenario


def said(scenario: Turn) -> list[str]:
    view = scenario.game().view
    return [fault for law in POSITION_LAWS if (fault := law.broken(view, Deeds(())))]


def two_tgv(scenario: Turn) -> object:
    return scenario.old_train("Nord", "TGV-1").old_train("Nord", "TGV-2")


def bankrupt(scenario: Turn) -> object:
    scenario.state.players["p2"].bankrupt = True
    return scenario.cash(p2=0)


def resized(scenario: Turn, company: str, **data: int) -> object:
    scenario.state.companies[company].data.update(data)
    return scenario


def printed_again(scenario: Turn) -> object:
    next(c for c in scenario.state.certs.values() if c.company == "Nord" and c.percent == 20).percent = 10
    return scenario


def not_formed(scenario: Turn) -> object:
    scenario.state.companies["SNCF"].floated = False
    return scenario


def other_bonds(scenario: Turn) -> object:
    scenario.state.companies["Nord"].data["bonds"] = {"p1": 1}
    return scenario


Broken = Callable[[Turn], object]
BREACHES: dict[str, tuple[Broken, str]] = {
    "three loans": (lambda s: s.loans("Nord", 3), "Nord has 3 loans"),
    "a loan of nobody": (lambda s: s.loans("Als", 1), "Als has 1 loans"),
    "bonds before": (not_formed, "there are bonds of SNCF, which is not in play"),
    "bonds of another": (other_bonds, "Nord has bonds"),
    "two TGV": (two_tgv, "Nord has 2 TGV"),
    "twice in Paris": (lambda s: s.token("Nord", "G9", 1), "Nord has 2 tokens on G9"),
    "twice in Lyon": (
        lambda s: s.lay("L14", "57", 1, 4).token("SNCF", "L14", 0).token("SNCF", "L14", 0),
        "SNCF has 2 tokens on L14",
    ),
    "tokens": (lambda s: resized(s, "Nord", tokens=0), "Nord has 1 tokens on the map, of 0"),
    "seven shares": (lambda s: resized(s, "Nord", shares=7), "Nord has 7 shares"),
    "Belg": (lambda s: resized(s, "Belg", shares=5), "Belg has 5 shares"),
    "90 %": (printed_again, "the certificates of Nord show [10, 20, 20, 40] % for 5 shares"),
    "money": (lambda s: s.money({"Als": 10}), "Als is out of play and still has something"),
    "a train": (lambda s: s.old_train("Als", "2H-1"), "Als is out of play and still has something"),
    "a private": (lambda s: s.own("Als", "Mail"), "Als is out of play and still has something"),
    "a bankrupt": (bankrupt, "p2 is bankrupt and still owns something"),
    "Belgium": (lambda s: s.lay("B12", "57", 1, 4), "a tile lies on B12 before Belg has operated"),
}


@rule("1826", "O81", "O104", "O107", "O119", "O127", "O131", "O133", "O134", "O135", "O161", "O164")
@pytest.mark.parametrize("name", sorted(BREACHES))
def test_a_breach_of_a_law_is_named(name: str) -> None:
    assert said(sound()) == []
    scenario = sound()
    broken, words = BREACHES[name]
    broken(scenario)
    assert words in said(scenario)


@rule("1826", "O161")
def test_a_national_may_have_several_tokens_in_paris() -> None:
    assert said(sound().close("PO", "Est").token("SNCF", "G9", 0).token("SNCF", "G9", 4)) == []


@rule("1826", "O119")
def test_recorded_tables_built_in_belgium_when_they_liked() -> None:
    scenario = Turn("A", "B", "C", readings="recorded").stock_round().lay("B12", "57", 1, 4)
    assert said(scenario) == []


@rule("1826", "O127")
def test_laws_hold_after_every_action(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sound().game()
    assert set(POSITION_LAWS) <= set(TITLE.rules.laws.own)

    def spoil(writer: PositionWriter) -> None:
        settle(writer)
        writer.note_company("Nord", "loans", 3)

    monkeypatch.setattr("engine.game.settle", spoil)
    with pytest.raises(BrokenInvariant, match="Nord has 3 loans"):
        act(game, "p1", "pass")
