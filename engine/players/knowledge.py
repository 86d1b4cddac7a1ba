"""What players know of a title, as data, like the weights of random play; shared code reads it from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.actions import Action, Json
from engine.core.state import Train
from engine.core.view import View
from engine.data.schema import Cell, MarketSpec
from engine.rules import market
from engine.title import Title

EXTRA = "players"
"""The key of a title's extras under which its knowledge stands."""

Adds = Callable[[View, str], float]
"""By position and seat or company: money that is worth more or less than the usual appraisal says."""

Reason = Callable[[View, Action], str]
"""A sentence that says why a player does something."""


@dataclass(frozen=True, slots=True)
class Rescue:
    """What a company can raise for a train that it must buy: at most ``money``, in pieces.

    interest: what a unit of it costs in each round. part: what is left of a share afterwards.
    """

    money: float = 0.0
    piece: float = 1.0
    interest: float = 0.0
    part: float = 1.0


@dataclass(frozen=True, slots=True)
class Growth:
    """What a company will become that grows: ``part`` of a dividend is left to a share of now.

    sold: shares that it will sell then, at ``price``.
    """

    part: float
    sold: int
    price: float


@dataclass(frozen=True, slots=True)
class Split:
    """When companies of a kind divide each share in two, and become another kind: the new half is their own.

    all, fresh: the events of phases at which all of them do so, and those that have not started.
    """

    kind: str
    into: str
    all: str
    fresh: str


@dataclass(frozen=True, slots=True)
class Formation:
    """A company that opens with the ``event`` of a phase: the owner of the private ``founder`` leads it.

    Companies of one certificate join it for a share each; shares that are kept for none of them are on sale
    from the event ``on_sale`` on, for ``price``. The bank pays it ``cash``. ``cell``: its space on the
    market.
    """

    company: str
    founder: str
    event: str
    on_sale: str
    price: int
    cell: Cell
    cash: int


@dataclass(frozen=True, slots=True)
class Merger:
    """A company that is formed of two or more whose last trains a phase of ``phases`` scraps.

    never: those that do not join it. Two of their shares make one of it. Its price is the average
    of the two highest of theirs, at least ``price``.
    """

    company: str
    phases: tuple[str, ...]
    price: int
    never: frozenset[str] = frozenset()


def _nothing(view: View, name: str) -> float:
    return 0.0


def _usual(view: View, company: str, revenue: float, price: int) -> int | str | None:
    return None


def _as_usual(view: View, company: str) -> float:
    return 1.0


def _any(view: View, company: str) -> float:
    return float("inf")


def _as_it_is(view: View, company: str) -> Growth | None:
    return None


def _alone(view: View, company: str) -> Rescue:
    return Rescue()


def _as_it_is_called(view: View, company: str) -> str:
    return view.company(company).kind


def _unknown(view: View, seat: str, item: str) -> float | None:
    return None


def _by_its_runs(view: View, company: str) -> int | None:
    return None


def _as_foreseen(view: View, train: str, life: float) -> float:
    return life


def _as_printed(view: View, company: str, train: Train) -> Mapping[str, Json]:
    return {}


def _likes_all(view: View, action: Action) -> float:
    return 0.0


def _leaves_nothing(view: View) -> frozenset[str]:
    return frozenset()


def _at_once(view: View, company: str) -> str:
    return ""


