"""Why something that players look for cannot be done now, said by the rules that judge the action.

For each thing that a move seeks (`Move.sought`) its own `check` gives the violation; here they become few
lines: things with the same reason together, a reason of all things once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.core.choices import Sought
from engine.core.errors import Violation
from engine.core.flow import current_round, current_step, moves_of
from engine.core.rounds import Move, Step
from engine.core.view import View

__all__ = ["DONE", "Why", "brief", "missing", "passed_over", "refused"]

DONE = frozenset({
    "no_lay_left", "no_token_this_turn", "has_run", "one_direction", "bought_already", "turn_over",
})  # fmt: skip
"""Codes that say no more than that it was done in this turn."""

AGAIN = frozenset({"none_left", "not_started", "already_here", "already_offered"})
"""Codes that say little beside another reason for the same thing."""


@dataclass(frozen=True, slots=True)
class Why:
    """One line: what cannot be done (``head``), of which things, and why.

    No ``names``: of nothing at all. ``likewise`` names things with the same reason, whose sentence differs.
    """

    kind: str
    head: str
    names: tuple[str, ...]
    text: str
    code: str
    likewise: tuple[str, ...] = ()


def refused(view: View, player: str, move: Move) -> tuple[dict[str, Violation], int]:
    """The things of a move on which no action is legal, each with why, and how many things there are."""
    found: dict[str, list[Violation | None]] = {}
    for thing in move.sought(view, player):
        found.setdefault(thing.name, []).append(move.check(view, thing.action))
    reasons = {name: [v for v in judged if v is not None] for name, judged in found.items() if None not in judged}
    return {name: max(given, key=lambda v: v.code not in AGAIN) for name, given in reasons.items()}, len(found)


def missing(view: View, player: str, kinds: Iterable[str] | None = None) -> list[Why]:
    """Why things are missing among what the player may do now, of some kinds of action or of all."""
    wanted = None if kinds is None else set(kinds)
    moves = {m.kind: m for m in moves_of(view, player) if wanted is None or m.kind in wanted}
    return [why for move in moves.values() for why in _lines(view, move, *refused(view, player, move))]


def passed_over(view: View, player: str) -> list[Why]:
    """Why the steps right before this one were not asked for; nothing for those that were."""
    found: list[Why] = []
    for step in _before(view):
        judged = [(move, *refused(view, player, move)) for move in step.moves if move.missing]
        done = any(v.code in DONE for _, reasons, _ in judged for v in reasons.values())
        if done or any(len(reasons) < things for _, reasons, things in judged):
            break
        lines = [list(_lines(view, *each)) for each in judged]
        found = [_folded(each) for each in lines if each] + found
    return found


def _before(view: View) -> list[Step]:
    """The steps of the company's turn before the present one, the last first."""
    steps, here = current_round(view).steps, current_step(view)
    names = list(steps)
    if view.state.pending or here is None or here.company(view) is None or view.cursor.step not in names:
        return []
    return [steps[name] for name in reversed(names[: names.index(view.cursor.step)])]


def _folded(lines: Sequence[Why]) -> Why:
    """All lines of a move as one."""
    first = lines[0]
    if len(lines) == 1 and not first.names:
        return first
    parts = [f"{', '.join(why.names)}: {why.text}" if why.names else why.text for why in lines]
    return Why(first.kind, first.head, (), "; ".join(parts), first.code)


# --- from reasons to lines -------------------------------------------------------------------------


def _lines(view: View, move: Move, found: Mapping[str, Violation], things: int) -> Iterator[Why]:
    groups: dict[tuple[str, str], list[str]] = {}
    for name, violation in found.items():
        groups.setdefault((violation.code, brief(view, violation)), []).append(name)
    if len(groups) == 1 and len(found) == things:
        ((code, text),) = groups
        yield Why(move.kind, move.missing, (), text, code)
        return
    seen: dict[str, Why] = {}
    for (code, text), names in groups.items():
        many = text if len(names) == 1 else brief(view, found[names[0]], many=True)
        said = Why(move.kind, move.missing, tuple(names), many, code)
        known = seen.get(code)
        own = any(name in text for name in names)
        if known is None or not own:
            seen[code if own else f"{code} {text}"] = said
        else:
            seen[code] = Why(known.kind, known.head, known.names, known.text, code, (*known.likewise, *names))
    yield from seen.values()


Words = Callable[[View, Mapping[str, object], bool], str | None]


def brief(view: View, found: Violation, many: bool = False) -> str:
    """A violation in a few words behind the name of the thing (``many``: of several); else its sentence."""
    words = SHORT.get(found.code)
    return (words(view, found.params, many) if words else None) or found.text


def _figures(params: Mapping[str, object], *names: str) -> list[int]:
    """The figures of these names; fewer when one is not given."""
    return [value for name in names if isinstance(value := params.get(name), int)]


def _sold(view: View, params: Mapping[str, object], many: bool) -> str:
    return "you sold them this round" if many else "you sold it this round"


def _bought(view: View, params: Mapping[str, object], many: bool) -> str | None:
    if params:
        return None
    return "you bought them this round" if many else "you bought it this round"


def _certificates(view: View, params: Mapping[str, object], many: bool) -> str | None:
    match _figures(params, "held", "limit"):
        case [held, limit]:
            return f"certificates {held} of {limit}"
    return None


def _holding(view: View, params: Mapping[str, object], many: bool) -> str | None:
    match _figures(params, "held", "limit"):
        case [held, limit]:
            return f"you own {held} %, {limit} % is the limit"
    return None


def _money(view: View, params: Mapping[str, object], many: bool) -> str | None:
    match _figures(params, "cost", "cash"):
        case [cost, cash]:
            return f"costs {view.money(cost)}, you have {view.money(cash)} free"
    return None


def _treasury(view: View, params: Mapping[str, object], many: bool) -> str | None:
    company = params.get("company")
    match _figures(params, "cost", "most"):
        case [cost, most]:
            money, lacking = view.money(most), view.money(cost - most)
            return f"costs {view.money(cost)}, {company} has {money}: {lacking} is missing"
    return None


def _limit(view: View, params: Mapping[str, object], many: bool) -> str | None:
    match _figures(params, "held", "limit"):
        case [held, limit] if limit:
            return f"{params.get('company')} has {held} trains, {limit} is the limit"
    return None


def _pool(view: View, params: Mapping[str, object], many: bool) -> str | None:
    match _figures(params, "limit", "room"):
        case [limit, room]:
            return f"the open market takes {room} % more, {limit} % is the limit"
    return None


def _none(view: View, params: Mapping[str, object], many: bool) -> str:
    return "no share is for sale"


def _full(view: View, params: Mapping[str, object], many: bool) -> str:
    return "all circles are taken"


SHORT: Mapping[str, Words] = {
    "sold_this_round": _sold,
    "bought_this_round": _bought,
    "certificate_limit": _certificates,
    "holding_limit": _holding,
    "not_enough_money": _money,
    "treasury_only": _treasury,
    "train_limit": _limit,
    "pool_limit": _pool,
    "none_left": _none,
    "no_space": _full,
}
"""What lines say in place of the sentence of a violation, by code."""
