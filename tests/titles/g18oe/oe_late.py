"""Positions of 18OE in the Major Railroad Phase: stock rounds and turns of majors, nationals and minors."""

from engine.titles.g18oe import TITLE
from tests.scenario import Scenario
from tests.titles.g18oe.oe_majors import cell_of, expanded
from tests.titles.g18oe.oe_start import (
    CARDS,
    HOMES,
    MINORS,
    NAMES,
    REGIONALS,
    running_minor,
    running_regional,
)

PRIVATES = [s.id for s in TITLE.data.of_kind("private")]


def major_phase(*keep, phase="3", names=NAMES, rr="major"):
    """The Major phase without concessions and without the minors and privates that are not kept."""
    scenario = Scenario(TITLE, *names)
    gone = [c for c in (*MINORS, *PRIVATES) if c not in keep]
    return scenario.close(*CARDS, *gone).note("rr_phase", rr).phase(phase)


def with_minor(scenario, minor, owner="p1", zone="SP", cash=100):
    return running_minor(scenario, minor, owner, zone, HOMES[zone], cash)


def with_regional(scenario, company, president="p1", par=75, cash=100, **percents):
    """A regional; further holders of 25 % by name."""
    running_regional(scenario, company, president, par, cash)
    certs = [c for c in scenario.state.certs.values() if c.company == company and c.percent == 25]
    wanted = [player for player, percent in percents.items() for _ in range(percent // 25)]
    for cert, player in zip(certs, wanted, strict=False):
        cert.owner = player
    return scenario


def with_major(scenario, company="GWR", value=100, kind="major", cash=0, **percents):
    """A major or national: the first holder presides."""
    expanded(scenario, company, cell_of(value), kind, **(percents or {"p1": 60}))
    return scenario.money({company: cash})


def ready(scenario):
    """The game without the regionals that nobody has floated."""
    idle = [c for c in REGIONALS if not scenario.state.companies[c].floated]
    return scenario.close(*idle).game()


def stock(scenario, actor="p1", number=3):
    return ready(scenario.at("shares", actor, "turn", number=number))


def operating(scenario, actor, step, number=2, part=1):
    scenario.note("rounds_in_set", 2).note("sets", number)
    return ready(scenario.at("operating", actor, step, number=number, part=part))


def owner(game, company):
    return game.state.certs[f"{company}:0"].owner


def trains(game, holder):
    return [t.kind for t in game.view.trains(holder)]


def value(game, company):
    return game.view.price(company)


def cash(game, holder):
    return game.view.cash(holder)


def buying(scenario, company="GWR", **where):
    """The trains step of a railroad, which has taken its reserved 2+2 before."""
    scenario.state.companies[company].data.setdefault("reserved_bought", True)
    return operating(scenario, company, "trains", **where)


def rich(phase="4", company="GWR", money=2000, keep=(), **percents):
    return with_major(major_phase(*keep, phase=phase), company, cash=money, **(percents or {"p1": 60}))


def no_more(scenario, *levels):
    """The Locomotive Works have sold all cards of these levels."""
    for train in scenario.state.trains.values():
        if train.owner == "depot" and train.kind[0] in levels:
            train.owner = "out"
    return scenario
