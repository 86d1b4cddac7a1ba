"""Why a choice is missing on a page: a few small lines on the page itself, all of them by `/show why`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.chat.figures import join_and, plain, rust_line
from bot.chat.frame import Sheet
from bot.turn.session import TurnSession
from bot.words import known, t
from engine import View
from engine.api.supply import NextTrain, holding, next_colour, next_trains, sells_trains, takes_tiles
from engine.api.whynot import Why, listed, missing, passed_over
from engine.message import say, spelt

MOST = 6
"""The most lines on a page."""


def add(session: TurnSession, sheet: Sheet, kinds: Iterable[str] | None = None) -> None:
    """Add to a page why choices of these kinds are missing; ``kinds`` None: of all kinds."""
    if not session.on_turn:
        return
    wanted = None if kinds is None else list(kinds)
    passed = passed_over(session.view, session.seat) if wanted is None else []
    found = lines([*passed, *missing(session.view, session.seat, wanted)])
    if len(found) > MOST:
        count = len(found) - MOST + 1
        found = [*found[: MOST - 1], t("… and {count} more: `/show why`", count=count)]
    told = [*coming(session.view, session.company), *found]
    sheet.texts += ["\n".join(f"-# {line}" for line in told)] if told else []


def add_passed(session: TurnSession, sheet: Sheet) -> None:
    """Add to a page why the steps right before this one were skipped."""
    found = lines(passed_over(session.view, session.seat)) if session.on_turn else []
    sheet.texts += ["\n".join(f"-# {line}" for line in found)] if found else []


def lines(found: Sequence[Why]) -> list[str]:
    """Return the reasons as text, one line for all that is missing for the same reason."""
    groups: dict[tuple[str, tuple[str, ...]], list[Why]] = {}
    for why in found:
        key = why.text if why.whole else f"{why.partly} {why.text}"
        groups.setdefault((key, why.names), []).append(why)
    return [_line(each) for each in groups.values()]


def _line(group: Sequence[Why]) -> str:
    """Return the line of one reason."""
    why = group[0]
    heads = [each.missing for each in group] if why.whole else [say(why.partly, names=listed(why.names))]
    first, *others = (known(head) for head in dict.fromkeys(heads))
    head = "; ".join([first, *(f"{other[:1].lower()}{other[1:]}" for other in others)])
    named = f"{known(listed(why.names))}: " if why.whole and why.names else ""
    told = f"{head}: {named}{known(why.text)}"
    if why.likewise:
        told = t("{reason} {names}: likewise.", reason=told, names=known(listed(why.likewise)))
    return plain(told)


# --- what comes next -------------------------------------------------------------------------------


def coming(view: View, company: str | None) -> list[str]:
    """Return the next trains of the bank and the next colour of tiles, in the steps that need them."""
    if company is None:
        return []
    trains = [*_trains(view, company)] if sells_trains(view) else []
    return [*trains, *(tiles_line(view, company) if takes_tiles(view) else [])]


def _trains(view: View, company: str) -> list[str]:
    """Return lines on the bank's next trains, the company's train limit, and the next rust."""
    held, limit = holding(view, company)
    found = [train_line(view, train) for train in next_trains(view)]
    owns = t("{company} has {held} of {limit} trains", company=plain(company), held=held, limit=limit)
    later = [] if any(train.rusts for train in next_trains(view)) else [rust_line(view)]
    return [*found, " · ".join(filter(None, [owns if limit else "", *later]))]


def train_line(view: View, train: NextTrain) -> str:
    """Return a line on a train of the bank: price, how many are left, what its sale triggers."""
    price = view.money(train.price)
    if train.left is None:
        parts = [t("Next: {train} for {price}, no limit", train=known(train.label), price=price)]
    else:
        parts = [
            t(
                "Next: {train} for {price}, {count} left",
                train=known(train.label),
                price=price,
                count=train.left,
            )
        ]
    parts += [t("phase {phase} begins", phase=train.phase)] if train.phase else []
    names = join_and([t("{kind}-trains", kind=kind) for kind in train.rusts])
    parts += [t("{trains} rust", trains=names)] if train.rusts else []
    return plain(" · ".join(parts))


def tiles_line(view: View, company: str) -> list[str]:
    """Return a line on the tile colours that a company may lay, and the next one; [] after the last."""
    found = next_colour(view, company)
    if found is None:
        return []
    now, colour = join_and([known(spelt(c)) for c in found.now]), known(spelt(found.colour))
    text = t(
        "Tiles now: {now}; {colour} from phase {phase} on, which the first {train}-train begins",
        now=now, colour=colour, phase=found.phase, train=found.train,
    )  # fmt: skip
    return [plain(text)]
