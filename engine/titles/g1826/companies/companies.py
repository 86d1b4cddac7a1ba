"""What kinds of company there are: corporations of 5 or 10 shares (O83-O90, O103-O109), nationals.

A corporation keeps its certificates when it grows: the president's 40 % becomes 20 %, the 20 % ones 10 %,
and the five that waited out of play join them. ``data`` of a company: ``shares`` 5 or 10; ``tokens`` how
many station tokens it has in all; ``started_as`` those of a start before 10H; ``destination`` once its home
is joined to it; ``loans``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.abilities.train_limit import more_trains
from engine.board.board import Board
from engine.board.faces import OFFBOARD, STOP
from engine.board.network import Node, far_side
from engine.core.recorded import names
from engine.core.state import IPO, OUT, Place, Token
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import listed
from engine.rules.phases import reached
from engine.rules.tokens import home_place
from engine.rules.trains import printed_limit
from engine.titles.g1826.data.board import hexmap
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.readings import readings
from engine.titles.g1826.data.story import tell

tell(
    Rank.FLOAT,
    grown_1826="{company} is a 10-share corporation from now on.",
    all_grown_1826=Told("{companies} are 10-share corporations from now on.", reads={"companies": names}),
    destination_1826="The home of {company} is joined to its destination, {where}.",
)
CORPORATION, NATIONAL = "corporation", "national"
FIVE, TEN = 5, 10
SHARES, TOKENS, DESTINATION, LOANS = "shares", "tokens", "destination", "loans"
STARTED, LATE = "started_as", "late"
"""Keys of a company's data; the terms of a start in phase 10H or later."""


def size(view: View, company: str) -> int:
    """Into how many shares a company is divided: 5 or 10."""
    return int(view.company(company).data.get(SHARES, TEN))


def is_five(view: View, company: str) -> bool:
    """Whether it is a corporation of 5 shares of 20 %."""
    return size(view, company) == FIVE


def share(view: View, company: str) -> int:
    """Percent of one share."""
    return 100 // size(view, company)


def loans(view: View, company: str) -> int:
    """How many loans it has."""
    return int(view.company(company).data.get(LOANS, 0))


def limit_class(view: View, company: str) -> str:
    """The class of train limits: ``five``, ``ten`` or ``national``."""
    if view.company(company).kind == NATIONAL:
        return NATIONAL
    return "five" if is_five(view, company) else "ten"


def train_limit(view: View, company: str) -> int:
    """How many trains it may hold in this phase, with the power of a private one more."""
    limit = printed_limit(view, company, limit_class(view, company))
    return limit + more_trains(view, company)


# --- growth ----------------------------------------------------------------------------------------


def grow_all(writer: PositionWriter, companies: Sequence[str]) -> None:
    """Write that several corporations change from 5 to 10 shares at once."""
    for company in companies:
        grow(writer, company, told=len(companies) == 1)
    if len(companies) > 1:
        writer.say("all_grown_1826", companies=listed(companies))


