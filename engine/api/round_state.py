"""The state of a round: lots and bids, players' money and certificates, the companies at a glance, the depot.

All of it lies open to everybody at the table. Money is in the title's currency, shares are percent of a
company. What a title adds are `Step.lots`, `Display.brief` and `Display.common`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.api.depot import Rust, Sale, depot, next_rust
from engine.core.actions import Json
from engine.core.choices import Lot
from engine.core.display import Display
from engine.core.events import Said
from engine.core.flow import current_round, current_step
from engine.core.rounds import Agenda
from engine.core.state import IPO, OUT, POOL, Company
from engine.core.view import View
from engine.data.figures import StockFigures
from engine.game import Game
from engine.message import word
from engine.rules import tokens, trains
from engine.rules.initial_auction import auction_rules
from engine.rules.stock import stock_rules
from engine.steps.dividend import DISTRIBUTED
from engine.steps.run import REVENUE
from engine.steps.turns import OperatingRound, turn_note

__all__ = [
    "AUCTION",
    "OPERATING",
    "SHARES",
    "WAYS",
    "CompanySummary",
    "Held",
    "LastRun",
    "Lot",
    "Passes",
    "PlayerSummary",
    "Rust",
    "Sale",
    "brief_facts",
    "common",
    "company_status",
    "company_summary",
    "deciding_company",
    "depot",
    "has_companies_picture",
    "last_runs",
    "last_runs_from",
    "later",
    "lots",
    "lots_in_all",
    "next_rust",
    "no_president_text",
    "passes",
    "player_summaries",
    "revenue_told",
    "round_kind",
    "running_order",
    "started",
    "unstarted",
]

AUCTION, SHARES, OPERATING = "auction", "shares", "operating"
"""Kinds of rounds, as `round_kind` returns them."""

MANY = 9
"""Companies at a glance beside all else that one picture shows well on a phone."""

TOPPED_UP = "dividend_topped_up"
"""The key of log lines on a dividend to which the treasury adds; their revenue is all that is paid."""

WAYS = {
    "dividend_paid": "pay",
    "dividend_half": "half",
    "dividend_withheld": "withhold",
    TOPPED_UP: "pay",
    "dividend_split": "split",
    "no_income": word("none"),
}


def round_kind(view: View) -> str:
    """What the round in progress is about, also during a forced decision; empty when the game is over."""
    rounds = view.policy(Agenda).rounds
    if view.state.ended or view.cursor.round not in rounds:
        return ""
    if isinstance(rounds[view.cursor.round], OperatingRound):
        return OPERATING
    step = current_round(view).step(view)
    return SHARES if step is None or step.bids(view) is None else AUCTION


# --- auctions --------------------------------------------------------------------------------------


def lots(view: View) -> Sequence[Lot]:
    """What is auctioned in this round with all bids that stand, in order; empty outside of auctions."""
    step = current_round(view).step(view) if round_kind(view) == AUCTION else None
    return () if step is None else step.lots(view)


def lots_in_all(view: View, left: Sequence[Lot]) -> int:
    """How many lots an initial auction began with, less those that are closed; else, how many are left."""
    if not any(lot.price is not None for lot in left):
        return len(left)
    return sum(not view.company(item).closed for row in auction_rules(view).rows(view) for item in row)


@dataclass(frozen=True, slots=True)
class Passes:
    """How many players passed in a row, and how many of them end the round."""

    count: int
    of: int


def passes(view: View) -> Passes | None:
    """The passes in a row; None where a pass leaves the auction of a lot, or in an operating round."""
    if round_kind(view) not in (AUCTION, SHARES) or any(lot.is_in_auction for lot in lots(view)):
        return None
    players = view.seats if round_kind(view) == AUCTION else view.solvent
    return Passes(view.cursor.passes, len(players))


# --- players ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player's money and certificates, and the certificate limit (None: any number).

    committed: how much of the money bids bind. wholes: his privates and minors. priority: he holds the
    priority deal. acts: the game waits for him.
    """

    player: str
    cash: int
    committed: int
    certificates: int
    limit: int | None
    wholes: tuple[str, ...]
    priority: bool
    acts: bool

    @property
    def free(self) -> int:
        """The money that no bid binds."""
        return self.cash - self.committed


