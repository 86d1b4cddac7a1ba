"""The revenue that a company gives up if its player skips the run."""

from __future__ import annotations

from bot.chat.markdown import escape
from bot.turn.session.draft import Draft
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.work.searches import best_route_sets
from engine.api.moves import SKIP, Subject
from engine.api.stories import Said

REVENUE_KEY = "income"
"""The stored key of the log line on what a company earns."""


async def forgone_revenue_text(session: TurnSession, draft: Draft) -> str:
    """Return a warning if the complete move ``draft`` skips a run that would earn revenue, else "".

    "" also if no company acts, if the move is not legal, if the rules pay the company revenue without a run,
    or if the search finds no routes. The best routes are searched in a worker process, or taken from the
    cache.
    """
    next_decision, company = session.next_decision, session.company
    if draft.kind != SKIP or company is None or next_decision is None or next_decision.subject != Subject.RUN:
        return ""
    preview = session.preview(draft)
    if preview is None or any(
        isinstance(event, Said) and event.key == REVENUE_KEY for event in preview.events
    ):
        return ""
    route_sets = await best_route_sets(session.response.bot.pool, session.cache_key, session.game, company)
    revenue = max((value for value, _ in route_sets.sets), default=0)
    if not revenue:
        return ""
    return t(
        "⚠ {company} would earn nothing. Its trains can earn {money}.",
        company=escape(company), money=session.view.money(revenue),
    )  # fmt: skip