def grow(writer: PositionWriter, company: str, told: bool = True) -> None:
    """Write the change from 5 to 10 shares: each old one is one new one, five more join (O88).

    They go to the treasury; of a company that has not floated, to the initial offering.
    """
    fresh = company if writer.company(company).floated else IPO
    for cert in writer.certs_of(company):
        if cert.owner == OUT:
            writer.move_cert(cert, fresh)
        else:
            writer.resize_cert(cert, cert.percent // 2)
    writer.note_company(company, SHARES, TEN)
    if told:
        writer.say("grown_1826", company=company)


def destination(view: View, company: str) -> str | None:
    """The hex that a corporation wants to reach; None for one without (O89, O107)."""
    return _destinations().get(company)


@cache
def _destinations() -> dict[str, str]:
    spots = hexmap().hexes.items()
    return {company: coord for coord, spot in spots for company in _named(spot.extras)}


def _named(extras: object) -> list[str]:
    return list(extras.get("destination_of", ())) if isinstance(extras, dict) else []


def is_joined(view: View, company: str) -> bool:
    """Whether track joins home and destination, whoever has tokens on the way (O86).

    It may be track that a train could not run in one go, where it would turn back at a junction: so the
    recorded game has it.
    """
    goal, home = destination(view, company), home_place(view, company)
    if goal is None or home is None:
        return False
    return goal in _joined_to(view.board(), home)


def _joined_to(board: Board, home: Place) -> frozenset[str]:
    return board.remember(("joined", home), lambda: _flood(board, (home[0], STOP + home[1])))


def _flood(board: Board, start: Node) -> frozenset[str]:
    """The hexes with a stop joined to a start by track; nothing is joined through an off-board area."""
    found, queue = {start}, [start]
    for coord, end in queue:
        after = [(coord, other) for other in _onward(board, coord, end)]
        if end < STOP and (beyond := far_side(board, coord, end)):
            after.append(beyond)
        fresh = [node for node in after if node not in found]
        found.update(fresh)
        queue += fresh
    return frozenset(coord for coord, end in found if end >= STOP)


def _onward(board: Board, coord: str, end: int) -> Sequence[int]:
    if end >= STOP and board.stop(coord, end - STOP).kind == OFFBOARD:
        return ()
    return board.face(coord).ends_from(end)


def has_arrived(view: View, company: str) -> bool:
    """Whether a corporation counts as having reached its destination (O87); in phase 10H all do (O90)."""
    return bool(view.company(company).data.get(DESTINATION)) or reached(view, "all_grow")


def watch_destinations(writer: PositionWriter) -> None:
    """Write which 5-share corporations have reached their destination now."""
    for record in writer.companies(CORPORATION):
        if is_five(writer, record.id) and not has_arrived(writer, record.id) and is_joined(writer, record.id):
            goal = destination(writer, record.id)
            assert goal is not None
            writer.note_company(record.id, DESTINATION, True)
            where = hexmap()[goal].name or goal
            writer.say("destination_1826", company=record.id, where=where)


# --- tokens ----------------------------------------------------------------------------------------


def keep_terms(writer: PositionWriter) -> None:
    """Write, as full capital begins, on which terms those float that were started before (O101-O105)."""
    if not readings(writer).floats_as_started:
        return
    for record in writer.companies(CORPORATION):
        if record.par is not None and not record.floated:
            writer.note_company(record.id, STARTED, "five" if is_five(writer, record.id) else "ten")


def terms(view: View, company: str) -> str:
    """On which terms a corporation floats: those of its start, ``five``, ``ten`` or ``late`` (O101-O105)."""
    noted: str | None = view.company(company).data.get(STARTED)
    if noted is not None:
        return noted
    if is_five(view, company):
        return "five"
    return LATE if reached(view, "full_capital") else "ten"


def give_tokens(writer: PositionWriter, company: str) -> None:
    """Write how many station tokens a corporation has, by its start (O104, O105)."""
    writer.note_company(company, TOKENS, writer.data.figures(Figures).tokens[terms(writer, company)])


def token_count(view: View, company: str) -> int:
    """How many station tokens a company has in all, placed or not."""
    return int(view.company(company).data.get(TOKENS, 0))


def next_token(view: View, company: str) -> Token | None:
    """The station token that it places next; None when all it has are on the board."""
    free = next((t for t in view.tokens(company) if t.place is None), None)
    return free if tokens_left(view, company) else None


def tokens_left(view: View, company: str) -> int:
    """How many station tokens it may still place; of its printed ones some may not be its own."""
    closed = view.company(company).closed
    return 0 if closed else max(0, token_count(view, company) - len(view.stations(company)))


def several_tokens(view: View, company: str, coord: str) -> bool:
    """Whether it may have more than one station token on a hex: a national in Paris (O161)."""
    return view.company(company).kind == NATIONAL and coord in view.data.figures(Figures).several_tokens


# --- leaving the game ------------------------------------------------------------------------------


def retire(writer: PositionWriter, company: str) -> None:
    """Write that a company leaves the game: shares, market value and loans; other things are gone before."""
    for cert in writer.certs_of(company):
        writer.move_cert(cert, OUT)
    writer.move_price(company, None)
    writer.note_company(company, LOANS, None)
    writer.change(company, closed=True)
