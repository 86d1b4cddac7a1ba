"""What the page of each kind of step shows of the game: lines of text, and a picture.

The engine says what a step or a move is about (`Subject`); a subject that has no entry here is shown by the
generic pages of `bot.turn.choosing.legal_moves` and `bot.turn.choosing.chooser`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.cards import round_state
from bot.cards.maps import is_map_too_large, is_too_much_for_one_page
from bot.cards.texts import company_facts_line, company_line
from bot.chat.markdown import escape, subtext
from bot.turn.choosing.raising import money_raising_lines
from bot.turn.session.draft import Draft, legal_values_of_field
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from bot.words.colours import prefers_text_first
from bot.work.pictures import DrawnPicture
from engine import Choice, Range
from engine.api.depot import required_train_price
from engine.api.moves import Subject
from engine.api.table import POOL

PictureRequest = tuple[str, Mapping[str, Any]]
"""A kind of picture, by its name in `render.api`, and its parameters."""

LinesFunction = Callable[[TurnSession], Iterable[str]]

MAX_COMPANY_LINES = 6
"""The maximum number of companies with a line on a page."""


@dataclass(frozen=True, slots=True)
class StepContents:
    """What the turn page of a step shows beside the legal moves: lines above them, and a picture below.

    ``lines_beside_picture`` returns the lines that remain if the picture is shown; None means all.
    ``has_facts``: the picture shows the title's own facts about the operating company, such as its loans.
    ``picture_request`` returns which picture to draw: the name of a kind of picture of `render.api` and its
    parameters, or None for no picture.
    """

    lines: LinesFunction
    picture_request: Callable[[TurnSession], PictureRequest | None]
    lines_beside_picture: LinesFunction | None = None
    has_facts: bool = False


def contents_of_step(session: TurnSession, legal_move: Choice | None = None) -> StepContents | None:
    """Return the lines and picture that the turn page shows for the subject of a move or step.

    The subject is the kind of decision, such as a stock round or a train purchase. It is that of
    ``legal_move`` if this has one, else that of the current step. None if nothing is registered for the
    subject.
    """
    next_decision = session.next_decision
    subject = (legal_move.subject if legal_move else "") or (next_decision.subject if next_decision else "")
    return STEPS.get(Subject(subject))


def step_lines(
    session: TurnSession, legal_move: Choice | None = None, *, has_picture: bool = False
) -> list[str]:
    """Return the lines of Discord subtext that describe the game on a step's turn page; [] if there are none.

    ``legal_move`` is the move that the page is about, None for the current step. ``has_picture``: the page
    shows the step's picture; lines that repeat it are left out, unless the member prefers text before
    pictures.
    """
    contents = contents_of_step(session, legal_move)
    if contents is None:
        return []
    is_short = has_picture and contents.lines_beside_picture is not None and not prefers_text_first()
    lines_function = contents.lines_beside_picture if is_short else contents.lines
    assert lines_function is not None
    return [subtext(line) for line in lines_function(session) if line]


def has_company_facts_in_picture(session: TurnSession) -> bool:
    """Return True if the turn page's picture shows the facts on the operating company, such as its loans.

    False for other pictures, and for a member who wants text before pictures.
    """
    contents = contents_of_step(session)
    return contents is not None and contents.has_facts and not prefers_text_first()


async def draw_step_picture(session: TurnSession, legal_move: Choice | None = None) -> list[DrawnPicture]:
    """Draw the picture on the turn page of a step, such as the stock market, and return it in a list.

    [] if the step has none, or if it cannot be drawn. ``legal_move`` is the move that the page is about, None
    for the current step.
    """
    contents = contents_of_step(session, legal_move)
    picture_request = contents.picture_request(session) if contents is not None else None
    return [] if picture_request is None else await session.draw(picture_request[0], **picture_request[1])


# --- lines -----------------------------------------------------------------------------------------


def _auction_or_stock_text(session: TurnSession) -> Iterable[str]:
    """Yield one text of several lines on the auction or stock round, for the turn page.

    It has each lot with its bids, and every player's cash and certificates.
    """
    yield round_state.round_state_text(session.game).replace("-# ", "")


def _contested_lot_lines(session: TurnSession) -> Iterable[str]:
    """Return the turn page's lines on lots in auction, and on lots for sale with bids; [] if there are none.

    The other lots are left out, since the picture beside the lines shows all.
    """
    return [line.replace("-# ", "") for line in round_state.contested_lot_lines(session.view)]


def _shareholder_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's line on who holds the operating company's shares, in percent.

    The line lists players, the treasury and the open market. Nothing is yielded if none of them has shares,
    or if no company operates.
    """
    view, company = session.view, session.company
    if company is None:
        return
    special_names = {company: t("treasury"), POOL: t("open market")}
    holder_texts = [
        f"{escape(special_names.get(holder) or view.name(holder))} {percent} %"
        for holder, percent in view.holdings(company).items()
        if percent and (holder in special_names or holder in view.seats)
    ]
    if holder_texts:
        yield t("Shares of {company}: {holders}", company=escape(company), holders=", ".join(holder_texts))


