"""How trains run and what helps them: the data of a title's rules of routes (`engine.routes.policy`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.core.state import Place


@dataclass(frozen=True, slots=True)
class Manner:
    """How a train runs. A stop is large unless its kind is ``small``.

    - ``reach`` the most large stops that it visits, or the most hex sides that it crosses if ``hexes``; sea
      zones and ferries on the way count as well;
    - ``counts`` kinds of stops that it visits; others are mere track to it;
    - ``factor`` by which it multiplies what large stops are worth; ``doubled``: only the best so many of them
      (None: all);
    - ``shares`` whether it may use track that other trains use; ``alone`` whether it may use none that any
      other train uses, even one that shares;
    - ``small`` kinds of stops that do not count against the reach; ``towns`` of these pay, and with ``fill``
      more of them in the place of large ones, as far as the reach goes (one large stop pays at least); a
      small stop of size two is two of them, each worth its value;
    - ``most`` the most large stops that pay (None: all);
    - ``values`` the key under which it values stops (None: as all trains do, `RoutePolicy.revenue_key`);
    - ``closed`` hexes that it may not use; ``must`` groups of stops: it visits one of each at least.
    """

    reach: int
    counts: frozenset[str]
    hexes: bool = False
    factor: int = 1
    shares: bool = False
    alone: bool = False
    small: frozenset[str] = frozenset()
    towns: int = 0
    fill: bool = False
    most: int | None = None
    doubled: int | None = None
    closed: frozenset[str] = frozenset()
    must: tuple[frozenset[Place], ...] = ()
    values: str | None = None

    @property
    def pays_all(self) -> bool:
        """Whether every stop that it visits pays alike."""
        return not self.small and self.most is None and self.doubled is None


@dataclass(frozen=True, slots=True)
class Relief:
    """Sea zones and ferry numbers that do not count against the reach of a train.

    - ``amount`` units at most, of the ``waters`` named (sea zones, ferries);
    - ``at`` a stop that the route must visit (None: no such condition);
    - ``abutting``: the first unit is of one of ``waters``, each further one of a sea zone that adjoins one
      it was applied to or of the same ferry;
    - ``pooled``: the company has the units once a turn and splits them between its trains as it likes;
      otherwise each train has them.
    """

    amount: int
    waters: frozenset[str]
    at: Place | None = None
    abutting: bool = False
    pooled: bool = False


@dataclass(frozen=True, slots=True)
class SetBonus:
    """Money for a route that visits a stop of each group; no train multiplies it.

    ``once``: only one train of the company earns it in a turn. ``land``: the route must cross a hex side on
    land. ``name`` tells bonuses apart.
    """

    name: str
    amount: int
    groups: tuple[frozenset[Place], ...]
    once: bool = False
    land: bool = False


def _same(manner: Manner) -> Manner:
    return manner


@dataclass(frozen=True)
class Marker:
    """What a company assigns to one of its trains in a turn, as suits it best.

    ``gains``: money by train, when that train runs (of joined trains the best one's). ``change``: how the
    train then runs; it may not change what track and which kinds of stops the train uses.
    """

    name: str
    gains: Mapping[str, int] = field(default_factory=dict)
    change: Callable[[Manner], Manner] = _same

    @property
    def only_gains(self) -> bool:
        """Whether the marker changes nothing in how a train runs."""
        return self.change is _same


@dataclass(frozen=True, slots=True)
class Extras:
    """What a company has beyond its trains.

    ``joinable`` trains may run as one, to earn the bonus ``join_for`` and for nothing else.
    """

    reliefs: tuple[Relief, ...] = ()
    bonuses: tuple[SetBonus, ...] = ()
    markers: tuple[Marker, ...] = ()
    joinable: tuple[str, ...] = ()
    join_for: str = ""


NOTHING = Extras()


def splits(amount: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to give out the whole amount, such as the units of a pooled `Relief` among trains."""
    if parts < 2:
        yield (amount,) * parts
        return
    for first in range(amount + 1):
        for rest in splits(amount - first, parts - 1):
            yield (first, *rest)
