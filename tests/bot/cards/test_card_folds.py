"""What a card leaves out and counts where there is too much to tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.cards.counts import line_counts_text
from bot.cards.lines import MAX_RESULT_LINES, fit_rows, turns_as_text
from bot.cards.past_turns import Turn
from engine import Game, new_game
from engine.api.stories import EventKind, LogLine, Rank
from tests.bot.card_events import said, turn


@pytest.fixture
def game() -> Game:
    return new_game("1889", ["Ann", "Ben", "Cy", "Dee"], seed=1)


def test_the_oldest_turns_are_told_as_one_with_what_mattered(game: Game) -> None:
    old = turn(
        game, "AR", said("#8 on K4", "AR", EventKind.TILE), said("floats", "IR", rank=Rank.FLOAT), by="p1"
    )
    bids = [turn(game, "p2", said(f"bids {i}", "p2")) for i in range(7)]
    told = [old, turn(game, "p3", said("bids", "p3")), *bids]
    first, *rest = turns_as_text(told, 8).splitlines()
    assert first == "-# before: 2 turns (AR, Cy): IR floats · Cy bids · 1 tile"
    assert rest == [f"-# Ben bids {i}" for i in range(7)]
    assert any(row.counted_lines for row in fit_rows(told, 8))
    assert not any(row.counted_lines for row in fit_rows(told, 9))


def test_of_what_is_told_as_one_rounds_and_money_of_the_reader_always_stand(game: Game) -> None:
    def paid(seat: str) -> LogLine:
        return said("gets money", seat, EventKind.PAID, amount=5)

    old = turn(game, "p1", said("passes", "p1", EventKind.PASS))
    ends = replace(turn(game, "", said("the order changes")), ended_round="Stock 1")
    begins = replace(turn(game, "", paid("p2")), begun_round="OR 1.1")
    told = [old, ends, begins, *(turn(game, "p2", said(f"bids {i}", "p2")) for i in range(7))]
    first = turns_as_text(told, 8, reader_seats=("p2",)).splitlines()[0]
    assert first == (
        "-# before: 1 turn (Ann): **Stock 1 ends** · the order changes · "
        "**OR 1.1 begins** · privates pay Ben ¥5"
    )
    first = turns_as_text(told, 8, reader_seats=("p3",)).splitlines()[0]
    assert first.endswith("**OR 1.1 begins** · privates pay")


def test_passes_alone_are_not_counted(game: Game) -> None:
    names = ("p3", "p1")
    old = [turn(game, seat, said("passes", seat, EventKind.PASS)) for seat in names]
    parts = [old[0], replace(old[1], has_decision=True)]
    told = [*parts, *(turn(game, "p2", said(f"bids {i}", "p2")) for i in range(8))]
    told[0].lines[0] = replace(told[0].lines[0], note="late")
    assert turns_as_text(told, 9).splitlines()[0] == "-# before: Cy and Ann pass"


@pytest.mark.parametrize(
    ("kind", "count"), [(EventKind.LAPSE, "1 offer"), (EventKind.ROUTE, "1 run"), (EventKind.TILE, "1 tile")]
)
def test_what_is_left_out_alone_is_counted(game: Game, kind: EventKind, count: str) -> None:
    lines = [said("x" * 20, "p1", kind), said("y" * 2000, "p1", EventKind.TRAIN, Rank.RUST)]
    assert turns_as_text([turn(game, "p1", *lines)]).endswith(f" · + {count}")


def test_offers_that_came_to_nothing_go_first_then_tiles_and_never_the_cause_of_a_price(game: Game) -> None:
    def offered(number: int, *parts: EventKind) -> list[LogLine]:
        values = {"by": "p1", "to": "p2", "deal": f"deal {number}"}
        return [replace(said(f"offers {number} {'x' * 200}", "p1", part), values=values) for part in parts]

    offers = [line for i in range(5) for line in offered(i, EventKind.OFFER, EventKind.LAPSE)]
    cause = said(f"has no income {'y' * 150}", "AR")
    price = said("¥90 → ¥80", "AR", EventKind.PRICE)
    tile = said(f"#8 on {'z' * 150}", "AR", EventKind.TILE)
    long = [said(f"thing {i} {'x' * 100}", "AR") for i in range(3)]
    made = [turn(game, "AR", tile, *offers, *more, cause, price, by="p1") for more in ([], long)]
    [row] = fit_rows(made[:1], 8, 420)
    assert (
        row.text
        == f"AR (Ann): {tile.text[:-1]} · 5 offers, none accepted · {cause.text[:-1]} · ¥90 → ¥80".replace(
            "#", "\\#"
        )
    )
    assert row.counted_lines == offers
    [row] = fit_rows(made[1:], 8, 420)
    assert row.text.endswith(f"{cause.text[:-1]} · ¥90 → ¥80 · + 1 tile, 5 offers, 2 things more")
    taken = [replace(offers[0], rank=Rank.DEAL, text="accepts"), *offers]
    [row] = fit_rows([turn(game, "AR", *taken, by="p1")], 8, 420)
    assert "4 offers, none accepted" in row.text


def test_an_offer_that_still_waits_is_not_called_refused(game: Game) -> None:
    values = {"by": "p1", "to": "p2"}
    lines = [
        replace(said(f"offers {i} {'x' * 300}", "p1", EventKind.OFFER), values={**values, "deal": i})
        for i in range(2)
    ]
    [row] = fit_rows([turn(game, "AR", *lines, by="p1")], 8, 420)
    assert row.text == "AR (Ann): 2 offers"


def test_rounds_in_which_everybody_passed_make_room_for_what_was_done(game: Game) -> None:
    ran = [turn(game, "AR", said(f"runs {i}", "AR"), by="p1") for i in range(4)]
    quiet: list[Turn] = []
    for name in ("Stock 2", "Stock 3"):
        quiet.append(replace(turn(game, "", said("passes", "p1", EventKind.PASS)), begun_round=name))
        quiet += [turn(game, seat, said("passes", seat, EventKind.PASS)) for seat in ("p2", "p3")]
        quiet.append(replace(turn(game, "", said("takes the card", "p2")), ended_round=name))
    over = replace(turn(game, "", said("the game is over")), begun_round="Stock 4")
    [*first, rounds, last] = fit_rows([*ran, *quiet, over], 8)
    assert [row.text for row in first] == [f"AR (Ann): runs {i}" for i in range(4)]
    assert rounds.text == "**Stock 2** to **Stock 3**: everybody passes"
    assert rounds.counted_lines == [line for turn in quiet for line in turn.lines]
    assert last.text == "**Stock 4 begins**: the game is over"
    one = fit_rows([*ran, *quiet[:4], over, *ran], 10)
    assert "**Stock 2**: everybody passes" in [row.text for row in one]
    quiet[3].lines.append(said("¥90 → ¥100", "AR", EventKind.PRICE))
    assert not any("everybody" in row.text for row in fit_rows([*ran, *quiet[:4], over, *ran], 10))


def test_a_long_line_counts_what_matters_least_and_keeps_the_run(game: Game) -> None:
    income = said("earns ¥90", "AR", EventKind.INCOME, revenue=90)
    trifles = [said(f"trifle {i} {'x' * 90}", "AR") for i in range(60)]
    [row] = fit_rows([turn(game, "AR", income, *trifles, by="p1")], MAX_RESULT_LINES, 3300)
    assert row.text.startswith("AR (Ann): earns ¥90 · trifle")
    assert row.text.endswith(f" · + {len(row.counted_lines)} things more")
    assert len(row.text) < 3400
    assert sorted([*row.shown_lines, *row.counted_lines], key=lambda line: line.text) == sorted(
        [income, *trifles], key=lambda line: line.text
    )


def test_a_phase_nationals_and_rust_stand_before_all_else_on_a_long_line(game: Game) -> None:
    def national(company: str) -> LogLine:
        line = said(f"becomes a national: {'tokens off the map, ' * 5}", company, rank=Rank.FORMATION)
        return replace(line, plural_predicate="become nationals")

    abandoned = [said(f"{name} is abandoned {'x' * 90}", rank=Rank.MERGER) for name in "MNOPQ"]
    told = [
        said("buys a 6 for ¥600", "AR", EventKind.TRAIN, Rank.DEAL),
        said("Phase 6 begins", rank=Rank.PHASE),
        *(line for pair in zip(map(national, ("IR", "KO", "KU")), abandoned, strict=False) for line in pair),
        *abandoned[3:],
        said("becomes president", "p2", rank=Rank.PRESIDENT),
        said(f"Trains rust: {'AR 1, ' * 25}", rank=Rank.RUST),
        said("floats", "SR", rank=Rank.FLOAT),
    ]
    [row] = fit_rows([turn(game, "AR", *told, by="p1")], 8, 420)
    assert "Phase 6 begins · IR, KO and KU become nationals · " in row.text
    assert f"Trains rust: {'AR 1, ' * 25}" in row.text
    assert "SR floats · + " in row.text
    assert told[0] in row.counted_lines
    assert abandoned[0] in row.counted_lines


def test_companies_that_are_sold_out_are_one_event_with_their_new_prices(game: Game) -> None:
    def sold(company: str, before: int, value: int) -> list[LogLine]:
        price = said(f"¥{before} → ¥{value}", company, EventKind.PRICE, before=before, value=value)
        return [said("is sold out", company, EventKind.SOLD_OUT), price]

    takes = said("takes the priority card", "p1")
    ends = replace(turn(game, "", takes, *sold("AR", 70, 80), *sold("IR", 80, 90)), ended_round="Stock 4")
    [row] = fit_rows([ends])
    assert row.text == "**Stock 4 ends**: Ann takes the priority card · sold out, price up: AR ¥80, IR ¥90"
    assert row.shown_lines == ends.lines
    alone = replace(turn(game, "", takes, *sold("AR", 70, 80)), ended_round="Stock 4")
    [row] = fit_rows([alone])
    assert row.text.endswith("AR is sold out, ¥70 → ¥80")
    other = said("¥90 → ¥80", "KO", EventKind.PRICE, before=90, value=80)
    [row] = fit_rows([replace(turn(game, "", *sold("AR", 70, 80), *sold("IR", 80, 90), other))])
    assert row.text == "sold out, price up: AR ¥80, IR ¥90 · KO ¥90 → ¥80"


def test_sold_out_companies_that_are_left_out_are_counted_by_their_prices() -> None:
    sold = said("is sold out", "AR", EventKind.SOLD_OUT)
    assert line_counts_text([sold, said("¥70 → ¥80", "AR", EventKind.PRICE)]) == "1 new price"
    assert line_counts_text([sold]) == "1 thing more"
