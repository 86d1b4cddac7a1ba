"""What the page of each kind of step shows of the position: lines of text, and a picture.

The engine says what a step or a choice is about (`Subject`); a subject that has no entry here is shown by the
generic pages of `bot.turn.choosing.legal_moves` and `bot.turn.choosing.chooser`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.cards import round_state
from bot.cards.maps import is_large, is_too_wide
from bot.cards.texts import company_facts_line, company_line
from bot.chat.markdown import escape, subtext
from bot.turn.choosing.raising import money_raising_lines
from bot.turn.session.draft import Draft, options_of
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from bot.words.colours import prefers_text_first
from bot.work.pictures import DrawnPicture
from engine import Choice, Range
from engine.api.depot import required_train_price
from engine.api.moves import Subject
from engine.api.table import POOL

PictureRequest = tuple[str, Mapping[str, Any]]
"""The name of a view of `render.api`, and its parameters."""

LinesFunction = Callable[[TurnSession], Iterable[str]]

MAX_COMPANY_LINES = 6
"""Companies that a page tells of, at most."""


@dataclass(frozen=True, slots=True)
class StepContents:
    """What the turn page of a step shows beside the legal moves: lines above them, and a picture below.

    ``lines_beside_picture`` returns the lines that remain if the picture is shown; None means all.
    ``has_facts``: the picture shows the title's own facts about the operating company, such as its loans.
    ``picture`` returns the name of a view of `render.api` and its parameters, or None for no picture.
    """

    lines: LinesFunction
    picture: Callable[[TurnSession], PictureRequest | None]
    lines_beside_picture: LinesFunction | None = None
    has_facts: bool = False


def contents_of_step(session: TurnSession, choice: Choice | None = None) -> StepContents | None:
    """Return the lines and picture that the turn page shows for the subject of a move or step.

    It is the subject of ``choice`` if it has one, else that of the current step. None if the page shows
    nothing special for this subject.
    """
    next_decision = session.next_decision
    subject = (choice.subject if choice else "") or (next_decision.subject if next_decision else "")
    return STEPS.get(Subject(subject))


def step_lines(session: TurnSession, choice: Choice | None = None, *, has_picture: bool = False) -> list[str]:
    """Return the lines about the position on the turn page of a step, in small text; [] if there are none.

    ``choice`` is the move that the page is about, None for the current step. ``has_picture``: the page shows
    the step's picture; lines that repeat it are left out, unless the member prefers text before pictures.
    """
    contents = contents_of_step(session, choice)
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


async def draw_step_picture(session: TurnSession, choice: Choice | None = None) -> list[DrawnPicture]:
    """Draw the picture on the turn page of a step, such as the share price chart, and return it in a list.

    [] if the step has none, or if it cannot be drawn. ``choice`` is the move that the page is about, None for
    the current step.
    """
    contents = contents_of_step(session, choice)
    picture = contents.picture(session) if contents is not None else None
    return [] if picture is None else await session.draw(picture[0], **picture[1])


# --- lines -----------------------------------------------------------------------------------------


def _auction_or_stock_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's lines on an auction or stock round as one text, with line breaks.

    They have the lots with their bids, and everybody's cash and certificates.
    """
    yield round_state.round_state_text(session.game).replace("-# ", "")


def _contested_lot_lines(session: TurnSession) -> Iterable[str]:
    """Return the turn page's lines on lots in auction, and on lots for sale with bids; [] if there are none.

    The other lots are left out, since the picture beside the lines shows all.
    """
    return [line.replace("-# ", "") for line in round_state.contested_lot_lines(session.view)]


def _shareholder_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's line on who holds the operating company's shares, in percent.

    The line names players, the treasury and the open market. Nothing is yielded if none of them has shares,
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

    If the company must buy a train, a line says for how much and what it lacks; the ways to raise that
    follow. Nothing is yielded if no company operates.
    """
    view, company = session.view, session.company
    if company is None:
        return
    president = view.president(company)
    cash_texts = [f"{escape(company)} {view.money(view.cash(company))}"]
    if president is not None:
        cash_texts.append(f"{escape(view.name(president))} {view.money(view.cash(president))}")
    yield t("Cash: {money}", money=" · ".join(cash_texts))
    lowest_price = required_train_price(view)
    if lowest_price is None:
        return
    price_text, shortfall = view.money(lowest_price), lowest_price - view.cash(company)
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
    labels = {escape(translated(choice.label)) for choice in session.choices()}
    if raising_lines and not (len(raising_lines) == 1 and raising_lines[0] in labels):
        yield t("Ways to raise money:")
        yield from raising_lines


def _company_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's lines on the companies that the legal moves offer, such as for a merger.

    At most six; the acting company is left out, as the page's heading names it.
    """
    offered_values = [value for value in dict.fromkeys(_offered_values(session)) if value != session.company]
    companies = [value for value in offered_values if value in session.view.state.companies]
    for company in companies[:MAX_COMPANY_LINES]:
        yield company_line(session.view, company)


def _offered_values(session: TurnSession) -> Iterable[str]:
    """Yield the values, such as company ids, that the first fields of the player's legal moves offer.

    Nothing is yielded if the player is not to act.
    """
    for choice in session.choices() if session.is_on_turn else ():
        if choice.fields and choice.fields[0].kind == "option":
            options = options_of(session.game, session.seat, Draft(choice.kind), choice.fields[0].name)
            yield from [] if isinstance(options, Range) else (option.value for option in options)


