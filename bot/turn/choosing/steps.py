"""What the page of each kind of step shows of the position: lines of text, and a picture.

The engine says what a step or a choice is about (`Page`); a kind that has no entry here is shown by the
generic pages of `bot.turn.choosing.openings` and `bot.turn.choosing.chooser`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.cards import stake
from bot.chat.figures import company_line, escape, facts_line, subtext
from bot.turn.session.draft import Draft, options_of
from bot.turn.session.session import TurnSession
from bot.words import t
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
    """What is told above the choices of a kind of step, and the picture where no hex is asked for."""

    lines: Lines
    picture: Callable[[TurnSession], Picture | None]


def page_of(session: TurnSession, choice: Choice | None = None) -> StepPage | None:
    """Return the page of a choice, else of the step that is open; None if it is of no known kind."""
    waiting = session.waiting
    kind = (choice.page if choice is not None else "") or (waiting.page if waiting is not None else "")
    return STEPS.get(Page(kind))


def lines_of(session: TurnSession, choice: Choice | None = None) -> list[str]:
    """Return the lines of a page in small letters; empty if its kind is not known."""
    page = page_of(session, choice)
    return [subtext(line) for line in page.lines(session) if line] if page is not None else []


async def picture_of(session: TurnSession, choice: Choice | None = None) -> list[DrawnPicture]:
    """Return the picture of a page; [] for none."""
    page = page_of(session, choice)
    picture = page.picture(session) if page is not None else None
    return [] if picture is None else await session.draw(picture[0], **picture[1])


# --- lines -----------------------------------------------------------------------------------------


def _table(session: TurnSession) -> Iterable[str]:
    """Yield what is at stake: lots with their bids, money and certificates of all."""
    yield stake.state_lines(session.game).replace("-# ", "")


def _holders(session: TurnSession) -> Iterable[str]:
    """Yield one line on who holds the operating company's shares, in percent; nothing if nobody does."""
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


def _purses(session: TurnSession) -> Iterable[str]:
    """Yield the money of the company in turn and of its president, and what it lacks for a train."""
    view, company = session.view, session.company
    if company is None:
        return
    president = view.president(company)
    amounts = [f"{escape(company)} {view.money(view.cash(company))}"]
    if president is not None:
        amounts.append(f"{escape(view.name(president))} {view.money(view.cash(president))}")
    yield t("Cash: {money}", money=" · ".join(amounts))
    price = due(view)
    if price is None:
        return
    min_price, shortfall = view.money(price), price - view.cash(company)
    if shortfall <= 0:
        yield t(
            "{company} must buy a train this turn for {price} or more.",
            company=escape(company), price=min_price,
        )  # fmt: skip
        return
    yield t(
        "{company} must buy a train this turn for {price} or more, of which it lacks {missing}.",
        company=escape(company), price=min_price, missing=view.money(shortfall),
    )  # fmt: skip


def _companies(session: TurnSession) -> Iterable[str]:
    """Yield a line on the company in turn and on each company that the choices name."""
    company_ids = dict.fromkeys([session.company, *_named(session)])
    companies = session.view.state.companies
    for company in [name for name in company_ids if name and name in companies][:MANY]:
        yield company_line(session.view, company)


def _named(session: TurnSession) -> Iterable[str]:
    """Yield the values that the first fields of the choices offer."""
    for choice in session.choices() if session.on_turn else ():
        if choice.fields and choice.fields[0].kind == "option":
            options = options_of(session.game, session.seat, Draft(choice.kind), choice.fields[0].name)
            yield from [] if isinstance(options, Range) else (o.value for o in options)


def _title_facts(session: TurnSession) -> Iterable[str]:
    """Yield what the title says of the company in turn, and who holds it."""
    if session.company is not None:
        yield facts_line(session.view, session.company).removeprefix("-# ")
    yield from _holders(session)


def _none(session: TurnSession) -> Iterable[str]:
    """Yield nothing: the choices say all."""
    return ()


# --- pictures --------------------------------------------------------------------------------------


def _stake(session: TurnSession) -> Picture:
    """Return the view of what is at stake, with the last runs."""
    return stake.STAKE, stake.last_runs_param(session.game)


def _all(session: TurnSession) -> Picture:
    """Return the view of all companies, with the last runs."""
    return stake.COMPANIES, stake.last_runs_param(session.game)


def _market(session: TurnSession) -> Picture:
    """Return the view of the share price chart."""
    return "market", {}


def _near_market(session: TurnSession) -> Picture:
    """Return the view of the share price chart around the markers alone."""
    return "market", {"brief": True}


def _card(session: TurnSession) -> Picture | None:
    """Return the view of the company in turn; None without one."""
    return None if session.company is None else ("company", {"company": session.company})


def _reach(session: TurnSession) -> Picture | None:
    """Return the map around the stations of the company in turn; None if it has none."""
    company = session.company
    return ("crop", {"company": company}) if company and session.view.stations(company) else None


def _sheet(view: str) -> Callable[[TurnSession], Picture | None]:
    """Return a function that returns a view without parameters."""
    return lambda session: (view, {})


STEPS: Mapping[Page, StepPage] = {
    Page.TRACK: StepPage(_none, _reach),
    Page.TOKEN: StepPage(_purses, _reach),
    Page.RUN: StepPage(_holders, _reach),
    Page.PAY: StepPage(_holders, _near_market),
    Page.TRAIN: StepPage(_purses, _sheet("trains")),
    Page.EMERGENCY: StepPage(_purses, _near_market),
    Page.STOCK: StepPage(_table, _stake),
    Page.AUCTION: StepPage(_table, _stake),
    Page.PARLIAMENT: StepPage(_table, _stake),
    Page.PAR: StepPage(_table, _market),
    Page.MERGER: StepPage(_companies, _all),
    Page.CONSOLIDATION: StepPage(_companies, _all),
    Page.NATIONALS: StepPage(_companies, _reach),
    Page.LOANS: StepPage(_purses, _card),
    Page.TREASURY: StepPage(_title_facts, _card),
    Page.CONVERSION: StepPage(_title_facts, _card),
    Page.DISCARD: StepPage(_none, _sheet("trains")),
    Page.PATRONAGE: StepPage(_table, _sheet("privates")),
    Page.PORTS: StepPage(_purses, _reach),
    Page.PRIVATES: StepPage(_none, _sheet("privates")),
}
"""The pages by what a step or a choice is about."""
