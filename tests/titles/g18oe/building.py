"""Positions of operating rounds of 18OE in which a railroad builds."""

from engine.board.tiles import standard_catalogue
from engine.core.view import View
from engine.rules import track
from engine.titles.g18oe import TITLE
from tests.scenario import Scenario
from tests.titles.g18oe.oe_start import NAMES, REGIONALS, running_minor, running_regional


def positions(*names, phase="2"):
    """Nobody has floated; green and later tiles come with the phase."""
    return Scenario(TITLE, *(names or NAMES)).phase(phase).note("rr_phase", "major")


def regional(company="GWR", cash=300, phase="2", scenario=None):
    """A regional that has operated before, on its way through the track step."""
    scenario = running_regional(scenario or positions(phase=phase), company, "p1", cash=cash)
    return scenario.operated(company)


def minor(company="A", zone="SP", home=None, cash=300, phase="2", scenario=None):
    """A minor that has operated before."""
    scenario = running_minor(scenario or positions(phase=phase), company, "p1", zone, home, cash)
    return scenario.operated(company)


def major(company="GWR", cash=1000, phase="2", scenario=None, president="p1", **data):
    """A major that has operated before, with its home token."""
    scenario = running_regional(scenario or positions(phase=phase), company, president, cash=cash)
    _enter_market(scenario, company, "major", data)
    return scenario.operated(company)


def national(company="GWR", phase="4", scenario=None, president="p1"):
    """A national: no token, no money."""
    scenario = running_regional(scenario or positions(phase=phase), company, president, cash=0)
    _enter_market(scenario, company, "national", {})
    for token in scenario.state.tokens.values():
        token.place = None if token.company == company else token.place
    return scenario.operated(company)


def _enter_market(scenario, company, kind, data):
    record = scenario.state.companies[company]
    record.kind, record.par = kind, None
    record.cell = (5, 2)
    record.data.update(data)
    scenario.state.market.setdefault((5, 2), []).append(company)
    track_ = [c for c in scenario.state.notes["order_track"] if c != company]
    scenario.note("order_track", track_)


def turn(scenario, company="GWR", step="track"):
    """The game in the railroad's turn."""
    return scenario.at("operating", company, step, number=1, part=1).game()


def look(scenario, company="GWR", step="track"):
    """The position in the railroad's turn, to ask rules directly."""
    scenario.at("operating", company, step, number=1, part=1)
    return View(scenario.title, scenario.state)


def hexes(view, company="GWR"):
    """The hexes on which the railroad may lay something now."""
    return {coord for coord, _, _ in track.legal_lays(view, company)}


def without_right_of_way(scenario):
    """All regionals have operated."""
    return scenario.operated(*REGIONALS)


def turned(tile, *exits):
    """The rotation in which a tile leads to these sides."""
    return next(
        r for r, face in enumerate(standard_catalogue()[tile].faces) if face.exits == tuple(sorted(exits))
    )


def lay(coord, tile, *exits):
    """A lay with track to these sides."""
    return coord, tile, turned(tile, *exits)


def arguments(coord, tile, *exits):
    """The same as arguments of an action."""
    return dict(zip(("hex", "tile", "rotation"), lay(coord, tile, *exits), strict=True))


def put(scenario, *lays):
    """Lay tiles: (hex, tile, sides...)."""
    for coord, tile, *exits in lays:
        scenario.tile(*lay(coord, tile, *exits))
    return scenario


def code(view, company, coord, tile, *exits):
    """The code with which a lay is refused; None when it is legal."""
    refused = track.check(view, company, lay(coord, tile, *exits))
    return None if refused is None else refused.code


def lays_on(view, company, coord):
    """The tiles that the railroad may lay on a hex, each with its sides."""
    board = view.board()
    found = track.legal_lays(view, company, [coord])
    return {(tile, board.catalogue[tile].face(turn).exits) for _, tile, turn in found}
