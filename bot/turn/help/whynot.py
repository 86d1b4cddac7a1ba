"""Lines on a turn page that say why a move is not legal; `/show why` lists all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.cards.texts import rust_line
from bot.chat.frame import PageBuilder
from bot.chat.markdown import escape
from bot.turn.session.session import TurnSession
from bot.words import join_and, t, tn, translated
from bot.words.colours import prefers_text_first
from engine import View
from engine.api.supply import (
    NextTrain,
    next_colour,
    next_trains,
    sells_trains,
    takes_tiles,
    trains_held_and_limit,
)
from engine.api.whynot import RefusalReason, listed, refusal_reasons, skipped_step_reasons
from engine.message import in_words, say

MAX_REASONS = 6
"""The maximum number of lines of reasons on a page."""

TRAINS_PICTURE_KIND = "trains"
"""The kind of picture that shows the trains; the names of these pictures begin with it."""


def add_illegal_move_reasons(
    session: TurnSession, builder: PageBuilder, kinds: Iterable[str] | None = None
) -> None:
    """Add lines of subtext to a turn page on why moves are not legal, and on the next trains and tiles.

    ``kinds`` are the kinds of moves to explain. None explains all kinds, and also why the steps right before
    this one were skipped. There are at most six lines of reasons; if there are more reasons, the sixth says
    how many are left out. The codes of all reasons are added to ``session.explained_refusals``. Nothing is
    added if the player is not to act.
    """
    if not session.is_to_act:
        return
    kind_list = None if kinds is None else list(kinds)
    skipped_steps = skipped_step_reasons(session.view, session.seat) if kind_list is None else []
    all_reasons = [*skipped_steps, *refusal_reasons(session.view, session.seat, kind_list)]
    session.explained_refusals += [reason.code for reason in all_reasons]
    reasons = reason_lines(all_reasons)
    if len(reasons) > MAX_REASONS:
        count = len(reasons) - MAX_REASONS + 1
        reasons = [*reasons[: MAX_REASONS - 1], t("… and {count} more: `/show why`", count=count)]
    shows_trains = not prefers_text_first() and any(
        picture.name.startswith(TRAINS_PICTURE_KIND) for picture in builder.pictures
    )
    supply_lines = next_trains_and_tiles_lines(
        session.view, session.company, omit_trains_for_sale=shows_trains
    )
    all_lines = [*supply_lines, *reasons]
    builder.notes += ["\n".join(f"-# {line}" for line in all_lines)] if all_lines else []


def add_skipped_step_reasons(session: TurnSession, builder: PageBuilder) -> None:
    """Add lines of subtext to a turn page on why the steps right before the current one were skipped.

    Nothing is added if none were skipped, or if the player is not to act.
    """
    reasons = reason_lines(skipped_step_reasons(session.view, session.seat)) if session.is_to_act else []
    builder.notes += ["\n".join(f"-# {line}" for line in reasons)] if reasons else []


def reason_lines(reasons: Sequence[RefusalReason]) -> list[str]:
    """Return lines on why moves are not legal, for a turn page; those with the same reason share a line."""
    groups: dict[object, list[RefusalReason]] = {}
    for reason in reasons:
        names = reason.names if reason.applies_to_all else ()
        groups.setdefault((reason.text, names, reason.other_names), []).append(reason)
    return [_reason_line(group) for group in groups.values()]


def _reason_line(reasons: Sequence[RefusalReason]) -> str:
    """Return a turn page's line on why moves are not legal: what cannot be done, then the reason.

    ``reasons`` are the reasons of one or more moves, all with the same text. What cannot be done is a whole
    move, or only some of its options, which are named then. If no reason concerns a whole move and none has
    names, the line is the reason alone. Companies for which the same is true (``other_names``) end the line.
    """
    first_reason = reasons[0]
    if not any(reason.applies_to_all or any(reason.names) for reason in reasons):
        return escape(translated(first_reason.text))
    missing_texts = [
        reason.missing if reason.applies_to_all else say(reason.partly, names=listed(reason.names))
        for reason in reasons
    ]
    first_text, *other_texts = (translated(missing_text) for missing_text in dict.fromkeys(missing_texts))
    missing_text = "; ".join(
        [first_text, *(f"{other_text[:1].lower()}{other_text[1:]}" for other_text in other_texts)]
    )
    names_text = (
        f"{translated(listed(first_reason.names))}: "
        if first_reason.applies_to_all and first_reason.names
        else ""
    )
    sentence = f"{missing_text}: {names_text}{translated(first_reason.text)}"
    if first_reason.other_names:
        sentence = t(
            "{reason} {names}: likewise.", reason=sentence, names=translated(listed(first_reason.other_names))
        )
    return escape(sentence)


# --- what comes next -------------------------------------------------------------------------------


def next_trains_and_tiles_lines(
    view: View, company: str | None, *, omit_trains_for_sale: bool = False
) -> list[str]:
    """Return lines on the bank's next trains or the next tile colour, in steps that buy trains or lay track.

    ``omit_trains_for_sale``: a picture shows the trains, so only the train limit and the next rusting are
    mentioned. [] in other steps, and if ``company`` is None.
    """
    if company is None:
        return []
    train_lines = _train_lines(view, company, omit_trains_for_sale) if sells_trains(view) else []
    return [*train_lines, *(tile_colour_lines(view, company) if takes_tiles(view) else [])]


def _train_lines(view: View, company: str, omit_trains_for_sale: bool) -> list[str]:
    """Return a turn page's lines on the bank's next trains, and a last line on the company's train limit.

    The last line also says which trains rust next, unless a line before it does; it may be "".
    ``omit_trains_for_sale``: a picture shows the trains, so the last line is the only one.
    """
    trains_held, limit = trains_held_and_limit(view, company)
    trains_for_sale = [] if omit_trains_for_sale else next_trains(view)
    limit_text = tn(
        "{company} may own {count} train and has {held}",
        "{company} has {held} of the {count} trains that it may own",
        limit or 0, company=escape(company), held=trains_held,
    )  # fmt: skip
    rust_lines = [] if any(train.rusts for train in trains_for_sale) else [rust_line(view)]
    return [
        *(train_line(view, train) for train in trains_for_sale),
        " · ".join(filter(None, [limit_text if limit else "", *rust_lines])),
    ]


def train_line(view: View, train: NextTrain) -> str:
    """Return the line on a train that the bank sells next: its price, and how many are left.

    The line also says what happens when the first of these trains is bought: the phase that begins, and the
    trains that rust.
    """
    price = view.money(train.price)
    if train.left is None:
        parts = [t("Next: {train} for {price}, no limit", train=translated(train.label), price=price)]
    else:
        parts = [
            t(
                "Next: {train} for {price}, {count} left",
                train=translated(train.label),
                price=price,
                count=train.left,
            )
        ]
    parts += [t("phase {phase} begins", phase=train.phase)] if train.phase else []
    names = join_and([t("{kind}-trains", kind=kind) for kind in train.rusts])
    parts += [t("{trains} rust", trains=names)] if train.rusts else []
    return escape(" · ".join(parts))


def tile_colour_lines(view: View, company: str) -> list[str]:
    """Return a list with the line on the tile colours that a company may lay, and when the next one comes.

    [] if no further colour comes.
    """
    next_supply = next_colour(view, company)
    if next_supply is None:
        return []
    current_colours = join_and([translated(in_words(colour_now)) for colour_now in next_supply.now])
    colour = translated(in_words(next_supply.colour))
    text = t(
        "Tiles that can be laid now: {now}. The first {train}-train begins phase {phase} and brings "
        "{colour} tiles.",
        now=current_colours, colour=colour, phase=next_supply.phase, train=next_supply.train,
    )  # fmt: skip
    return [escape(text)]
