"""What a merger makes of each holding, found by merging on a copy of the position (5.2.4).

What a later holder gets can hang on what those before him do with their options: each way is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.state import copied
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say, word
from engine.titles.g1862.data.market import nearest_cell
from engine.titles.g1862.mergers import share_merge
from engine.titles.g1862.mergers.absorb import Plan, affected
from engine.titles.g1862.mergers.share_merge import REDEEM, SELL

Result = tuple[int, int]
"""(shares of the result, pounds paid; received: below 0)."""
_SHOWN = 3


def results(view: View, plan: Plan, price: int) -> Mapping[str, list[Result]]:
    """What can become of each holder when the result starts at ``price``, most shares first.

    The companies' own shares are the active company's.
    """
    writer = PositionWriter(view.title, copied(view.state))
    holders = [*view.from_seat(plan["by"]), plan["active"]]
    writer.move_price(plan["survivor"], nearest_cell(writer, price))
    share_merge.prepare(writer, plan)
    held = {h: share_merge.merging_shares(writer, plan, h) for h in holders}
    found: dict[str, set[Result]] = {h: set() for h in holders if held[h]}
    before = {h: _money(writer, plan, h) for h in holders}
    for _ in _ends(writer):
        for holder, seen in found.items():
            kept = writer.percent(holder, plan["survivor"]) // 10
            seen.add((kept, before[holder] - _money(writer, plan, holder)))
    return {holder: sorted(seen, reverse=True) for holder, seen in found.items()}


def _ends(writer: PositionWriter) -> Iterator[None]:
    """Stop at each way in which the merge can end; the position is put back after it."""
    begun = len(writer.open)
    if share_merge.proceed(writer):
        asked = len(writer.open)
        for choice in (REDEEM, SELL):
            share_merge.decide(writer, choice)
            yield from _ends(writer)
            _back(writer, asked)
    else:
        yield
    _back(writer, begun)


def _back(writer: PositionWriter, count: int) -> None:
    while len(writer.open) > count:
        writer.open.pop().revert(writer.state)


def _money(view: View, plan: Plan, holder: str) -> int:
    if holder in view.state.players:
        return view.cash(holder)
    return sum(view.cash(company) for company in affected(plan))


def told(view: View, plan: Plan, price: int) -> str:
    """The same in a sentence: "Shares: Ann 5 → 3 (pay £45) or 2 (get £45), Ben 4 → 2."."""
    found = results(view, plan, price)
    lines = (
        say(
            "{whose} {held} → {ways}",
            whose=_whose(view, h),
            held=_held(view, plan, h),
            ways=_ways(view, found[h]),
        )
        for h in found
    )
    return say("Shares: {lines}.", lines=joined(", ", lines))


def _held(view: View, plan: Plan, holder: str) -> int:
    owners = [holder] if holder in view.state.players else affected(plan)
    return sum(share_merge.merging_shares(view, plan, owner) for owner in owners)


def _whose(view: View, holder: str) -> str:
    return view.name(holder) if holder in view.state.players else word("treasuries")


def _ways(view: View, found: list[Result]) -> str:
    if len(found) > _SHOWN:
        return say("{kind} to {exits_of}", kind=found[-1][0], exits_of=found[0][0])
    return joined(OR, (_way(view, kept, paid) for kept, paid in found))


def _way(view: View, kept: int, paid: int) -> str:
    if paid > 0:
        return say("{kept} (pay {money})", kept=kept, money=view.money(paid))
    return say("{kept} (get {money})", kept=kept, money=view.money(-paid)) if paid else str(kept)
