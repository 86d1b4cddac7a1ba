"""Positions of the first phases of 18OE."""

from engine.titles.g18oe import TITLE
from tests.scenario import Scenario, act

MINORS = [s.id for s in TITLE.data.of_kind("minor")]
REGIONALS = [s.id for s in TITLE.data.of_kind("regional")]
CARDS = [s.id for s in TITLE.data.of_kind("concession")]
PRIVATES = [s.id for s in TITLE.data.of_kind("private")]
NAMES = ("Ada", "Bo", "Cy")
# A legal home in each zone for minors.
HOMES = {
    "UK": "F25",
    "PHS": "M36",
    "FR": "U32",
    "AH": "V55",
    "IT": "W40",
    "SP": "W6",
    "SC": "D57",
    "RU": "G68",
}


def auction(*sold, actor="p1", names=NAMES, **options):
    """The opening packet; Cy owns what is sold."""
    scenario = Scenario(TITLE, *names, **options).at("packet", actor, "packet", number=1)
    return scenario.note("rr_phase", "auction").own("p3", *sold)


def sold_out(**owners):
    """After the auction: Ada owns what nobody else is named to own; minors have their price."""
    scenario = Scenario(TITLE, *NAMES)
    scenario.own("p1", *MINORS, *CARDS, *PRIVATES).money(dict.fromkeys(MINORS, 120))
    for player, items in owners.items():
        scenario.own(player, *items)
    return scenario


def concession(number=1, **owners):
    """The execution of a concession; those before it are gone."""
    scenario = sold_out(**owners).note("rr_phase", "concession").close(*CARDS[: number - 1])
    actor = scenario.state.certs[f"{CARDS[number - 1]}:0"].owner
    return scenario.at("concessions", actor, "concession", number=number)


def initial(actor="p1", **owners):
    """The initial stock round in the Regional/Minor phase, the concessions executed."""
    scenario = sold_out(**owners).note("rr_phase", "regional_minor").close(*CARDS)
    return scenario.at("shares", actor, "turn", number=1)


def running_regional(scenario, company, president, par=75, cash=100):
    """A regional that has floated, with its home token and both secondary shares in its treasury."""
    state = scenario.state
    record = state.companies[company]
    record.par, record.floated = par, True
    for cert in (c for c in state.certs.values() if c.company == company and c.owner != "out"):
        cert.owner = president if cert.president else company
    home = TITLE.rules.board.hexmap.homes[company]
    scenario.money({company: cash}).token(company, *home)
    return scenario.note("order_track", [*state.notes.get("order_track", []), company])


def running_minor(scenario, minor, owner, zone="SP", home=None, cash=100):
    """A minor that has floated."""
    record = scenario.state.companies[minor]
    record.floated = True
    record.data.update(zone=zone, home=home or HOMES[zone])
    scenario.own(owner, minor).money({minor: cash}).token(minor, record.data["home"])
    return scenario.note("order_track", [*scenario.state.notes.get("order_track", []), minor])


def float_minor(game, player, minor, zone="SP", home=None):
    return act(game, player, "float_minor", company=minor, zone=zone, hex=home or HOMES[zone])


def values(game, player, kind, field, **partial):
    """The values offered for a field."""
    return [option.value for option in game.options(player, kind, field, partial)]
