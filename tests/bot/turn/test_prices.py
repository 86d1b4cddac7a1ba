"""What costs, pays or moves a price says an amount before it is pressed, in random games of all titles."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.cards.texts import ROUTINE_KINDS
from bot.turn.choosing.legal_moves import offered_move_lines, offered_move_of, pass_or_end_line
from bot.turn.choosing.prices import derivable_amounts, money_and_price_changes, options_with_effect_notes
from bot.turn.session.draft import Draft, Options, fill_forced_values, legal_values_of_field
from engine import Action, Choice, Game, Range, Refused
from tests.bot.turn.test_chooser import session_of
from tests.titles.g18oe.oe_start import PRIVATES, auction
from tests.walks import TWO_EACH, Walk

MOVES, SHARE, VALUES, ENDS = 450, 0.12, 4, 10
"""Moves of a game, the share of positions looked at, values tried of a field, ends of a choice."""


def ends(game: Game, seat: str, choice: Choice, dice: Random) -> Iterator[tuple[Draft, str]]:
    """Complete drafts of a choice, each with all words that were shown on the way to it."""
    left, found = [(Draft(choice.kind), f"{choice.label} {choice.note}")], 0
    while left and found < ENDS:
        draft, text = left.pop()
        full, wanted = fill_forced_values(game, seat, draft)
        text += words_of(game, seat, draft, full)
        if wanted is None:
            found += 1
            yield full, text
        elif wanted.kind != "routes":
            options = options_with_effect_notes(
                game, seat, full, wanted.name, legal_values_of_field(game, seat, full, wanted.name)
            )
            left += onward(game, full, wanted.name, wanted.kind, options, text, dice)


def onward(
    game: Game, draft: Draft, name: str, kind: str, options: Options, text: str, dice: Random
) -> list[tuple[Draft, str]]:
    if isinstance(options, Range):
        return [(draft.with_value(name, options.low), f"{text} {game.view.money(options.low)}")]
    some = dice.sample(list(options), min(VALUES, len(options)))
    return [
        (draft.with_value(name, [o.value] if kind == "many" else o.value), f"{text} {o.label} {o.note}")
        for o in some
    ]


def words_of(game: Game, seat: str, draft: Draft, full: Draft) -> str:
    """The words of what filled itself, which stand on the button or beside it."""
    before, found = draft, ""
    for name in [n for n in full.args if n not in draft.args]:
        options = legal_values_of_field(game, seat, before, name)
        value = full.args[name]
        if isinstance(options, Range):
            found += f" {game.view.money(value)}"
        else:
            found += "".join(f" {o.label} {o.note}" for o in options if o.value == value)
        before = before.with_value(name, value)
    return found


def on_page(game: Game, seat: str, choice: Choice) -> str:
    """What a first page says of a choice."""
    session = session_of(game, seat)
    return (
        pass_or_end_line(session, choice)
        if choice.kind in ROUTINE_KINDS
        else "\n".join(offered_move_lines(session, offered_move_of(session, choice)))
    )


@pytest.mark.slow(seconds=2)
@pytest.mark.parametrize(("key", "seed"), TWO_EACH)
def test_what_moves_money_or_a_price_says_an_amount(key: str, seed: int) -> None:
    walk, dice = Walk(key, ["Ann", "Ben", "Cy"], seed), Random(1)
    game = walk.game
    silent, seen = dict[str, str](), set[str]()
    for _ in range(MOVES):
        if game.waiting() is None:
            break
        if dice.random() < SHARE:
            for seat in game.view.seats:
                for choice in game.choices(seat):
                    for draft, text in ends(game, seat, choice, dice):
                        look(game, seat, choice, draft, text, silent, seen)
        walk.step()
    assert not silent, "\n".join(f"{kind}: {text}" for kind, text in silent.items())
    assert len(seen) > 5


def look(
    game: Game, seat: str, choice: Choice, draft: Draft, text: str, silent: dict[str, str], seen: set[str]
) -> None:
    try:
        preview = game.preview(Action(choice.kind, seat, draft.args))
    except Refused:
        return
    cash, prices = money_and_price_changes(game.view, preview)
    amounts = {*map(abs, cash.values()), *(price or 0 for price in prices.values())}
    if amounts:
        seen.add(choice.kind)
        said = derivable_amounts(game.view, text)
        if not amounts & said and not amounts & derivable_amounts(game.view, on_page(game, seat, choice)):
            silent[choice.kind] = f"{text} {cash} {prices}"


def test_a_purchase_that_pays_only_what_is_bought_has_no_line_on_it() -> None:
    game = auction(*PRIVATES).game()
    session = session_of(game, "p1")
    [choice] = [one for one in session.decision_moves() if one.kind == "buy_item"]
    lines = "\n".join(offered_move_lines(session, offered_move_of(session, choice)))
    assert "Which item?" in lines
    assert "→ £120" not in lines
