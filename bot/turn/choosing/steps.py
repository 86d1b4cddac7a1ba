"""What the page of each kind of step shows of the position: lines of text, and a picture.

The engine says what a step or a choice is about (`Page`); a kind that has no entry here is shown by the
generic pages of `bot.turn.choosing.openings` and `bot.turn.choosing.chooser`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.cards import stake
from bot.cards.maps import is_large
from bot.cards.texts import company_line, facts_line
from bot.chat.markdown import escape, subtext
from bot.turn.choosing.raising import raising_lines
from bot.turn.session.draft import Draft, options_of
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.words.colours import text_first
from bot.work.pictures import DrawnPicture
from engine import Choice, Range
from engine.api.depot import due
from engine.api.moves import Page
from engine.api.table import POOL

Picture = tuple[str, Mapping[str, Any]]
"""The name of a view of `render.api`, and its parameters."""

Lines = Callable[[TurnSession], Iterable[str]]

MANY = 6
"""Companies that a page tells of, at most."""


@dataclass(frozen=True, slots=True)
class StepPage:
    """The lines and the picture that the turn page of a kind of step shows above the open moves.

    ``beside``: the lines that remain where the picture shows the others; None for all.
    """

    lines: Lines
    picture: Callable[[TurnSession], Picture | None]
    beside: Lines | None = None


def page_of(session: TurnSession, choice: Choice | None = None) -> StepPage | None:
    """Return the lines and picture that belong on the turn page of a move, or else of the current step.

    None if its kind has none.
    """
    waiting = session.waiting
    kind = (choice.page if choice is not None else "") or (waiting.page if waiting is not None else "")
    return STEPS.get(Page(kind))


def lines_of(session: TurnSession, choice: Choice | None = None, *, pictured: bool = False) -> list[str]:
    """Return the lines about the position on the page of a step, in small text; [] for an unknown kind.

    ``choice`` None is the current step. ``pictured``: the page shows the step's picture, so that what it
    tells is left out, unless the member wants words before pictures.
    """
    page = page_of(session, choice)
    if page is None:
        return []
    told = page.beside if pictured and page.beside is not None and not text_first() else page.lines
    return [subtext(line) for line in told(session) if line]


async def picture_of(session: TurnSession, choice: Choice | None = None) -> list[DrawnPicture]:
    """Draw the picture on the turn page of a step, such as the share price chart.

    [] if the step has none, or it cannot be drawn. ``choice`` None is the current step.
    """
    page = page_of(session, choice)
    picture = page.picture(session) if page is not None else None
    return [] if picture is None else await session.draw(picture[0], **picture[1])


# --- lines -----------------------------------------------------------------------------------------


def _table(session: TurnSession) -> Iterable[str]:
    """Yield lines on the auction or stock round: lots with their bids, cash and certificates of all."""
    yield stake.state_lines(session.game).replace("-# ", "")


def _lots(session: TurnSession) -> Iterable[str]:
    """Yield the lines of the lots in auction or for sale, beside a picture that shows all else."""
    return stake.current_lots(session.view)


def _shareholder_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's line on who holds the operating company's shares, in percent.

    Nothing if nobody does.
    """
    view, company = session.view, session.company
    if company is None:
        return
    places = {company: t("treasury"), POOL: t("open market")}
    holder_texts = [
        f"{escape(places.get(who) or view.name(who))} {percent} %"
        for who, percent in view.holdings(company).items()
        if percent and (who in places or who in view.seats)
    ]
    if holder_texts:
        yield t("Shares of {company}: {holders}", company=escape(company), holders=", ".join(holder_texts))


