"""What a title's data promise is connected to its rules: powers, trains, homes, tiles, events.

What is not connected would do nothing, or fail in the middle of a game. A fault is one sentence that names
the file, the place and what is missing, or the nearest valid name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.abilities import powers, use_of
from engine.abilities.blocked import BlockedHex, PrivatesOnTrack
from engine.abilities.bonus import PrivatesOnRoutes, RevenueBonus
from engine.abilities.granted_lay import GrantedLay, PrivatesOnTokens
from engine.abilities.owner_lay import OwnerLay
from engine.abilities.power import Power
from engine.abilities.privates import StaysOpen
from engine.abilities.rounds import PrivatesPayRound
from engine.abilities.shares import Exchange, Share
from engine.abilities.terrain import TerrainDiscount
from engine.abilities.train_limit import PrivatesOnTrains, TrainLimit
from engine.board.hexmap import HexMap
from engine.board.tiles import LAID_COLOURS
from engine.checks.declared import declared
from engine.core.errors import BadData
from engine.data.crosscheck import nearest
from engine.data.schema import CompanySpec, TitleData
from engine.routes.rules import RouteRules
from engine.rules.initial_auction import InitialAuctionRules
from engine.rules.tokens import TokenPolicy
from engine.rules.track import TrackPolicy
from engine.rules.trains import TrainRules
from engine.steps.auction.initial_auction import InitialAuctionRound
from engine.steps.emergency import DeclareBankruptcy, EmergencySale
from engine.steps.private_purchase import PrivateToCompanyDeal
from engine.steps.trade_in import TradeIn
from engine.steps.trains import TrainsStep
from engine.steps.turns import OperatingRound
from engine.title import Title

_HONOURED: tuple[tuple[type[Power], str, type[object], str, type[object]], ...] = (
    (RevenueBonus, "routes", RouteRules, "bonuses", PrivatesOnRoutes),
    (TrainLimit, "trains", TrainRules, "limit", PrivatesOnTrains),
    (TerrainDiscount, "track", TrackPolicy, "cost", PrivatesOnTrack),
    (BlockedHex, "track", TrackPolicy, "allows", PrivatesOnTrack),
)
"""Powers that a policy must honour: which, its plain class and method, and the class that does it."""
CLOSING = "privates_close"


def check_title(title: Title) -> None:
    """Raise BadData with all faults of a title, a line for each; nothing when there are none."""
    found = faults(title)
    if found:
        raise BadData("\n".join(found))


def faults(title: Title) -> list[str]:
    """What is not connected in a title, a sentence for each fault."""
    board = title.rules.board
    return [
        *_powers(title),
        *_limits(title),
        *_auction(title),
        *_sales(title),
        *_trains(title),
        *_events(title),
        *_incomes(title),
        *_tiles(title),
        *_map(title.data, board.hexmap),
        *_homes(title, board.hexmap),
        *declared(title),
    ]


def _unknown(where: str, names: Iterable[str], valid: Iterable[str]) -> Iterator[str]:
    there = list(valid)
    for name in names:
        if name not in there:
            yield f"{where}: unknown {name!r}; the nearest is {nearest(name, there)!r}."


def _named(kind: type) -> str:
    """A class as one who is to import it needs it."""
    return f"{kind.__name__} ({kind.__module__})"


def _powers(title: Title) -> Iterator[str]:
    """Each power has a move by which it is used, and a policy that honours it."""
    moves = (*title.moves_at_any_time, *title.step_moves)
    for company, power in powers(title.data):
        where = f"companies.toml: {company}: {power.kind}"
        if power.is_used() and use_of(power, moves) is None:
            yield f"{where}: no PowerMove of the title has {type(power).__name__} in its `uses`."
        yield from _honoured(title, where, power)
        for hexes in (getattr(power, "hexes", ()), filter(None, (getattr(power, "hex", ""),))):
            yield from _unknown(f"{where}: hex", hexes, title.rules.board.hexmap.hexes)
        until = getattr(power, "until", "")
        if until and until not in title.rules.phases.events:
            yield f"{where}: nothing ends it; `events` of rules.phases has no code for {until!r}."


def _honoured(title: Title, where: str, power: Power) -> Iterator[str]:
    for kind, subject, plain, method, doing in _HONOURED:
        policy = type(getattr(title.rules, subject))
        if isinstance(power, kind) and getattr(policy, method) is getattr(plain, method):
            yield (
                f"{where}: rules.{subject} does not know it; derive {policy.__name__} from {_named(doing)} "
                f"or override `{method}`."
            )
    keeps = type(title.rules.track).allows is not TrackPolicy.allows
    if isinstance(power, OwnerLay) and power.reserved and not keeps:
        yield f"{where}: rules.track does not keep its tiles; derive it from {_named(PrivatesOnTrack)}."
    if isinstance(power, GrantedLay):
        yield from _honoured_lay(title, where, power)
    if isinstance(power, Exchange):
        sources = title.rules.stock.sources
        yield from _unknown(f"{where}: sources: source", power.sources, sources)
    if isinstance(power, StaysOpen) and power.event not in title.rules.phases.events:
        yield f"{where}: `events` of rules.phases has no code for {power.event!r}."
    if isinstance(power, Share) and not power.event and title.rules.initial_auction is None:
        yield f"{where}: the share comes with the purchase, but the title has no rules.initial_auction."


def _honoured_lay(title: Title, where: str, power: GrantedLay) -> Iterator[str]:
    """A lay that counts keeps its step open, and the token after it has a policy."""
    track, tokens = type(title.rules.track), type(title.rules.tokens)
    if power.counts and track.granted is TrackPolicy.granted:
        yield f"{where}: counts: derive {track.__name__} from {_named(PrivatesOnTrack)}."
    if power.token and tokens.reached is TokenPolicy.reached:
        yield f"{where}: token: derive {tokens.__name__} from {_named(PrivatesOnTokens)}."


def _limits(title: Title) -> Iterator[str]:
    """The options that bring other certificate limits are options of the title."""
    where = "game.toml: certificate_limit_with"
    yield from _unknown(where, title.data.certificate_limit_with, (option.key for option in title.options))


def _auction(title: Title) -> Iterator[str]:
    auctions = [r for r in title.rounds.values() if isinstance(r, InitialAuctionRound)]
    if auctions and title.rules.initial_auction is None:
        name = InitialAuctionRules.__name__
        yield f"rounds: {type(auctions[0]).__name__} needs rules.initial_auction, such as {name}()."


def _sales(title: Title) -> Iterator[str]:
    """Sales of privates to companies have a deal, and the deal has a price and a time."""
    has_deal = PrivateToCompanyDeal.kind in title.rules.deals.by_kind
    if title.rules.private_sales is not None and not has_deal:
        yield "rules: there are private_sales, but the deals have no PrivateToCompanyDeal()."
    if title.data.of_kind("private") and has_deal and title.rules.private_sales is None:
        yield "rules: the deals have PrivateToCompanyDeal, but there is no rules.private_sales."


def _trains(title: Title) -> Iterator[str]:
    """Trains that are given in, and presidents who help, have their moves."""
    moves = title.step_moves
    for train in title.data.trains.values():
        if train.trade_in and not any(isinstance(move, TradeIn) for move in moves):
            yield f"game.toml: train {train.kind}: trade_in: no step has the move TradeIn()."
    steps = [step for r in title.rounds.values() for step in r.steps.values() if isinstance(step, TrainsStep)]
    if not steps or not title.rules.trains.president_pays:
        return
    for needed in (EmergencySale, DeclareBankruptcy):
        if not any(isinstance(move, needed) for move in moves):
            yield (
                f"rounds: presidents help to buy trains (president_pays), but no step has the move "
                f"{needed.__name__}()."
            )


def _events(title: Title) -> Iterator[str]:
    """Events for which there is code begin with a phase."""
    there = [event for phase in title.data.phases.values() for event in phase.events]
    coded = [e for e in title.rules.phases.events if e != CLOSING or title.data.of_kind("private")]
    yield from _absent(there, coded, "for which rules.phases has code")
    sales = title.rules.private_sales
    if sales is not None:
        yield from _absent(there, filter(None, (sales.event, sales.until)), "which rules.private_sales names")


def _absent(there: Iterable[str], events: Iterable[str], why: str) -> Iterator[str]:
    for event in events:
        if event not in there:
            near = nearest(event, there)
            yield f"game.toml: no phase has the event {event!r}, {why}; the nearest is {near!r}."


def _incomes(title: Title) -> Iterator[str]:
    """Somebody pays the revenue of the privates."""
    paying = [spec.id for spec in title.data.of_kind("private") if spec.revenue]
    operating = title.rounds.get(OperatingRound.kind)
    if not paying or not isinstance(operating, OperatingRound):
        return
    if type(operating).open_round is OperatingRound.open_round:
        yield (
            f"companies.toml: {paying[0]}: revenue: nobody pays it; derive {type(operating).__name__} from "
            f"{_named(PrivatesPayRound)} or override `open_round`."
        )


def _tiles(title: Title) -> Iterator[str]:
    data, tiles = title.data, title.rules.board.tiles
    yield from _unknown("game.toml: tiles: tile", (*data.tiles, *sorted(data.tile_states)), tiles)
    for phase in data.phases.values():
        yield from _unknown(f"game.toml: phase {phase.key}: tiles: colour", phase.tiles, LAID_COLOURS)


def _map(data: TitleData, hexmap: HexMap) -> Iterator[str]:
    """The map names companies, tiles and phases that are there."""
    for coord, spot in hexmap.hexes.items():
        yield from _unknown(
            f"map.toml: {coord}: homes: company", (company for company, _ in spot.homes), data.companies
        )
    keys = (key for step in hexmap.revenue_steps for key in step)
    values = filter(None, (train.values for train in data.trains.values()))
    yield from _unknown("map.toml: revenue_steps: key", keys, (*data.phases, *LAID_COLOURS, *values))
    boxed = (*data.tiles, *data.tile_states)
    yield from _unknown("map.toml: tile_hexes: tile", hexmap.tile_hexes, boxed)


def _homes(title: Title, hexmap: HexMap) -> Iterator[str]:
    """A company with a home has a token for it; where most of a kind have a home, all of it have one."""
    data, homes = title.data, hexmap.homes
    for spec in data.companies.values():
        if spec.id in homes and not title.setup_rules.token_prices(spec, title.defaults):
            yield f"companies.toml: {spec.id}: tokens are missing; its home token is the first."
        if spec.home is not None and spec.home != homes.get(spec.id, (spec.home,))[0]:
            yield f"companies.toml: {spec.id}: home is {spec.home}, but on the map it is {homes[spec.id][0]}."
    for kind in dict.fromkeys(spec.kind for spec in data.companies.values()):
        yield from _homeless(data.of_kind(kind), homes)


def _homeless(specs: Iterable[CompanySpec], homes: Iterable[str]) -> Iterator[str]:
    there, ids = set(homes), [spec.id for spec in specs]
    lacking = [company for company in ids if company not in there]
    have = [company for company in ids if company in there]
    if len(have) > len(lacking):
        yield from (f"map.toml: no hex has the home of {company} (`homes`)." for company in lacking)