def _company_fact_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's lines on the operating company: facts such as loans, and its shareholders.

    Nothing is yielded if no company operates; a line may be "".
    """
    if session.company is not None:
        yield company_facts_line(session.view, session.company).removeprefix("-# ")
    yield from _shareholder_lines(session)


def _no_lines(session: TurnSession) -> Iterable[str]:
    """Return no lines: the legal moves of this step say all."""
    return ()


# --- pictures --------------------------------------------------------------------------------------


def _auction_or_stock_picture(session: TurnSession) -> PictureRequest:
    """Return the view and parameters of the picture of an auction or stock round.

    It shows what is for sale, and the last runs of companies. What the lots do for their owners is left out,
    since the legal moves say it.
    """
    return round_state.ROUND_STATE_VIEW, {**round_state.last_runs_param(session.game), "explains": False}


def _companies_picture(session: TurnSession) -> PictureRequest:
    """Return the view and parameters of the picture of all companies with the revenue of their last runs."""
    return round_state.COMPANIES_VIEW, round_state.last_runs_param(session.game)


def _homes_or_market_picture(session: TurnSession) -> PictureRequest:
    """Return the view and parameters of the picture for choosing a company to start.

    On a large map it is the map with the home of the chosen company, else with the homes of all that can be
    started. On a small map, or if none of them has a home, it is the part of the share price chart with the
    par prices.
    """
    view, draft = session.view, session.draft
    homes = view.board().hexmap.homes
    chosen = str(draft.args.get("company", "")) if draft is not None else ""
    if is_large(view) and chosen in homes:
        return "crop", {"hexes": [homes[chosen][0]]}
    companies = dict.fromkeys(_offered_values(session)) if is_large(view) else {}
    hexes = [homes[company][0] for company in companies if company in homes]
    return ("regions", {"hexes": hexes}) if hexes else ("market", {"pars": True})


def _market_part_picture(session: TurnSession) -> PictureRequest:
    """Return the view and parameters of the part of the share price chart that has markers of companies."""
    return "market", {"brief": True}


def _next_trains_picture(session: TurnSession) -> PictureRequest:
    """Return the view and parameters of the picture of the trains that the bank sells next.

    It also shows the trains of the player's companies.
    """
    return "trains", {"brief": True}


def _charter_picture(session: TurnSession) -> PictureRequest | None:
    """Return the view and parameters of the picture of the operating company's charter.

    None if no company operates.
    """
    company = session.company
    if company is None:
        return None
    return "company", {"company": company, **round_state.company_runs_param(session.game, company)}


def _token_map_picture(session: TurnSession) -> PictureRequest | None:
    """Return the view and parameters of the map around the operating company's station tokens.

    None if it has none, or if no company operates.
    """
    company = session.company
    return ("crop", {"company": company}) if company and session.view.stations(company) else None


def _offered_companies_map_picture(session: TurnSession) -> PictureRequest | None:
    """Return the view and parameters of the map around the station tokens of the companies that moves offer.

    If they have none, or if these are too far apart for one picture, it is the map around the tokens of the
    operating company; None if that has none, or if no company operates.
    """
    view = session.view
    companies = [value for value in _offered_values(session) if value in view.state.companies]
    hexes = list(dict.fromkeys(coord for company in companies for coord, _ in view.stations(company)))
    if not hexes or is_too_wide(view, hexes):
        return _token_map_picture(session)
    return "crop", {"hexes": hexes}


def _picture_function(view: str) -> Callable[[TurnSession], PictureRequest | None]:
    """Return a function for `StepContents` that returns this view without parameters.

    ``view`` is the name of a view of `render.api`, such as "privates".
    """
    return lambda session: (view, {})


STEPS: Mapping[Subject, StepContents] = {
    Subject.TRACK: StepContents(_no_lines, _token_map_picture),
    Subject.TOKEN: StepContents(_cash_lines, _token_map_picture),
    Subject.RUN: StepContents(_shareholder_lines, _token_map_picture),
    Subject.PAY: StepContents(_shareholder_lines, _market_part_picture),
    Subject.TRAIN: StepContents(_cash_lines, _next_trains_picture),
    Subject.EMERGENCY: StepContents(_cash_lines, _market_part_picture),
    Subject.STOCK: StepContents(_auction_or_stock_lines, _auction_or_stock_picture, _contested_lot_lines),
    Subject.AUCTION: StepContents(_auction_or_stock_lines, _auction_or_stock_picture, _contested_lot_lines),
    Subject.PARLIAMENT: StepContents(
        _auction_or_stock_lines, _auction_or_stock_picture, _contested_lot_lines
    ),
    Subject.PAR: StepContents(_auction_or_stock_lines, _homes_or_market_picture),
    Subject.MERGER: StepContents(_company_lines, _companies_picture, _no_lines),
    Subject.CONSOLIDATION: StepContents(_company_lines, _companies_picture),
    Subject.NATIONALS: StepContents(_company_lines, _offered_companies_map_picture),
    Subject.LOANS: StepContents(_cash_lines, _charter_picture, has_facts=True),
    Subject.TREASURY: StepContents(_company_fact_lines, _charter_picture, _no_lines, has_facts=True),
    Subject.CONVERSION: StepContents(_company_fact_lines, _charter_picture, _no_lines, has_facts=True),
    Subject.DISCARD: StepContents(_no_lines, _next_trains_picture),
    Subject.PATRONAGE: StepContents(_auction_or_stock_lines, _picture_function("privates")),
    Subject.PORTS: StepContents(_cash_lines, _token_map_picture),
    Subject.ORDER: StepContents(_no_lines, _picture_function("order")),
    Subject.PRIVATES: StepContents(_no_lines, _picture_function("privates")),
}
"""What the pages of steps and choices show, by their subject."""
