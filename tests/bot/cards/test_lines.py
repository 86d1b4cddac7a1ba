"""What happened, on a card: a line an actor's turn, in the order of time, nothing lost or told twice."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import update

import engine
from bot.cards.lines import rows_of_turns, turns_as_text
from bot.cards.past_turns import FIRST_RECORD, Turn, turns_after
from bot.cards.texts import bank_line
from bot.chat.current_game import CurrentGame
from bot.chat.markdown import leading_lines, truncate_to_whole_lines
from bot.games.announcements import queue_record_messages
from bot.games.changes import Changes
from bot.look.logbook import turns_page
from bot.store.tables import outbox
from bot.words import parse_stored_message, using_language
from engine import TITLES, Action, Game, game_at, new_game
from engine.api.stories import EventKind, OfferMade, Rank, Said
from engine.checks.random_play import RandomPlayer
from tests import toy
from tests.bot.card_events import said, turn
from tests.bot.limits import check_page, labels_of, text_of
from tests.bot.tables import Table, open_table
from tests.cards import faults, info_of, played, split, told_wrong
from tests.walks import LARGEST

GAMES, MOVES = ((3, 1), (3, 2), (4, 11), (5, 1)), 240
"""Players and seed of four games of each title, of which other tests play three as well. The largest title
has those in which cards tell what those of the others do not. `python -m tests.drills telling` plays more."""


# --- random games ----------------------------------------------------------------------------------


@pytest.mark.slow(seconds=3)
@pytest.mark.parametrize("title", sorted(TITLES))
def test_the_cards_of_random_games_tell_all_of_it_once_and_in_order(title: str) -> None:
    for players, seed in GAMES:
        if (title, seed) == (LARGEST, 2):
            continue
        game, told = played(title, seed, MOVES, players)
        assert len(told) > 20
        assert told_wrong(game, told) == ""
        assert split(told) == []
        assert [(card.first, fault) for card in told for fault in faults(card)] == []
        assert max(len(card.text) for card in told) <= 4000
        begun = [turn for card in told for turn in card.told if turn.begun_round]
        assert not [
            line.text
            for turn in begun
            for line in turn.lines
            if line.kind in (EventKind.OFFER, EventKind.LAPSE)
        ]


def test_a_card_against_the_time_or_with_a_line_less_is_noticed() -> None:
    game, told = played("1889", 11, 60)
    card = next(card for card in told if len(card.rows) > 1)
    assert faults(replace(card, rows=card.rows[::-1])) == ["against the time, twice, or lost"]
    assert faults(replace(card, rows=card.rows[1:])) == ["against the time, twice, or lost"]
    assert faults(replace(card, rows=[*card.rows, card.rows[0]])) == ["against the time, twice, or lost"]
    assert "no line" in faults(replace(card, rows=[]))
    assert told_wrong(game, told[1:]) != ""
    assert told_wrong(game, [*told, told[-1]]) != ""
    twice = replace(card, told=[Turn(1, "AR", is_company=True, lines=card.lines)])
    assert split([twice, twice]) != []


def test_a_company_that_nobody_directs_acts_under_its_own_name() -> None:
    _, told = played("1862", 1, 330)
    rows = [row.text for card in told for row in card.rows]
    alone = [text for text in rows if "(in receivership): runs" in text]
    assert alone
    assert all(" · £" in text and "withholds £" in text for text in alone)


def test_a_line_reads_in_german() -> None:
    with using_language("de"):
        _, told = played("1889", 1, 120)
    rows = [row.text for card in told for row in card.rows]
    assert any("fährt mit 1 Lok ¥30 ein, schüttet ¥3 je Aktie aus (KU ¥9, Ann ¥3, " in text for text in rows)
    assert any("**OR 1.1 beginnt**: Privatbahnen zahlen " in text for text in rows)
    assert not [text for text in rows if " buys " in text or " passes" in text or " pays " in text]


# --- one line a turn -------------------------------------------------------------------------------


@pytest.fixture
def game() -> Game:
    return new_game("1889", ["Ann", "Ben", "Cy", "Dee"], seed=1)


def test_a_run_its_routes_and_what_it_paid_are_one_event(game: Game) -> None:
    routes = [said("2: A-B", "AR", EventKind.ROUTE), said("3: A-C", "AR", EventKind.ROUTE)]
    income = said("earns ¥90", "AR", EventKind.INCOME, revenue=90)
    paid = said("pays ¥9 a share", "AR", rank=Rank.DIVIDEND)
    price = said("¥90 → ¥100", "AR", EventKind.PRICE)
    ran = turn(game, "AR", said("#8 on K4", "AR", EventKind.TILE), *routes, income, paid, price, by="p2")
    assert turns_as_text([ran]) == (
        r"-# AR (Ben): \#8 on K4 · runs 2 trains for ¥90, pays ¥9 a share · ¥90 → ¥100"
    )


def test_who_did_it_is_named_where_it_is_not_the_one_of_before(game: Game) -> None:
    told = [said("sells", "p1"), said("¥90 → ¥80", "IR", EventKind.PRICE), said("buys", "p1")]
    told += [said("becomes president", "p2"), said("waits", "p2"), said("passes on", "p1")]
    assert turns_as_text([turn(game, "p1", *told)]) == (
        "-# Ann sells · IR ¥90 → ¥80 · buys · Ben becomes president, waits · Ann passes on"
    )


def test_what_follows_a_colon_is_no_part_of_it(game: Game) -> None:
    told = [
        said("offers Ben: a 2 for ¥1", "p1", EventKind.OFFER),
        said("gives ¥25", "p1"),
        said("waits", "p1"),
    ]
    assert turns_as_text([turn(game, "AR", *told, by="p1")]) == (
        "-# AR (Ann): Ann offers Ben: a 2 for ¥1 · Ann gives ¥25, waits"
    )


def test_several_who_only_pass_are_one_line(game: Game) -> None:
    passes = [turn(game, seat, said("passes", seat, EventKind.PASS)) for seat in ("p2", "p3", "p4")]
    note = "by standing order: passing until the round is over"
    ordered = turn(game, "p1", replace(said("passes", "p1", EventKind.PASS), note=note))
    assert turns_as_text([*passes, ordered]) == "-# Ben, Cy and Dee pass\n-# Ann passes (order)"
    assert turns_as_text([passes[0]]) == "-# Ben passes"


def test_incomes_at_the_start_of_a_round_are_one_line(game: Game) -> None:
    pays = [("p1", 10), ("p2", 5), ("p1", 5)]
    lines = [said(f"gets {amount}", seat, EventKind.PAID, amount=amount) for seat, amount in pays]
    begins = replace(turn(game, "", *lines), begun_round="OR 2.1")
    assert turns_as_text([begins]) == "-# **OR 2.1 begins**: privates pay Ann ¥15, Ben ¥5"


def test_what_is_done_several_times_is_said_once(game: Game) -> None:
    bought = said("buys a 2", "AR", EventKind.TRAIN, Rank.DEAL)
    assert turns_as_text([turn(game, "AR", bought, bought, by="p1")]) == "-# AR (Ann): buys a 2 (twice)"
    sold = said("buys a 2 for ¥80", "AR", EventKind.TRAIN, Rank.DEAL, price=80)
    told = turn(game, "AR", sold, sold, sold, by="p1")
    assert turns_as_text([told]) == "-# AR (Ann): buys a 2 for ¥80 (3 times, ¥80 each)"


def test_the_actor_is_named_again_after_a_sentence_about_something_else(game: Game) -> None:
    told = [said("sells", "p1"), said("Nobody directs IR any more"), said("starts AR", "p1")]
    assert turns_as_text([turn(game, "p1", *told)]) == (
        "-# Ann sells · Nobody directs IR any more · Ann starts AR"
    )


# --- all of it -------------------------------------------------------------------------------------


def test_all_of_it_opens_in_the_same_form_page_by_page() -> None:
    game, told = played("1862", 11, MOVES)
    here = CurrentGame(replace(info_of(game), revision=game.revision), game, ("p1",))
    first = turns_page(here, 2)
    check_page(first)
    assert first.view is not None
    assert labels_of(first.view) == ["Later ▶", "Move by move"]
    later = turns_page(here, 2, text_of(first.view).count("\n-# "))
    check_page(later)
    assert later.view is not None
    assert labels_of(later.view)[0] == "◀ Earlier"
    shown = [text_of(page.view).split("\n-# ", 1)[1] for page in (first, later) if page.view]
    rows = [
        row.text
        for row in rows_of_turns([t for card in told for t in card.told if t.first_record > FIRST_RECORD])
    ]
    assert shown[0].startswith(rows[0])
    assert not set(shown[0].split("\n-# ")[-1:]) & set(shown[1].split("\n-# ")[:1])


# --- which card is posted --------------------------------------------------------------------------


def test_another_round_is_another_card_though_the_same_seat_goes_on() -> None:
    game, _ = played("1889", 1, 25)
    for record in game.log[1:]:
        changed = any(
            turn.begun_round
            for turn in turns_after(game, record.number - 1)
            if turn.first_record == record.number
        )
        changes, waiting = Changes(), game.waiting()
        queue_record_messages(changes, game, [record], waiting)
        posted = any(note.kind == "turn_card" for note in changes.messages)
        assert posted or not changed


def test_a_forced_decision_before_anothers_turn_has_a_card_of_its_own() -> None:
    _, told = played("1826", 31, 20)
    par, ben = next((a, b) for a, b in pairwise(told) if "sets the par" in a.text)
    assert par.text.startswith("### Initial 1 · Chemin de Fer de Paris (Paris): Dee\n-# Dee sets the par")
    assert ben.text.startswith("### Initial 1: Ben\n-# Ben buys Ligne Strasbourg-Bâle")
    assert (par.last, ben.first) == (13, 13)
    assert all(len({turn.actor for turn in card.told if turn.actor}) == 1 for card in told)


def test_an_offer_lapses_on_the_line_of_the_turn_that_it_was_made_in() -> None:
    _, told = played("1889", 31, 75)
    last = next(card for card in told if card.text.startswith("### OR 2.1 · Uwajima Railway (UR)"))
    turn, begins = last.rows
    offer = "Cy offers Ben: UR buys Uno-Takamatsu Ferry for ¥300"
    assert turn.text.endswith(f"{offer} · the offer of Cy to Ben lapses")
    assert begins.text == "**OR 2.1 ends, OR 2.2 begins**: privates pay Cy ¥25, Dee ¥20, Ben ¥40"


def test_whoever_had_the_priority_card_already_keeps_it() -> None:
    kept = 0
    for players, seed in GAMES:
        game, told = played("1889", seed, 75, players)
        holder = game_at(game, 1).state.priority
        for taken in (taken for card in told for taken in card.told):
            line = next((line for line in taken.lines if "priority card" in line.text), None)
            if line is not None:
                word = "keeps" if line.subject == holder else "takes"
                assert line.predicate == f"{word} the priority card"
                holder, kept = line.subject, kept + (word == "keeps")
    assert kept


def test_the_first_card_tells_how_the_game_began() -> None:
    _, told = played("1889", 11, 12)
    seats, begins, *_ = told[0].rows
    assert seats.text.startswith("The seats are drawn, clockwise: ")
    assert begins.text == "**Auction begins**"
    assert not any("seats are drawn" in card.text for card in told[1:])


def test_offers_that_lapse_together_are_counted() -> None:
    _, told = played("1889", 26, 75)
    last = next(card for card in told if card.text.startswith("### OR 2.1 · Awa Railroad (AR)"))
    assert last.rows[0].text.endswith("¥60 → ¥65 · 4 offers lapse")
    assert "the offer of Dee" not in last.text


def test_each_offer_that_lapses_is_told_as_what_it_was_about() -> None:
    game, _ = played("1889", 26, 75)
    [record] = [record for record in game.log if record.number == 62]
    changes, made = Changes(), offers_of(game)
    queue_record_messages(changes, game, [record], None)
    settled = [note.payload for note in changes.messages if note.kind == "offer_closed"]
    assert len({(note["by"], note["to"]) for note in settled}) < len(settled) == 4
    assert [parse_stored_message(note["deal"]) for note in settled] == [
        made[note["offer"]] for note in settled
    ]


def offers_of(game: Game) -> dict[str, str]:
    """What each offer was about when it was made, by its id."""
    found = dict[str, str]()
    for record in game.log:
        ids = [event.offer.id for event in record.events if isinstance(event, OfferMade)]
        deals = [e.params["deal"] for e in record.events if isinstance(e, Said) and e.key == "offer_made"]
        found |= dict(zip(ids, deals, strict=True))
    return found


def test_a_private_is_called_by_its_name_where_it_is_the_one_that_pays() -> None:
    _, told = played("1826", 31, 46)
    paid = "Ponts et Chaussées pays F40 of the next river tile of Paris in this turn"
    assert any(paid in card.text for card in told)


@pytest_asyncio.fixture
async def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A game of the toy title."""
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    async with open_table(tmp_path) as made:
        await made.started("Ann", "Ben", "Cy", order="join")
        yield made


