"""The private page of a turn, as its member presses it on a simulated Discord."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.chat.frame import ROW_WIDTH
from bot.store.preferences import CONFIRM_DANGER
from bot.table import game_master
from bot.work.pictures import DrawnPicture
from engine import Option, Range
from tests.bot.playing import IN_ORDER, NoPictures, come_to, deal_by, offers, step_is
from tests.bot.scenes import chosen
from tests.bot.tables import Table, open_table
from tests.loopback.wire import PNG_MAGIC
from tests.simtable import SimAnswer, SimMember


async def page_of(table: Table) -> tuple[SimMember, SimAnswer]:
    [member, *_] = await table.on_move()
    return member, await member.slash("/turn")


class BlankPictures(NoPictures):
    """Every picture is the same small one."""

    async def draw(self, *_: Any, **__: Any) -> DrawnPicture:
        return DrawnPicture(PNG_MAGIC, "A picture", "blank.png")


def last_said(reply: SimAnswer) -> str:
    return reply.messages[-1].text


# --- opening and reopening -------------------------------------------------------------------------


async def test_the_turn_opens_in_private_for_its_player_only(table: Table) -> None:
    ann, ben, dee = (table.member(n) for n in ("Ann", "Ben", "Dee"))
    card = table.with_button("Take turn")
    page = await ann.click(card, "Take turn")
    assert page.ephemeral
    assert page.text.startswith("## SDR 1 (startpacket) · Ann\n")
    assert page.labels == [
        "Buy for $20: Short Line Railroad (SLR)",
        "Bid: HMH Harriot Milton Hotel · $55",
        "Bid: MRTA Metropolis Rapid… · $85",
        "Bid: OBS Obsidian Railroad · $155",
        "Bid: ONE Oneida Railroad · $165",
        "Bid: TWO Twopelo Railroad · $165",
        "Bid: another amount…",
        "Bid: all 7",
        "Pass",
        "What would you do?",
        "Auto…",
        "Refresh",
        "The rule",
        "No more tips",
    ]
    other = await ben.click(card, "Take turn")
    assert "You are not on turn now" in other.text
    assert other.labels == ["Auto…", "Refresh"]
    stranger = await dee.click(card, "Take turn")
    assert stranger.text == "Only the players of this game take turns; look at it with /show."
    assert (await dee.slash("/turn")).text == stranger.text


async def test_before_the_start_and_without_a_game_turn_says_so(tmp_path: Path) -> None:
    async with open_table(tmp_path) as made:
        ann = made.member("Ann")
        assert (await ann.slash("/turn")).text.startswith("There is no game in this channel")
        await ann.slash("/game new", title="18EZ", name="Tuesday")
        assert (await ann.slash("/turn")).text.startswith("The game has not started")


async def test_a_choice_is_kept_and_reopened_also_after_a_restart(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/turn")
    await begin_bid(ann, page, "MIT")
    assert "Bid: Mitsushi Railroad (MIT) from $165" in page.text
    assert page.labels[:5] == ["$165", "$170", "$175", "$185", "Another amount…"]
    before, page = page.text, await ann.slash("/turn")
    assert page.text == before
    await table.restart()
    table.bot.pictures = NoPictures()  # type: ignore[assignment]
    assert (await ann.slash("/turn")).text == page.text
    await ann.click(page, "$175")
    assert "**Bid: Mitsushi Railroad (MIT) from $165, $175**" in page.text
    await ann.click(page, "Back")
    assert "How much?" in page.text
    await ann.click(page, "All choices")
    assert page.labels[-5:] == ["What would you do?", "Auto…", "Refresh", "The rule", "No more tips"]


async def begin_bid(member: SimMember, page: SimAnswer, item: str) -> None:
    """Begin a bid of an amount to be chosen."""
    await member.click(page, "Bid: another amount…")
    await chosen(member, page, item)


# --- choosing, confirming, taking back -------------------------------------------------------------


async def test_a_purchase_says_what_it_does_before_it_does_it(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/turn")
    await ann.click(page, "Buy")
    assert "Ann buys Short Line Railroad for $20." in page.text
    assert "Cash: Ann $600 → $580" in page.text
    assert "This ends the turn; then Ben acts." in page.text
    assert page.labels == ["Confirm", "Back"]
    assert (await table.game()).state.players["p1"].cash == 600
    await ann.click(page, "Confirm")
    assert page.text.startswith("✔ Ann buys Short Line Railroad for $20.")
    assert "Ben to act" in page.text
    assert (await table.game()).state.players["p1"].cash == 580
    assert table.pinged(table.with_button("Take turn")) == {"Ben"}


async def test_an_amount_of_ones_own_is_checked(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/turn")
    await begin_bid(ann, page, "MIT")
    for typed in ("160", "601", "ten", ""):
        modal = await ann.click(page, "Another amount")
        refused = await ann.submit_modal(modal, {"Amount": typed})
        assert last_said(refused) == f"“{typed}” is no possible amount. From $165 to $600."
        assert "How much?" in page.text
    modal = await ann.click(page, "Another amount")
    await ann.submit_modal(modal, {"Amount": "$201"})
    assert "Ann bids $201 on Mitsushi Railroad." in page.text


async def test_a_step_is_undone_and_done_again_until_somebody_acts(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    page = await ann.slash("/turn")
    await ann.click(page, "Pass")
    await ann.click(page, "Confirm")
    assert "Oops, take it back" in page.labels
    await ann.click(page, "Oops, take it back")
    assert "(startpacket) · Ann" in page.text
    await ann.click(page, "Redo")
    assert "Ben to act" in page.text
    await table.act(ben, "pass")
    stale = await ann.click(page, "Oops, take it back")
    assert "moved on" in last_said(stale)
    fresh = await ann.slash("/turn")
    assert "Oops, take it back" not in fresh.labels


async def test_an_old_page_changes_nothing_and_shows_the_turn_as_it_is(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/turn")
    await table.act(ann, "pass")
    await table.act(table.member("Ben"), "pass")
    revision = (await table.game()).revision
    reply = await ann.click(page, "Buy")
    assert [message.id for message in reply.messages] == [page.message.id]
    assert page.text.startswith("The game has moved on")
    assert "Cy to act" in page.text
    assert (await table.game()).revision == revision


async def test_a_quick_button_takes_the_place_of_the_page_that_it_makes_old(table: Table) -> None:
    ann = table.member("Ann")
    page = (await ann.slash("/turn")).message
    await ann.click(table.with_button("Take turn"), "Map")
    assert not page.deleted
    with table.env._bot_scope():
        await table.bot.preferences.update_member_preferences(int(ann.id), confirm=CONFIRM_DANGER)
    reply = await ann.click(table.with_button("Pass"), "Pass")
    assert reply.text.startswith("✔ Ann passes.")
    assert page.deleted


async def test_the_same_button_of_a_card_answers_once(table: Table) -> None:
    ann = table.member("Ann")
    card = table.with_button("Take turn")
    messages = [(await ann.click(card, label)).message for label in ("Map", "Log", "Map")]
    assert [message.deleted for message in messages] == [True, False, False]


@pytest.mark.usefixtures("pages_stay")
async def test_a_second_window_cannot_confirm_what_the_first_one_chose(table: Table) -> None:
    ann = table.member("Ann")
    one, two = await ann.slash("/turn"), await ann.slash("/turn")
    await ann.click(one, "Buy")
    await ann.click(two, "Pass")
    await ann.click(one, "Confirm")
    assert one.text.startswith("Something else was chosen meanwhile")
    assert "**Pass**" in one.text
    assert (await table.game()).revision == 1


@pytest.mark.usefixtures("pages_stay")
async def test_the_other_windows_choice_is_not_taken_by_a_menu_either(table: Table) -> None:
    ann = table.member("Ann")
    one, two = await ann.slash("/turn"), await ann.slash("/turn")
    await begin_bid(ann, one, "MIT")
    await begin_bid(ann, two, "TWO")
    await ann.click(one, "$165")
    assert "Bid: Twopelo Railroad (TWO) from $165" in one.text
    modal = await ann.click(two, "Another amount")
    await ann.click(two, "All choices")
    await ann.submit_modal(modal, {"Amount": "170"})
    assert two.text.startswith("Something else was chosen meanwhile")
    assert (await table.game()).revision == 1


async def test_a_removed_member_and_a_paused_game(table: Table) -> None:
    ann, ben, dee = (table.member(n) for n in ("Ann", "Ben", "Dee"))
    await table.be_careful(dee)
    page = await ann.slash("/turn")
    await ann.click(page, "Pass")
    info = await table.info()
    done = await game_master.reassign_seat(table.bot.games, info.id, int(ann.id), "p1", int(dee.id), "Dee")
    assert done.ok, done.text
    reply = await ann.click(page, "Confirm")
    assert last_said(reply) == "Only the players of this game take turns; look at it with /show."
    assert (await dee.slash("/turn")).labels[-5:-1] == ["What would you do?", "Auto…", "Refresh", "The rule"]
    page = await dee.slash("/turn")
    await dee.click(page, "Pass")
    assert (await game_master.pause_game(table.bot.games, info.id, int(ann.id))).ok
    paused = await dee.click(page, "Confirm")
    assert last_said(paused).startswith("The game is paused")
    assert "The game is paused" in (await ben.slash("/turn")).text


# --- the pages of an operating round ---------------------------------------------------------------


async def choose_hex(member: SimMember, page: SimAnswer, where: Sequence[Option]) -> None:
    """Choose the first of these hexes to lay track: in the menu, or by its button if there are few."""
    if len(where) > ROW_WIDTH:
        await member.select(page, where[0].value, label="Lay track: all")
    elif len(where) > 1:
        await member.click(page, next(label for label in page.labels if f" · {where[0].label}" in label))
    else:
        await member.click(page, "Lay track")


async def test_track_is_laid_from_numbered_pictures(table: Table) -> None:
    await come_to(table, 3, lambda g: step_is("track")(g) and g.state.cursor.number > 1)
    game = await table.game()
    member, page = await page_of(table)
    assert "**▶\N{NO-BREAK SPACE}track** · token · run · dividend · trains" in page.text
    seat = await table.seat_of(member)
    where = game.options(seat, "lay_tile", "hex")
    assert not isinstance(where, Range)
    if len(where) > ROW_WIDTH:
        menu = page.message.pick(f"Lay track: all {len(where)}", None)
        assert sorted(o["value"] for o in menu.options) == sorted(o.value for o in where)
        assert all(o["label"].startswith(f"{i} · ") for i, o in enumerate(menu.options, 1))
    await choose_hex(member, page, where)
    lays = [one for one in page.message.components if ":w_lay:" in one.custom_id]
    assert lays[0].label.startswith("1 · Tile")
    value = lays[-1].custom_id.partition(".")[2]
    await member.click(page, custom_id=lays[-1].custom_id)
    assert "lays" in page.text
    await member.click(page, "Confirm")
    tile, rotation = value.split("|")
    laid = (await table.game()).state.tiles[where[0].value]
    assert laid == (tile, int(rotation))


async def test_a_step_that_was_declined_is_marked_as_passed_over(table: Table) -> None:
    await come_to(table, 3, lambda g: step_is("track")(g) and g.state.cursor.number > 1)
    member, page = await page_of(table)
    await member.click(page, "Lay no track")
    assert "**▶\N{NO-BREAK SPACE}track**" not in page.text
    assert "\n⏭\N{NO-BREAK SPACE}track · " in page.text
    assert page.text.count("⏭") < len(("track", "token", "run", "dividend", "trains"))


async def test_a_step_with_a_move_is_ticked(table: Table) -> None:
    await come_to(table, 3, lambda g: step_is("track")(g) and g.state.cursor.number > 1)
    member, page = await page_of(table)
    where = (await table.game()).options(await table.seat_of(member), "lay_tile", "hex")
    assert not isinstance(where, Range)
    await choose_hex(member, page, where)
    await member.click(
        page, custom_id=[c.custom_id for c in page.message.components if ":w_lay:" in c.custom_id][-1]
    )
    await member.click(page, "Confirm")
    assert "\n✔\N{NO-BREAK SPACE}track · " in page.text


async def test_pictures_are_on_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path) as table:
        real, table.bot.pictures = table.bot.pictures, NoPictures()  # type: ignore[assignment]
        await table.started(title="18EZ", order="join")
        await come_to(table, 3, lambda g: step_is("track")(g) and g.state.cursor.number > 1)
        table.bot.pictures = real
        member, page = await page_of(table)
        [(png, alt)] = page.message.images
        assert png[:8] == PNG_MAGIC
        assert "Numbered: 1" in alt
        item = page.message.find(custom_id=page.message.components[0].custom_id)
        first = item.values[0] if item.values else None
        await (member.select(page, first) if first else member.click(page, item.label))
        if "1 · Tile" in page.text:
            [(sheet, words)] = page.message.images
            assert sheet[:8] == PNG_MAGIC
            assert sheet != png
            assert words


@pytest.mark.parametrize("text_first", [False, True])
async def test_a_page_does_not_repeat_the_table_of_its_picture(table: Table, text_first: bool) -> None:
    ann = table.member("Ann")
    await table.bot.preferences.update_member_preferences(int(ann.id), text_first=text_first)
    assert "Certificates: Ann 0/20" in (await ann.slash("/turn")).text
    table.bot.pictures = BlankPictures()  # type: ignore[assignment]
    page = await ann.slash("/turn")
    assert len(page.message.images) == 1
    assert ("Lot 1 of 8: **Short Line Railroad (SLR)** $20" in page.text) is text_first
    assert "Buy for $20: Short Line Railroad (SLR)" in page.labels
    assert ("Certificates: Ann 0/20" in page.text) is text_first


async def test_a_purchase_whose_button_names_its_price_needs_no_line(table: Table) -> None:
    page = await table.member("Ann").slash("/turn")
    assert "Buy for $20: Short Line Railroad (SLR)" in page.labels
    assert "$580" not in page.text
    assert "no bid yet" not in page.text


async def test_the_best_run_is_a_press_and_a_run_can_be_drawn_by_hand(table: Table) -> None:
    game = await come_to(table, 3, lambda g: offers("run")(g) and bool(g.suggest_routes()))
    member, page = await page_of(table)
    [run] = [label for label in page.labels if label.startswith("Run $")]
    assert "No better run exists." in page.text
    best = int(run.removeprefix("Run $").replace(",", ""))
    modal = await member.click(page, "By hand")
    fields = list(modal.modal_fields)
    wrong = await member.submit_modal(modal, {fields[0]: "Atlantis, Metropolis"})
    assert "there is no stop “Atlantis”" in last_said(wrong)
    modal = await member.click(page, "By hand")
    await member.submit_modal(modal, {})
    assert f"The best routes earn ${best}" in page.text
    assert run in page.labels
    modal = await member.click(page, "By hand")
    await member.submit_modal(modal, dict.fromkeys(fields, ""))
    assert "stands still" in page.text
    assert run not in page.labels
    await member.click(page, "Best routes")
    company = game.waiting()
    assert company is not None
    await member.click(page, run)
    assert f"earns ${best}" in page.text
    made = (await table.game()).state.companies[company.company or ""]
    assert made.last_revenue == best


async def test_an_income_is_distributed_by_one_press_of_three(table: Table) -> None:
    game = await come_to(table, 1, offers("dividend"))
    member, page = await page_of(table)
    assert [label.split(" ")[0] for label in page.labels[:3]] == ["Pay", "Half", "Withhold"]
    waiting = game.waiting()
    assert waiting is not None
    company = waiting.company or ""
    before = game.state.companies[company].cash
    await member.click(page, "Withhold")
    assert f"{company} ${before}" in page.text
    await member.click(page, "Confirm")
    assert (await table.game()).state.companies[company].cash > before


async def test_a_long_list_has_pages_and_can_be_searched(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("choosing.lists", "choosing.legal_moves", "presses.buttons"):
        monkeypatch.setattr(f"bot.turn.{module}.MAX_OPTIONS", 5)
    game = await come_to(table, 1, offers("place_hotel"))
    member, page = await page_of(table)
    seat = await table.seat_of(member)
    await member.click(page, "Place the hotel…")
    many = len(game.options(seat, "place_hotel", "hex"))  # type: ignore[arg-type]
    assert many > 10
    assert f"{many} to choose from, page 1 of" in page.text
    await member.click(page, "Page ▶")
    assert "page 2 of" in page.text
    assert page.message.selects[0].options[0]["label"].startswith("6 · ")
    modal = await member.click(page, "Type number or name")
    await member.submit_modal(modal, {"Number, name or coordinate": "zzz"})
    assert "Nothing matches “zzz”" in page.text
    modal = await member.click(page, "Type number or name")
    await member.submit_modal(modal, {"Number, name or coordinate": "metropolis"})
    assert "places the hotel on Metropolis" in page.text