def _cash_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's lines on the cash of the operating company and its president.

    If the company must buy a train, a line gives its price and how much money the company lacks for it; the
    ways to raise this money follow. Nothing is yielded if no company operates.
    """
    view, company = session.view, session.company
    if company is None:
        return
    president = view.president(company)
    cash_texts = [f"{escape(company)} {view.money(view.cash(company))}"]
    if president is not None:
        cash_texts.append(f"{escape(view.name(president))} {view.money(view.cash(president))}")
    yield t("Cash: {money}", money=" · ".join(cash_texts))
    min_price = required_train_price(view)
    if min_price is None:
        return
    price_text, shortfall = view.money(min_price), min_price - view.cash(company)
    if shortfall <= 0:
        yield t(
            "{company} must buy a train this turn for {price} or more.",
            company=escape(company), price=price_text,
        )  # fmt: skip
        return
    yield t(
        "{company} must buy a train this turn for {price} or more, of which it lacks {missing}.",
        company=escape(company), price=price_text, missing=view.money(shortfall),
    )  # fmt: skip
    raising_lines = money_raising_lines(session)
    labels = {escape(translated(legal_move.label)) for legal_move in session.decision_moves()}
    if raising_lines and not (len(raising_lines) == 1 and raising_lines[0] in labels):
        yield t("Ways to raise money:")
        yield from raising_lines


def _company_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's lines on the companies that the legal moves offer, such as for a merger.

    At most six lines are yielded. The acting company is left out, as the page's heading names it.
    """
    offered_values = [
        value for value in dict.fromkeys(_first_field_values(session)) if value != session.company
    ]
    companies = [value for value in offered_values if value in session.view.state.companies]
    for company in companies[:MAX_COMPANY_LINES]:
        yield company_line(session.view, company)


def _first_field_values(session: TurnSession) -> Iterable[str]:
    """Yield the legal values, such as company ids, of the first field of each of the player's legal moves.

    Nothing is yielded if the player is not to act.
    """
    for legal_move in session.decision_moves() if session.is_to_act else ():
        if legal_move.fields and legal_move.fields[0].kind == "option":
            options = legal_values_of_field(
                session.game, session.seat, Draft(legal_move.kind), legal_move.fields[0].name
            )
            yield from [] if isinstance(options, Range) else (option.value for option in options)


def _company_fact_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's lines on the operating company: facts such as loans, and its shareholders.

    Nothing is yielded if no company operates; a line may be "".
    """
    if session.company is not None:
        yield company_facts_line(session.view, session.company).removeprefix("-# ")
    yield from _shareholder_lines(session)


def _no_lines(session: TurnSession) -> Iterable[str]:
    """Return no lines: this step needs no text besides its legal moves."""
    return ()


# --- pictures --------------------------------------------------------------------------------------


def _auction_or_stock_picture_request(session: TurnSession) -> PictureRequest:
    """Return the request for a picture of an auction or stock round.

    The picture shows what is for sale, and the last runs of companies. What the lots do for their owners is
    left out, since the legal moves say it.
    """
    return round_state.ROUND_STATE_VIEW, {**round_state.last_runs_param(session.game), "explains": False}


def _companies_picture_request(session: TurnSession) -> PictureRequest:
    """Return the request for a picture of all companies with the revenue of their last runs."""
    return round_state.COMPANIES_VIEW, round_state.last_runs_param(session.game)


def _homes_or_market_picture_request(session: TurnSession) -> PictureRequest:
    """Return the request for the picture from which a player chooses a company to start.

    On a large map, the picture is the map with the home of the chosen company, else with the homes of all
    companies that can be started. On a small map, or if none of them has a home, it is the stock market,
    cropped to the par prices.
    """
    view, draft = session.view, session.draft
    homes = view.board().hexmap.homes
    chosen = str(draft.args.get("company", "")) if draft is not None else ""
    if is_map_too_large(view) and chosen in homes:
        return "crop", {"hexes": [homes[chosen][0]]}
    companies = dict.fromkeys(_first_field_values(session)) if is_map_too_large(view) else {}
    hexes = [homes[company][0] for company in companies if company in homes]
    return ("regions", {"hexes": hexes}) if hexes else ("market", {"pars": True})


def _cropped_market_picture_request(session: TurnSession) -> PictureRequest:
    """Return the request for a picture of the stock market, cropped to the cells with share price tokens."""
    return "market", {"brief": True}


def _next_trains_picture_request(session: TurnSession) -> PictureRequest:
    """Return the request for a picture of the trains that the bank sells next.

    It also shows the trains of the player's companies.
    """
    return "trains", {"brief": True}


def _charter_picture_request(session: TurnSession) -> PictureRequest | None:
    """Return the request for a picture of the operating company's charter; None if no company operates."""
    company = session.company
    if company is None:
        return None
    return "company", {"company": company, **round_state.company_runs_param(session.game, company)}


