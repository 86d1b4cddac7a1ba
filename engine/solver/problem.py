"""What the route search is asked: how each kind of train runs and earns, as plain numbers on a graph.

A stop is large or small. Large ones (and water on the way) use up the reach of a train, small ones do not;
without `Pay` all are large and all pay. What is stated here is all there is: whoever searches needs no title.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, fields
from math import gcd
from operator import attrgetter

from engine.solver.graph import Arc, TrackGraph


@dataclass(frozen=True, slots=True)
class Pay:
    """Which of the stops that a route visits pay, where not simply all of them do.

    - ``small`` stops (by number) that use up none of the reach; those of them in ``twins`` are two stops in
      one, of which each pays and counts by itself;
    - ``towns`` how many small stops pay beyond those that take the place of a large one;
    - ``fill`` whether small stops may pay in the place of large ones, as far as the reach less water on the
      way goes; one large stop pays at least if the route has one;
    - ``most`` the most large stops that pay (None: all that are visited);
    - ``doubled`` how many of those earn what ``Kind.values`` says, the best ones; the others earn ``lesser``
      (None: all of them).

    Of each sort the best ones pay, whatever the order of the route.
    """

    small: frozenset[int] = frozenset()
    towns: int = 0
    fill: bool = False
    most: int | None = None
    doubled: int | None = None
    lesser: tuple[int, ...] = ()
    twins: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Reduction:
    """Units of water that do not count against the reach.

    - ``amount`` units at most;
    - ``stops`` one of which the route must visit (empty: no such condition);
    - ``waters`` to which it applies, by their number in the graph;
    - ``abutting`` whether units after the first may also be of zones that adjoin one it was applied to (and
      the first must be one of ``waters``); without it all must be of ``waters``.
    """

    amount: int
    stops: frozenset[int]
    waters: frozenset[int]
    abutting: bool = False


@dataclass(frozen=True, slots=True)
class Bonus:
    """Money for a route that visits a stop of every group; never doubled.

    ``land``: the route must cross a hex side on land. ``required``: a route without it is not legal.
    """

    amount: int
    groups: tuple[frozenset[int], ...]
    land: bool = False
    required: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """How trains of a kind run.

    - ``values`` money that each stop of the graph earns them (doubled where it is doubled);
    - ``anchors`` stops of which a route needs one (those with a station, or all);
    - ``reach`` the most large stops of a route and units of water on it, or, if ``hexes``, the most hex
      sides it crosses and units of water;
    - ``fewest`` stops of a route, small ones among them;
    - ``shares`` whether their track is free for others, and others' for them; ``alone`` whether no other
      train may use their track nor they that of any other, even of one that shares;
    - ``free`` large stops that use up none of the reach (and always pay);
    - ``pay`` which stops pay, None: all; ``base`` money for any route whatever it visits;
    - ``reductions`` of the water that counts; ``bonuses`` for sets of stops;
    - ``must`` groups of stops: a route visits one of each at least.
    """

    graph: TrackGraph
    values: tuple[int, ...]
    anchors: tuple[int, ...]
    reach: int
    hexes: bool
    fewest: int
    shares: bool
    alone: bool = False
    free: frozenset[int] = frozenset()
    pay: Pay | None = None
    base: int = 0
    reductions: tuple[Reduction, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    must: tuple[frozenset[int], ...] = ()

    @property
    def plain(self) -> bool:
        """Whether every stop on the way uses one of the reach and pays, and there is nothing else."""
        extras = self.free or self.pay or self.base or self.bonuses or self.must
        return not extras and self.graph.plain

    def cost(self, arc: Arc) -> int:
        """How much of the reach an arc uses up, water apart."""
        if self.hexes:
            return arc.borders
        uses = arc.to < len(self.values) and arc.to not in self.free
        return int(uses and (self.pay is None or arc.to not in self.pay.small))

    def money(self) -> Iterator[int]:
        """All amounts of which the value of a route is made up."""
        yield from self.values
        yield self.base
        yield from (bonus.amount for bonus in self.bonuses)
        yield from self.pay.lesser if self.pay else ()


_FIELDS = attrgetter(*(each.name for each in fields(Kind)))


def unit_of(kinds: Iterable[Kind]) -> int:
    """What the value of every set of routes of these kinds is a multiple of."""
    return gcd(*(amount for kind in kinds for amount in kind.money())) or 1


@dataclass(frozen=True, slots=True)
class Problem:
    """What to search.

    kinds: the kinds of trains; a bit means the same in all their graphs. trains: the number of the kind of
    each train, in the company's order. stop: polled now and then.

    plans: ways to use the trains between which the search chooses (who gets a marker, a reduction of the
    company's or the bonus that is earned once; which trains are joined): each is the kinds of the routes
    that are run, as ``trains`` is. Empty: ``trains`` is the only one.

    groups: the plans, by number, in groups; each has kinds for its runs that are at least as good as those of
    any of its plans, so that what they earn bounds the group. Empty: each plan is a group.
    """

    kinds: tuple[Kind, ...]
    trains: tuple[int, ...]
    stop: Callable[[], bool]
    plans: tuple[tuple[int, ...], ...] = ()
    groups: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()

    @property
    def question(self) -> Hashable:
        """The same for problems that have the same answer: all but what stops the search."""
        return tuple(map(_FIELDS, self.kinds)), self.trains, self.plans, self.groups
