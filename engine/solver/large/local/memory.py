"""The flat memory of the kernels: a head of numbers and of places where tables begin, then the tables.

Track: arcs of a node from FIRST (those that lead to it: BACK_ARCS from BACK_FIRST), each from SOURCE to TO,
with BITS of what it uses from BIT_FIRST (COMMON: no train keeps others off it), LAND and BORDERS that it
crosses, WATERS that it enters from WATER_FIRST (none of those CLOSED), FLAGS of its ends (see `kernels`).
SPOT is what a stop uses, -1 for other nodes; ENDS whether every route ends there; PASSABLE; AGAIN whether a
route may come there again; ZONE the water that a node is, or -1; NEAR hops between stops, by ROW. Of a water
UNIT_COST, FERRY and, by two of them, ABUTS. ODD: whether there is water, or track by which one may not pass.

Sorts of trains differ in where they may run: by sort and node VALUE, LESSER, SIZE (0 small, 1 large, 2 large
and free), TWIN (whether it is two small ones in one), THROUGH (whether a leg may pass without stopping) and
GUIDE (money in sixteenths by which a stop is preferred), ANCHOR; all ANCHORS from ANCHOR_FIRST; by
two sorts whether each BLOCKS the other's track.

Kinds, each of a SORT: REACH in hex sides if HEXES; FEWEST, TOWNS, FILL (2: a small stop may pay more than a
large one), MOST, DOUBLED as in `Kind` and `Pay`; BASE. Bonuses from BONUS_FIRST earn BONUS_MONEY for a stop
of each of their groups, over land if BONUS_LAND; BONUS_MUST: no route without. Reductions from CUT_FIRST:
CUT_AMOUNT, CUT_ABUT, by water CUT_WATER, CUT_STOPS from CUT_STOP_FIRST. PLANS: by plan and train its kind, -1
for a train that stays at home.

Routes by row: LENGTH arcs of PATH from START (-1: none), for each train, then one that is on trial, then
those of SAVED sets: one to undo a change, the best one, others that are worth to be known. KIND of each
train.
MONEY: what the routes earn now, the best sum, rounds since it was found, the plan. The rest is scratch; MARK,
SEEN and ZONE_MARK begin with the number of the last search.
"""

from __future__ import annotations

COLUMNS, NODES, ARCS, TRAINS, ROOM, BIT_COUNT, WATER_COUNT, ODD = range(8)
KINDS, PLAN_COUNT, SETS, BUDGET, MET_COUNT = range(8, 13)
FIRST, SOURCE, TO, BIT_FIRST, BITS, COMMON, LAND, BORDERS, WATER_FIRST, WATERS, CLOSED, FLAGS = range(14, 26)
SPOT, ENDS, PASSABLE, AGAIN, ZONE, ROW, NEAR, BACK_FIRST, BACK_ARCS = range(26, 35)
UNIT_COST, FERRY, ABUTS = range(35, 38)
VALUE, LESSER, SIZE, THROUGH, GUIDE, ANCHORS, ANCHOR_FIRST, BLOCKS, SORT_COUNT = range(38, 47)
SORT, REACH, HEXES, FEWEST, TOWNS, FILL, MOST, DOUBLED, BASE = range(47, 56)
BONUS_FIRST, BONUS_MONEY, BONUS_LAND, BONUS_MUST, GROUP_FIRST, STOP_FIRST, GROUP_STOP = range(56, 63)
CUT_FIRST, CUT_AMOUNT, CUT_ABUT, CUT_WATER, CUT_STOP_FIRST, CUT_STOPS, PLANS = range(63, 70)
PATH, LENGTH, START, KIND, SAVED_PLAN, SAVED_MONEY = range(70, 76)
SAVED_SIGN, MONEY, USED, MARK, BACK, QUEUE, OUT, OTHER, KEPT, ORDER, KEY = range(79, 90)
PAY, RANDOM, SEEN, ZONE_MARK, UNITS, TAKEN, READY, TALLY, EARNS, SALT, ANCHOR = range(90, 101)
FAVOUR, MET, GAPS, TWIN = 13, 101, 102, 103
HEAD = 104

LARGES, SMALLS, FREES, SPENT, ANCHORED, STOPS, CROSSED = range(7)
"""Entries of TALLY: stops of each size on a route, how much of the reach they use up, whether one is an
anchor, all stops, hex sides on land."""
UNDO, BEST, OTHERS = 0, 1, 2
"""The sets of saved routes; from OTHERS on those that are kept besides the best one."""