async def test_an_open_card_comes_to_show_the_step_as_it_is_now(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.import_file(table.member("Ann"), json.dumps(at_a_turn().to_json()).encode())
        for seat, name in (("p1", "Ann"), ("p2", "Ben"), ("p3", "Cy"), ("p4", "Dee")):
            await table.member("Ann").slash("/gm replace", seat=seat, user=table.member(name))
        await table.member("Ann").slash("/gm resume")
        card, [actor] = table.with_button("Take turn"), await table.on_move()
        assert "lay track" in card.text
        await table.act(actor, "skip")
        assert "lay track" in card.text
        async with table.bot.store.transaction() as conn:
            await conn.execute(update(outbox).where(outbox.c.kind == "step_card").values(due=0))
        with table.env._bot_scope():
            await table.bot.sender.send_all_due()
        await table.env.settle()
        assert table.with_button("Take turn").id == card.id
        assert "lay track" not in card.text


def at_a_turn() -> Game:
    """A company has a choice of tiles, and after them another choice."""
    game = new_game("1889", ["Ann", "Ben", "Cy", "Dee"], seed=1)
    dice = RandomPlayer(game.title, 1)
    while True:
        waiting = game.waiting()
        assert waiting is not None
        if waiting.step == "track":
            then = game_at(game, game.revision)
            then.submit(Action("skip", waiting.players[0]))
            after = then.waiting()
            if after is not None and (after.players, after.company) == (waiting.players, waiting.company):
                return game
        game.submit(dice.action(game))


async def test_the_card_of_a_table_that_was_resumed_is_posted_anew(toys: Table) -> None:
    ann, before = toys.member("Ann"), toys.with_button("Take turn")
    await ann.slash("/gm pause")
    assert toys.with_button("Take turn").id == before.id
    await ann.slash("/gm resume")
    after = toys.with_button("Take turn")
    assert after.id != before.id
    assert before.deleted
    assert "paused" not in after.text


def test_a_bank_below_zero_is_told_as_it_is_played(game: Game) -> None:
    assert bank_line(game.view) == "bank ¥5,320"
    game.state.bank = -3565
    assert bank_line(game.view) == "the bank is broken by ¥3,565: paid on paper"


@pytest.mark.parametrize(("title", "moves"), [("1826", 25), ("18OE", 75)])
def test_a_count_of_rounds_that_is_set_back_is_no_round(title: str, moves: int) -> None:
    """Auctions, concessions and stock rounds are counted apart: the number is set back between them."""
    _, told = played(title, 5, moves)
    text = "\n".join(card.text for card in told)
    assert len(re.findall(r"[1-9] begins\*\*", text)) > 1
    assert not re.search(r" 0 (ends|begins)", text)


def test_a_text_is_cut_after_a_whole_line() -> None:
    text = "one\ntwo three\nfour"
    assert truncate_to_whole_lines(text, 20) == text
    assert truncate_to_whole_lines(text, 16) == "one\ntwo three\n…"
    assert truncate_to_whole_lines(text, 12) == "one\n…"


def test_leading_lines_are_those_that_fit_when_they_are_joined() -> None:
    lines = ["one", "two three", "four"]
    joined = {most: list(leading_lines(lines, most)) for most in (2, 3, 12, 13, 17, 18)}
    assert joined == {2: [], 3: lines[:1], 12: lines[:1], 13: lines[:2], 17: lines[:2], 18: lines}
    assert leading_lines([], 5) == []