def player_summaries(view: View) -> list[PlayerSummary]:
    """The players in seat order, beginning with the priority deal in auctions and stock rounds."""
    first = view.state.priority if view.state.priority in view.seats else view.seats[0]
    sold, step = lots(view), current_step(view)
    asked = () if step is None else step.players(view)
    return [_player_summary(view, player, sold, asked) for player in view.from_seat(first)]


def _player_summary(view: View, player: str, sold: Sequence[Lot], asked: Collection[str]) -> PlayerSummary:
    rules, cash = stock_rules(view), view.cash(player)
    promised = sum(lot.bids[player] for lot in sold if player in lot.binding)
    return PlayerSummary(
        player,
        cash,
        max(promised, cash - rules.spendable(view, player)),
        rules.certificates(view, player),
        rules.certificate_limit(view) if view.data.certificate_limit else None,
        tuple(_wholes(view, player)),
        view.state.priority == player,
        player in asked,
    )


def _wholes(view: View, player: str) -> Iterator[str]:
    for cert in view.certs(player):
        if len(view.certs_of(cert.company)) == 1 and not view.company(cert.company).closed:
            yield cert.company


# --- companies -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastRun:
    """What a company's last run earned and what became of it.

    way: pay, half, withhold, split, none without income, empty while nothing is decided or known; each: the
    amount of one share as it is written; empty where shares got nothing.
    """

    revenue: int
    way: str = ""
    each: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A train of a company: what players call it, and what takes it out of the game (empty: nothing)."""

    key: str
    lifespan: str


@dataclass(frozen=True, slots=True)
class CompanySummary:
    """A company at a glance.

    offered: percent in the initial offering, the open market and its own treasury; holders: percent by
    player or company; tokens: how many are left, token_costs: of each, in words; lacks: percent
    still to be bought before it floats; par only where the price is not on the market yet.
    """

    company: str
    president: str | None
    price: int | None
    par: int | None
    offering: int
    market: int
    treasury: int
    holders: Mapping[str, int]
    cash: int
    trains: tuple[Held, ...]
    last_run: LastRun | None
    tokens: int
    token_costs: tuple[str, ...]
    lacks: int | None
    has_shares: bool
    floated: bool
    operated: bool


def started(view: View) -> list[str]:
    """The companies that have begun: in running order, those that do not run yet, those not floated."""
    order = [company for company, _ in running_order(view)]
    begun = [c for c in view.companies() if _does_business(view, c) and _has_begun(view, c)]
    others = [c.id for c in sorted(begun, key=lambda c: not c.floated) if c.id not in order]
    return [*order, *others]


def unstarted(view: View) -> list[str]:
    """The companies with shares that somebody might start, in printed order."""
    fresh = (c for c in view.companies() if _does_business(view, c) and not _has_begun(view, c))
    return [company.id for company in fresh if company.id not in later(view)]


def later(view: View) -> Collection[str]:
    """The companies that cannot be started before a later phase, of which `common` tells."""
    return view.policy(Display).later(view)


def has_companies_picture(view: View) -> bool:
    """Whether there are too many companies for the picture of a stock round, so that they have their own."""
    return len(started(view)) > MANY


def _does_business(view: View, record: Company) -> bool:
    """Whether a company may have trains, and is not part of another one."""
    if view.owner(record.id) in view.state.companies or view.owner(record.id) == OUT:
        return False
    return stock_rules(view).has_shares(view, record.id) or bool(view.tokens(record.id))


def _has_begun(view: View, record: Company) -> bool:
    if record.floated or record.par is not None or record.cell is not None:
        return True
    return any(cert.owner in view.state.players for cert in view.certs_of(record.id))


def company_summary(
    view: View, company: str, known_runs: Mapping[str, LastRun] | None = None
) -> CompanySummary:
    """A company at a glance; ``known_runs`` are last runs by company (`last_runs_from`)."""
    record, shares = view.company(company), view.holdings(company)
    price, rules = view.price(company), trains.rules_of(view)
    has_shares = stock_rules(view).has_shares(view, company)
    places = (IPO, POOL, OUT, company)
    return CompanySummary(
        company,
        view.president(company),
        price,
        record.par if price is None else None,
        shares.get(IPO, 0),
        shares.get(POOL, 0),
        shares.get(company, 0),
        {owner: percent for owner, percent in _largest_first(shares) if owner not in places},
        record.cash,
        tuple(Held(rules.key(view, t), rules.lifespan(view, t)) for t in view.trains(company)),
        _last_run(view, record, known_runs or {}),
        tokens.policy_of(view).left(view, company),
        tuple(tokens.policy_of(view).asked(view, company)),
        _lacks(view, record),
        has_shares,
        record.floated,
        record.operated,
    )


def _largest_first(shares: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(shares.items(), key=lambda share: -share[1])


def _lacks(view: View, record: Company) -> int | None:
    """Percent still to be bought before a started company floats; None of any other."""
    rules = stock_rules(view)
    if record.floated or record.closed or record.par is None or not rules.has_shares(view, record.id):
        return None
    return max(0, view.data.figures(StockFigures).float_percent - rules.bought(view, record.id)) or None


def _last_run(view: View, record: Company, known: Mapping[str, LastRun]) -> LastRun | None:
    here = view.cursor.actor == record.id and turn_note(view, REVENUE) is not None
    if here and not turn_note(view, DISTRIBUTED):
        return LastRun(int(turn_note(view, REVENUE)))
    told = None if record.last_revenue is None else LastRun(record.last_revenue)
    return known.get(record.id, told)


def last_runs(game: Game) -> dict[str, list[Json]]:
    """What became of the last income of each company, from the log: (revenue, way, each) as in `LastRun`."""
    wanted = {c.id for c in game.view.companies() if c.last_revenue is not None}
    found = dict[str, list[Json]]()
    for told in _incomes(game):
        if told.params["company"] in wanted - found.keys():
            way, each = WAYS[told.key], told.params.get("per_share", "")
            found[str(told.params["company"])] = [revenue_told(told), way, each]
        if len(found) == len(wanted):
            break
    return found


def _incomes(game: Game) -> Iterator[Said]:
    """What the active records (not undone) tell of incomes, the newest first."""
    for record in reversed(game.active_records):
        for event in reversed(record.events):
            if isinstance(event, Said) and event.key in WAYS:
                yield event


def revenue_told(told: Said) -> int:
    """What the trains earned, by a sentence of the log on an income; money from the treasury is none."""
    revenue = int(told.params.get("revenue", 0))
    return revenue - int(told.params["amount"]) if told.key == TOPPED_UP else revenue


def last_runs_from(raw: Mapping[str, Sequence[Json]]) -> dict[str, LastRun]:
    """What `last_runs` found, as values."""
    return {company: LastRun(int(told[0]), str(told[1]), str(told[2])) for company, told in raw.items()}


def running_order(view: View) -> list[tuple[str, bool]]:
    """The companies in the order in which they run, each with whether it had its turn in this round."""
    rounds = view.policy(Agenda).rounds.values()
    operating = next((r for r in rounds if isinstance(r, OperatingRound)), None)
    if operating is None:
        return []
    done = view.cursor.done if view.cursor.round == operating.kind else ()
    order = operating.order(view)
    gone = [c for c in done if c not in order and not view.company(c).closed]
    return [(c, c in done and c != view.cursor.actor) for c in dict.fromkeys([*gone, *order])]


def deciding_company(view: View) -> str | None:
    """The company for which the next decision is made: mostly the one in turn; None if it is not for one."""
    step = current_step(view)
    return None if step is None else step.company(view)


def brief_facts(view: View, company: str) -> Sequence[str]:
    """What a title says of a company in a table of all, a few words each."""
    return view.policy(Display).brief(view, company)


def no_president_text(view: View) -> str:
    """The state of a company that nobody directs, in the words of the title."""
    return view.policy(Display).no_president


def company_status(view: View, company: str) -> str:
    """What a company has become in the course of the game, in a word; empty where it is what it was."""
    return view.policy(Display).became(view, company)


def common(view: View) -> Sequence[tuple[str, str]]:
    """What else lies open to all in the round that is played, (label, text)."""
    return view.policy(Display).common(view)
