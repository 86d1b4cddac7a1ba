"""18OE, On the Rails of the Orient Express (Ed Sindelar). RULES.md maps each section to code and test.

What the position holds where (``state``):

- ``companies``: ids are the printed symbols. `Company.kind` is private, minor, regional, major, national or
  concession; a regional that expands keeps its id and becomes a major, a major that closes a national. What
  is printed (`View.spec`) stays a regional.
- ``companies[id].data``: ``zone`` (its track rights zone; of a minor from its float on), ``home`` (hex that
  a minor chose), ``chits`` (zones of merged minors), ``powers`` (ids of minors and privates whose charter
  or marker lies on the charter), ``port_authorities`` ("north_sea", "mediterranean"), ``orient_express``,
  ``face_down`` (of a private), ``insolvent`` (true of a minor or regional that waits in the Open Market,
  11.6.5; of a closed regional: nobody bought it). An abandoned minor stays ``floated``, with ``abandoned``,
  and lies in the Open Market; ``banner_paid`` of minor A: it has brought its cash (10.5).
- ``companies[id].par``: of a parred or floated regional, and of a major up to the end of the stock round in
  which it floated; ``cell``: only of majors and nationals.
- ``certs``: of a regional one of 50 % and two of 25 %, and six of 10 % that are ``out`` until it expands
  (9.3). Owners are players, ``ipo`` (beside the map), the company's own id (its treasury), ``pool`` (the
  Open Market), ``bank`` (packet items not sold), ``out``.
- ``trains``: cards, each of the kind of the side that lies up (``2+2``, ``3+3`` / ``3``, ... ``7+7`` /
  ``4D``, ``8+8`` / ``5D``, ``pullman``); `PositionWriter.turn_train` turns one. In the Locomotive Works
  (``depot``) and the Open Market the local side is up. A rusted card that nobody owns is ``out``: the box of
  its level, from which nationals claim.
- ``tokens``: of a regional or major eight, the first two on the charter of a regional; of a minor two. A
  home that is not placed yet keeps a circle (`Board.reserved`) and blocks nobody.
- ``notes``: ``rr_phase`` (auction, concession, regional_minor, major, consolidation), ``order_track``
  (regionals and minors from the left), ``patronage`` (tiles on the map by hex: group, zone, payout by tile
  colour), ``reserved`` (regional: player, in the initial stock round), ``minor_c`` (first, last, normal, in
  an operating round), ``options`` (scenario, concessions, regional_removal).
- ``phase``: the train phase, "1" to "8". Level-8 trains come when ``level_eight_after`` cards of level 7
  have left the Locomotive Works.
- Europe besides its hexes (zones, borders, red zones, sea zones, patronage tiles, what is reconstructed):
  `engine.titles.g18oe.data.europe.europe`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.title import Title, title_data
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.options import OPTIONS
from engine.titles.g18oe.data.story import STORY
from engine.titles.g18oe.knowing import KNOWLEDGE
from engine.titles.g18oe.play_styles import STYLES, WEIGHTS, position_weight
from engine.titles.g18oe.rounds.rounds import (
    MOVES_AT_ANY_TIME,
    PENDINGS,
    ROUNDS,
    RULES,
    settle,
    worth,
)
from engine.titles.g18oe.setup.scenario import SCENARIO_BOARD, UK_FRANCE, components, with_readings
from engine.titles.g18oe.setup.setup import SETUP
from engine.titles.g18oe.shown import Shown

_RANDOM_PLAY = {
    "weights": WEIGHTS,
    "styles": STYLES,
    "position_weight": position_weight,
    "modest": ["bid", "overbid"],
    "guesses": ["point_out"],
    "patience": 20,
    "sought": 0.1,
    "players": KNOWLEDGE,
}

_FULL = Title(
    data=with_readings(title_data(Path(__file__).parent, Figures)),
    setup_rules=SETUP,
    rounds=ROUNDS,
    rules=RULES,
    worth=worth,
    pendings=PENDINGS,
    moves_at_any_time=MOVES_AT_ANY_TIME,
    options=OPTIONS,
    display=Shown(),
    story=STORY,
    settle=settle,
    extras=_RANDOM_PLAY,
    compiled_module="engine.solver.large.warm",
)


@cache
def _uk_france() -> Title:
    return replace(_FULL, data=components(_FULL.data), rules=replace(RULES, board=SCENARIO_BOARD))


TITLE = replace(_FULL, scenarios={UK_FRANCE: _uk_france})