def _cash_lines(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's lines on the cash of the operating company and its president.

    If the company must buy a train, a line says for how much and what it lacks; ways to raise that follow.
    Nothing if no company operates.
    """
    view, company = session.view, session.company
    if company is None:
        return
    president = view.president(company)
    amounts = [f"{escape(company)} {view.money(view.cash(company))}"]
    if president is not None:
        amounts.append(f"{escape(view.name(president))} {view.money(view.cash(president))}")
    yield t("Cash: {money}", money=" · ".join(amounts))
    lowest_price = due(view)
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
    if ways := raising_lines(session):
        yield t("Ways to raise money:")
        yield from ways


def _companies(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's lines on the companies of a merger or the like, at most MANY.

    They are the one that acts and those that moves offer, without that in the heading.
    """
    waiting, companies = session.waiting, session.view.state.companies
    in_heading = waiting.company if waiting is not None else None
    company_ids = dict.fromkeys([session.company, *_named(session)])
    others = [name for name in company_ids if name and name in companies and name != in_heading]
    for company in others[:MANY]:
        yield company_line(session.view, company)


def _named(session: TurnSession) -> Iterable[str]:
    """Yield the values, such as company ids, that the first fields of the player's open moves offer.

    Nothing out of turn.
    """
    for choice in session.choices() if session.on_turn else ():
        if choice.fields and choice.fields[0].kind == "option":
            options = options_of(session.game, session.seat, Draft(choice.kind), choice.fields[0].name)
            yield from [] if isinstance(options, Range) else (option.value for option in options)


def _title_facts(session: TurnSession) -> Iterable[str]:
    """Yield the turn page's lines on the operating company's own facts, such as loans, and shareholders.

    Nothing if no company operates.
    """
    if session.company is not None:
        yield facts_line(session.view, session.company).removeprefix("-# ")
    yield from _shareholder_lines(session)


def _none(session: TurnSession) -> Iterable[str]:
    """Yield no line: the open moves of this kind of step say all."""
    return ()


# --- pictures --------------------------------------------------------------------------------------


def _stake(session: TurnSession) -> Picture:
    """Return the picture of an auction or stock round: what is for sale, with the last runs of companies."""
    return stake.STAKE, stake.last_runs_param(session.game)


def _all(session: TurnSession) -> Picture:
    """Return the picture of all companies, with the revenue of their last runs."""
    return stake.COMPANIES, stake.last_runs_param(session.game)


def _market(session: TurnSession) -> Picture:
    """Return the picture of the share price chart."""
    return "market", {}


def _homes_or_market_picture(session: TurnSession) -> Picture:
    """Return the turn page's map with the homes of companies that can be started, or of the chosen one.

    On a small map, which can be read whole, it is the share price chart instead.
    """
    view, draft = session.view, session.draft
    homes = view.board().hexmap.homes
    chosen = str(draft.args.get("company", "")) if draft is not None else ""
    if is_large(view) and chosen in homes:
        return "crop", {"hexes": [homes[chosen][0]]}
    companies = dict.fromkeys(_named(session)) if is_large(view) else {}
    hexes = [homes[company][0] for company in companies if company in homes]
    return ("regions", {"hexes": hexes}) if hexes else _market(session)


def _near_market(session: TurnSession) -> Picture:
    """Return the picture of the part of the share price chart that has markers."""
    return "market", {"brief": True}


def _charter_picture(session: TurnSession) -> Picture | None:
    """Return the turn page's picture of the operating company's charter; None if no company operates."""
    company = session.company
    if company is None:
        return None
    return "company", {"company": company, **stake.company_runs_param(session.game, company)}


def _map_around_tokens(session: TurnSession) -> Picture | None:
    """Return the turn page's map around the operating company's station tokens; None if it has none."""
    company = session.company
    return ("crop", {"company": company}) if company and session.view.stations(company) else None


def _sheet(view: str) -> Callable[[TurnSession], Picture | None]:
    """Return a function for `StepPage.picture` that names a picture without parameters."""
    return lambda session: (view, {})


STEPS: Mapping[Page, StepPage] = {
    Page.TRACK: StepPage(_none, _map_around_tokens),
    Page.TOKEN: StepPage(_cash_lines, _map_around_tokens),
    Page.RUN: StepPage(_shareholder_lines, _map_around_tokens),
    Page.PAY: StepPage(_shareholder_lines, _near_market),
    Page.TRAIN: StepPage(_cash_lines, _sheet("trains")),
    Page.EMERGENCY: StepPage(_cash_lines, _near_market),
    Page.STOCK: StepPage(_table, _stake, beside=_lots),
    Page.AUCTION: StepPage(_table, _stake, beside=_lots),
    Page.PARLIAMENT: StepPage(_table, _stake, beside=_lots),
    Page.PAR: StepPage(_table, _homes_or_market_picture),
    Page.MERGER: StepPage(_companies, _all),
    Page.CONSOLIDATION: StepPage(_companies, _all),
    Page.NATIONALS: StepPage(_companies, _map_around_tokens),
    Page.LOANS: StepPage(_cash_lines, _charter_picture),
    Page.TREASURY: StepPage(_title_facts, _charter_picture),
    Page.CONVERSION: StepPage(_title_facts, _charter_picture),
    Page.DISCARD: StepPage(_none, _sheet("trains")),
    Page.PATRONAGE: StepPage(_table, _sheet("privates")),
    Page.PORTS: StepPage(_cash_lines, _map_around_tokens),
    Page.PRIVATES: StepPage(_none, _sheet("privates")),
}
"""The pages by what a step or a choice is about."""