def _token_map_picture_request(session: TurnSession) -> PictureRequest | None:
    """Return the request for a picture of the map around the operating company's station tokens.

    None if the company has no tokens, or if no company operates.
    """
    company = session.company
    return ("crop", {"company": company}) if company and session.view.stations(company) else None


def _offered_companies_map_picture_request(session: TurnSession) -> PictureRequest | None:
    """Return the request for a map picture around the station tokens of all companies that legal moves offer.

    If those companies have no token, or their tokens are too far apart for one picture, the map is around the
    operating company's tokens; None if it has no token, or if no company operates.
    """
    view = session.view
    companies = [value for value in _first_field_values(session) if value in view.state.companies]
    hexes = list(dict.fromkeys(coord for company in companies for coord, _ in view.stations(company)))
    if not hexes or is_too_much_for_one_page(view, hexes):
        return _token_map_picture_request(session)
    return "crop", {"hexes": hexes}


def _picture_request_function(picture_kind: str) -> Callable[[TurnSession], PictureRequest | None]:
    """Return a function for `StepContents` that requests the picture ``picture_kind`` without parameters.

    ``picture_kind`` is a kind of picture of `render.api`, such as "privates".
    """
    return lambda session: (picture_kind, {})


STEPS: Mapping[Subject, StepContents] = {
    Subject.TRACK: StepContents(_no_lines, _token_map_picture_request),
    Subject.TOKEN: StepContents(_cash_lines, _token_map_picture_request),
    Subject.RUN: StepContents(_shareholder_lines, _token_map_picture_request),
    Subject.PAY: StepContents(_shareholder_lines, _cropped_market_picture_request),
    Subject.TRAIN: StepContents(_cash_lines, _next_trains_picture_request),
    Subject.EMERGENCY: StepContents(_cash_lines, _cropped_market_picture_request),
    Subject.STOCK: StepContents(
        _auction_or_stock_text, _auction_or_stock_picture_request, _contested_lot_lines
    ),
    Subject.AUCTION: StepContents(
        _auction_or_stock_text, _auction_or_stock_picture_request, _contested_lot_lines
    ),
    Subject.PARLIAMENT: StepContents(
        _auction_or_stock_text, _auction_or_stock_picture_request, _contested_lot_lines
    ),
    Subject.PAR: StepContents(_auction_or_stock_text, _homes_or_market_picture_request),
    Subject.MERGER: StepContents(_company_lines, _companies_picture_request, _no_lines),
    Subject.CONSOLIDATION: StepContents(_company_lines, _companies_picture_request),
    Subject.NATIONALS: StepContents(_company_lines, _offered_companies_map_picture_request),
    Subject.LOANS: StepContents(_cash_lines, _charter_picture_request, has_facts=True),
    Subject.TREASURY: StepContents(_company_fact_lines, _charter_picture_request, _no_lines, has_facts=True),
    Subject.CONVERSION: StepContents(
        _company_fact_lines, _charter_picture_request, _no_lines, has_facts=True
    ),
    Subject.DISCARD: StepContents(_no_lines, _next_trains_picture_request),
    Subject.PATRONAGE: StepContents(_auction_or_stock_text, _picture_request_function("privates")),
    Subject.PORTS: StepContents(_cash_lines, _token_map_picture_request),
    Subject.ORDER: StepContents(_no_lines, _picture_request_function("order")),
    Subject.PRIVATES: StepContents(_no_lines, _picture_request_function("privates")),
}
"""What the pages of steps and moves show, by their subject."""
