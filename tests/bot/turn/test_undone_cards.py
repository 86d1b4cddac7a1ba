"""Finished cards of turns and offers say which of their moves were taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games import stored_games
from bot.post import finished
from bot.store.game_rows import CardInfo
from bot.turn.offer_card import past_offer_page
from bot.words import using_language
from engine.api.stories import OfferClosed
from tests.bot.post.test_deliver import due_again
from tests.bot.tables import Table, toy_table
from tests.bot.turn.test_offer_undo import offered, send_nothing
from tests.bot.turn.test_offers import private_of
from tests.loopback import Message

ANN_TOOK_BACK = "↩ Taken back by Ann: move 2 does not count any more."


def edits_of(table: Table, message: Message) -> int:
    """How often the bot has edited a message."""
    paths = [r.path for r in table.env.http_requests if r.method == "PATCH"]
    return len([path for path in paths if path.endswith(f"/{message.id}")])


async def test_the_card_of_an_undone_turn_says_so_until_the_redo(table: Table) -> None:
    card, ann = table.with_button("Take turn"), table.member("Ann")
    await table.act(ann, "buy_item", item="SLR")
    finished_text = card.text
    assert "Short Line" in finished_text
    await ann.slash("/act undo")
    assert card.text == f"{ANN_TOOK_BACK}\n{finished_text}"
    assert "Take turn" not in card.labels
    await ann.slash("/act redo")
    assert card.text == finished_text


async def test_a_card_says_which_of_its_last_moves_were_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with toy_table(tmp_path, monkeypatch) as table:
        card, [actor] = table.with_button("Take turn"), await table.on_move()
        other = table.member("Ben" if actor.name == "Ann" else "Ann")
        for amount in (1, 2, 3):
            await table.act(actor, "pay", to=await table.seat_of(other), amount=amount)
        await table.act(actor, "count", by=1)
        finished_text = card.text
        assert finished_text.splitlines()[-1] == "-# moves 2 to 5"
        await actor.slash("/act undo")
        line = f"↩ Taken back by {actor.name}: move 5 does not count any more."
        assert card.text == f"{line}\n{finished_text}"
        await actor.slash("/act undo")
        assert card.text.startswith(f"↩ Taken back by {actor.name}: moves 4 to 5 do not count any more.\n")
        await actor.slash("/act redo")
        assert card.text == f"{line}\n{finished_text}"


async def test_an_undo_of_later_moves_does_not_touch_a_card(table: Table) -> None:
    card = table.with_button("Take turn")
    await table.act(table.member("Ann"), "buy_item", item="SLR")
    await table.act(table.member("Ben"), "pass")
    edits = edits_of(table, card)
    await table.member("Ben").slash("/act undo")
    assert edits_of(table, card) == edits


async def test_a_new_move_after_the_undo_leaves_the_mark(table: Table) -> None:
    card, ann = table.with_button("Take turn"), table.member("Ann")
    await table.act(ann, "buy_item", item="SLR")
    await ann.slash("/act undo")
    await table.act(ann, "pass")
    assert card.text.startswith(ANN_TOOK_BACK)
    marked = [m for m in table.channel_messages() if "↩" in m.text]
    assert [m.id for m in marked] == [card.id]


async def test_the_message_of_an_accepted_offer_that_is_undone_says_so(table: Table) -> None:
    _, cy = await private_of(table)
    message = await offered(table, 5)
    await cy.click(message, "Accept")
    assert "accepted" in message.text
    accepted_text, number = message.text, (await table.game()).revision
    await cy.slash("/act undo")
    assert message.text == f"↩ Taken back by Cy: move {number} does not count any more.\n{accepted_text}"
    second = table.with_button("Accept")
    await cy.slash("/act redo")
    assert "accepted" in second.text
    assert "↩" in message.text
    assert "↩" not in second.text


async def test_a_mark_is_made_after_a_restart_once_discord_takes_it(table: Table) -> None:
    card, ann = table.with_button("Take turn"), table.member("Ann")
    await table.act(ann, "buy_item", item="SLR")
    send_nothing(table)
    await ann.slash("/act undo")
    assert "↩" not in card.text
    await table.restart()
    table.env.backend.faults.clear()
    await due_again(table)
    assert card.text.startswith(ANN_TOOK_BACK)
    edits = edits_of(table, card)
    await due_again(table)
    assert edits_of(table, card) == edits


async def test_a_card_that_is_finished_late_is_marked_too(table: Table) -> None:
    card, ann = table.with_button("Take turn"), table.member("Ann")
    table.env.inject_error("PATCH", "/channels/*/messages*", status=403, code=50013, times=None)
    await table.act(ann, "buy_item", item="SLR")
    await ann.slash("/act undo")
    table.env.backend.faults.clear()
    await due_again(table)
    assert card.text.startswith(ANN_TOOK_BACK)


async def test_a_deleted_card_keeps_no_other_from_its_mark(table: Table) -> None:
    ann, ben, card = table.member("Ann"), table.member("Ben"), table.with_button("Take turn")
    await table.act(ann, "buy_item", item="SLR")
    deleted = table.with_button("Take turn")
    await table.act(ben, "pass")
    [stored] = [kept for kept in await kept_cards(table) if str(kept.message_id) == deleted.id]
    table.env.inject_error(
        "PATCH", f"/channels/*/messages/{stored.message_id}", status=404, code=10008, times=None
    )
    await ben.slash("/act undo")
    await ann.slash("/act undo")
    assert card.text.startswith(ANN_TOOK_BACK)
    assert stored.message_id not in {kept.message_id for kept in await kept_cards(table)}


async def kept_cards(table: Table) -> list[CardInfo]:
    """The finished cards of turns that the bot remembers."""
    cards = await stored_games.cards_of_game(table.bot.games, (await table.info()).id)
    return [card for kind, card in cards.items() if kind.startswith(finished.PAST_TURN)]


async def test_only_the_newest_finished_cards_are_remembered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finished, "KEPT_CARDS", 2)
    for _ in range(4):
        [actor] = await table.on_move()
        await table.act(actor, "pass")
    revision = (await table.game()).revision
    assert {card.kind for card in await kept_cards(table)} == {
        f"past_turn:{revision - 1}", f"past_turn:{revision}",
    }  # fmt: skip


async def test_the_deal_of_an_undone_offer_is_read_in_the_language_of_the_server(table: Table) -> None:
    _, cy = await private_of(table)
    message = await offered(table, 5)
    await cy.click(message, "Accept")
    await table.restart()
    game, info = await table.game(), await table.info()
    [number] = [r.number for r in game.log if any(isinstance(e, OfferClosed) for e in r.events)]
    offer_id = next(e.offer.id for e in game.log[number - 1].events if isinstance(e, OfferClosed))
    with using_language("de"):
        page = past_offer_page(info, game, offer_id, number)
    assert page is not None
    assert "Ann verkauft Short Line Railroad an Cy für $5" in str(page.edit_kwargs()["view"].to_components())