@dataclass(frozen=True)
class Knowledge:
    """What a title says of itself to players. Money is in its currency, time in operating rounds.

    - ``rounds`` of a whole game, as people play it;
    - ``fresh_income`` what a company with its first train earns a round, before anything is known of it;
      ``ripe_income`` what one with two good trains earns late, ``growth`` the part of that way in a round;
    - ``earns`` what a train of a kind usually earns in a round, where the title is forecast by that: then a
      company spends its money on up to ``fleet`` trains, of which each earns ``crowd`` times what the one
      before does; ``lifts`` how many times as much of that each adds at once, compared with the one before;
      ``rescue`` what it can raise when it must buy one; ``grown`` what it grows into;
    - ``promise`` how the income of a company that never ran will compare with what is usual;
    - ``gone_by`` the kind of train whose first sale ends companies of a kind;
    - ``bargains`` the part of what shares on sale bring beyond their price that counts for who has money;
    - ``par`` at most at which a company is started, where there is a lower one; ``opens`` the phase from
      which it may be, empty for any; ``sells_own`` whether companies that start in a share round sell their
      shares themselves and keep the money;
    - ``outlay`` what a company spends as it floats; ``fine`` what its chief owes when it does not float in
      the round, after which it goes back;
    - ``refinances`` times its par that a company without a train raises once by making one share of two;
    - ``tops_up`` whether a company may add to a dividend so that it covers the price;
    - ``finale`` operating rounds that follow one more share round when the last phase has begun; 0: none;
    - ``sales`` trains that the bank sells in a round for each company that operates; ``paced`` whether a
      purchase that begins no phase is one of these, so that later trains come when they did without it;
    - ``spare`` what money of a company that it does not need for its trains is worth to its shares;
    - ``move`` where a dividend moves the price: spaces along the row for (revenue, price), None as usual;
    - ``company`` and ``seat`` what a company, or a seat, is worth beyond the usual appraisal;
    - ``outfit`` what a company would note on a train that it bought (of a card that can be several);
      ``life`` how many rounds a train still runs, where its kind would that many;
    - ``kind`` as what a company counts for its limit of trains; ``starts`` the kinds that players start;
    - ``full_from`` the event of a phase from which companies that float get their whole capital, where before
      they get what was paid for their shares and keep the others; ``split`` when their shares are divided;
    - ``formation`` a company that is formed in the course of the game;
    - ``mergers`` the companies that are formed of those without a train;
    - ``minor_part`` of what a company of one certificate earns goes to its owner, and ``minor_end`` is what
      it is worth to him at its end; ``minors_close`` the event of a phase that ends them;
    - ``taste`` how much more an action is liked than what follows from it, in money; ``shuns`` kinds of
      action that players leave alone; ``judged`` further ones that *strong* judges by the rest of the game;
      ``settles`` kinds of proposal to others without which a turn may not end;
    - ``lots`` what lots of an auction are worth at the beginning, ``lot`` the same by position; where it is
      None a lot is worth what it pays in ``private_rounds`` rounds at most and ``resale`` times its face, but
      at most ``dearest`` times that; ``judges_lots`` whether *strong* asks the rest of the game, too,
      ``shrewd`` what it knows better of lots, ``eager`` how many times as much as usual a lot is worth to it;
    - ``keeps`` the part of the money to float a company that is kept in an auction;
    - ``payouts`` how often lots pay, as *strong* expects, where all wait until somebody can pay the dearest;
    - ``lays`` for how many lays, and half as many places of markers, *steady* searches runs; ``patience``
      with each search: how often it may ask whether to go on; ``care`` times that with a run that is made;
    - ``paid_hope`` how much of what a lay promises at a first look counts for *strong* where it costs money
      of a company that has run or can with a train: without the promise it must add to the foreseen runs.
      Below 1 the price of a token counts for *strong*, too;
    - ``by_runs`` whether *strong* weighs track by what it adds to the runs of its company, not by the
      forecast, in which a company with a little more income may buy other trains and seem worth less;
    - ``follows`` at how many lays of the next turn *strong* looks after each lay weighed by forecasts;
    - ``buyless`` the kinds of company that buy no trains;
    - ``earned`` what a company that does not run its trains on the board earns in a round; None for others;
    - ``takes`` kinds of action by which a company takes a train of another one of its president;
    - ``sellers`` whether *steady* searches what a company earns without the train that it sells to another;
    - ``envy`` how much a gain of the others weighs for *strong* against its own: with more of it, a table of
      such players may end its games early and poor;
    - ``play_work`` the work that it takes to play the rest of a game once in outline;
    - ``outlined`` whether *strong* judges what it may do by the rest of the game in outline; where not, it
      does what *steady* would do, but for what follows here;
    - ``plays_from`` the phase from which *strong* plays the rest of the game by quick rules after each way to
      act, ``plays`` the kinds of action for which it does so; empty: never;
    - ``leaves`` kinds of action that *strong* leaves alone in a position;
    - ``saves_for`` by phase in how many rounds before its last train is scrapped *strong* keeps income;
    - ``frugal`` whether *easy* keeps the price of a train for each of its companies, needed or not;
    - ``modest`` whether *easy* spends only a part of a company's money on a further train;
    - ``swaps`` whether it parts with certificates for better ones that it could not buy otherwise;
    - ``reasons`` the sentence that gives a reason, by the title's own kinds of action;
    - ``reckons_from`` the phase from which *strong* follows each share deal to the end in a ledger, empty:
      never. That needs a price that rises where a dividend covers it, and ``rises`` as all shares are sold.
    """

    rounds: int = 16
    fresh_income: int = 60
    ripe_income: int = 350
    growth: float = 0.1
    earns: Mapping[str, int] = field(default_factory=dict)
    crowd: float = 0.8
    lifts: float = 1.0
    fleet: int = 3
    rescue: Callable[[View, str], Rescue] = _alone
    bargains: float = 0.0
    par: Adds = _any
    promise: Adds = _as_usual
    opens: Callable[[View, str], str] = _at_once
    sells_own: bool = False
    outlay: Adds = _nothing
    fine: Adds = _nothing
    refinances: float = 0.0
    tops_up: bool = False
    finale: int = 0
    grown: Callable[[View, str], Growth | None] = _as_it_is
    gone_by: Mapping[str, str] = field(default_factory=dict)
    sales: float = 0.5
    paced: bool = False
    spare: float = 0.4
    move: Callable[[View, str, float, int], int | str | None] = _usual
    company: Adds = _nothing
    seat: Adds = _nothing
    outfit: Callable[[View, str, Train], Mapping[str, Json]] = _as_printed
    life: Callable[[View, str, float], float] = _as_foreseen
    kind: Callable[[View, str], str] = _as_it_is_called
    starts: frozenset[str] = frozenset({"major"})
    full_from: str = ""
    split: Split | None = None
    formation: Formation | None = None
    mergers: tuple[Merger, ...] = ()
    minor_part: float = 0.5
    minor_end: float = 0.0
    minors_close: str = ""
    taste: Callable[[View, Action], float] = _likes_all
    shuns: frozenset[str] = frozenset()
    judged: frozenset[str] = frozenset()
    settles: frozenset[str] = frozenset()
    lots: Mapping[str, float] = field(default_factory=dict)
    judges_lots: bool = False
    shrewd: Mapping[str, float] = field(default_factory=dict)
    eager: Adds | None = None
    lot: Callable[[View, str, str], float | None] = _unknown
    resale: float = 1.0
    private_rounds: float = 3.0
    dearest: float = 1.1
    keeps: float = 1.0
    payouts: float = 0.0
    lays: int = 8
    patience: int = 40
    care: int = 1
    paid_hope: float = 1.0
    by_runs: bool = False
    follows: int = 0
    buyless: frozenset[str] = frozenset()
    earned: Callable[[View, str], int | None] = _by_its_runs
    takes: frozenset[str] = frozenset()
    sellers: bool = False
    envy: float = 1.0
    play_work: int = 1
    outlined: bool = True
    leaves: Callable[[View], frozenset[str]] = _leaves_nothing
    saves_for: Mapping[str, float] = field(default_factory=dict)
    plays_from: str = ""
    plays: frozenset[str] = frozenset()
    frugal: bool = False
    modest: bool = False
    swaps: bool = False
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    reckons_from: str = ""
    rises: Callable[[MarketSpec, Cell], Cell] = market.up

    def lives(self, view: View, trains: Sequence[Train], usual: Callable[[str], float]) -> list[float]:
        """How many rounds each of these trains still runs; ``usual``: how many a train of a kind does."""
        return [self.life(view, train.id, usual(train.kind)) for train in trains]


USUAL = Knowledge()


def knowledge_of(title: Title) -> Knowledge:
    """What a title says of itself, or the usual."""
    found = title.extras.get(EXTRA, USUAL)
    assert isinstance(found, Knowledge)
    return found
