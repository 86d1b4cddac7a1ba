"""Private answers speak the language of whoever asks, what all see that of the server."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.cards.texts import seat_label
from bot.chat.frame import action_row, build_layout
from bot.chat.press import Press, button, select_menu
from bot.games import moves
from bot.votes import undo
from bot.words import using_language
from engine import TITLES
from engine.checks.random_play import RandomPlayer
from tests.bot import limits
from tests.bot.places import Speaks, server
from tests.bot.playing import IN_ORDER, NoPictures, deal_by
from tests.bot.tables import Table, open_table


@pytest.fixture
def table(toys: Table) -> Table:
    return toys


async def test_a_german_reads_german_in_private_and_english_on_the_card(table: Table, speaks: Speaks) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    speaks(ben, "de")
    await table.started("Ann", "Ben")
    refused = await ben.slash("/game join")
    assert refused.text == "Das Spiel hat begonnen; das lässt sich nur vorher ändern."
    card = table.with_button("Take turn")
    assert "to act" in card.text
    page = await ben.click(card, "Take turn")
    assert "am Zug" in page.text
    assert "Auffrischen" in page.labels
    assert "to act" in table.with_button("Take turn").text
    assert "Refresh" in (await ann.click(card, "Take turn")).labels


async def test_the_server_decides_what_its_cards_speak(table: Table, speaks: Speaks) -> None:
    ann = table.member("Ann")
    await table.started("Ann", "Ben")
    await table.bot.preferences.update_server_preferences(server(table).id, language="de")
    [actor] = await table.on_move()
    await table.act(actor, "pass")
    card = table.with_button("Am Zug")
    assert "am Zug" in card.text
    assert (await ann.slash("/game join")).text.startswith("The game has started")
    await ann.slash("/gm pause")
    assert table.posts("Spielleitung", "hat das Spiel angehalten.")


async def test_a_server_that_is_german_at_discord_needs_no_setting(table: Table) -> None:
    await table.started("Ann", "Ben")
    guild = table.bot.get_guild(server(table).id)
    assert guild is not None
    guild.preferred_locale = discord.Locale.german
    [actor] = await table.on_move()
    await table.act(actor, "pass")
    assert "am Zug" in table.with_button("Am Zug").text


async def test_commands_are_completed_in_the_language_of_whoever_types(table: Table, speaks: Speaks) -> None:
    ben = table.member("Ben")
    await table.started("Ann", "Ben")
    speaks(ben, "de")
    found = await ben.autocomplete("/show history", "to", "")
    assert any("Schritt" in hint["name"] for hint in found)
    [offered] = await ben.autocomplete("/show market", "table", "")
    assert " · läuft · #" in offered["name"]


async def test_a_card_in_german_names_a_proxy_in_german(table: Table) -> None:
    await table.started("Ann", "Ben")
    info = await table.info()
    proxied = replace(info, proxies={info.seats[0].id: 7})
    assert seat_label(proxied, info.seats[0].id) == "<@7> for Ann"
    with using_language("de"):
        assert seat_label(proxied, info.seats[0].id) == "<@7> für Ann"


async def test_stories_are_told_in_the_language_of_the_reader(table: Table, speaks: Speaks) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    speaks(ben, "de")
    await table.started("Ann", "Ben")
    [actor] = await table.on_move()
    await table.act(actor, "count", by=1)
    await table.env.settle()
    assert "took back" not in (await ann.slash("/show log")).text
    with table.env._bot_scope():
        await undo.undo_or_redo(table.bot.games, (await table.info()).id, int(actor.id))
    await table.env.settle()
    assert "took back everything after move 1." in (await ann.slash("/show log")).text
    assert "hat alles nach Schritt 1 zurückgenommen." in (await ben.slash("/show log")).text


async def test_what_a_german_shows_to_all_speaks_the_language_of_the_server(
    table: Table, speaks: Speaks
) -> None:
    ben = table.member("Ben")
    speaks(ben, "de")
    await table.started("Ann", "Ben")
    shown = await ben.slash("/show log", None, public="yes")
    assert not shown.ephemeral
    assert shown.text.startswith("## Log · moves 1 to 1 of 1")
    assert (await ben.slash("/show log")).text.startswith("## Protokoll · Schritte 1 bis 1 von 1")


async def test_a_rule_refuses_in_the_readers_language(table: Table, speaks: Speaks) -> None:
    await table.started("Ann", "Ben")
    [actor] = await table.on_move()
    games, game = table.bot.games, (await table.info()).id
    english = await moves.make_move(games, game, int(actor.id), "nonsense")
    assert english.kind == "refused"
    with using_language("de"):
        german = await moves.make_move(games, game, int(actor.id), "nonsense")
    assert german.text.startswith("Jetzt")
    assert german.text != english.text


CALLED = ("Open", "Pass", "Map", "Take turn")
"""Members who are called like words of the catalogues, and what these would be in German."""

AS_WORDS = ("Offen", "Karte", "Am Zug ", "Passen ")


async def test_members_who_are_called_like_words_keep_their_names(
    tmp_path: Path, speaks: Speaks, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path, members=CALLED) as table:
        table.bot.pictures = NoPictures()  # type: ignore[assignment]
        await table.bot.preferences.update_server_preferences(server(table).id, language="de")
        for name in CALLED:
            speaks(table.member(name), "de")
        await start(table)
        texts, dice = list[str](), RandomPlayer(TITLES["18EZ"], 2)
        for step in range(60):
            if step % 6 == 0:
                texts.append((await (await table.on_move())[0].slash("/turn")).text)
                texts.append((await table.member("Map").slash("/act done")).text)
            game = await table.game()
            action = dice.action(game)
            await table.act(table.member(game.view.name(action.player)), action.kind, **action.args)
        for command in ("/show log", "/show order", "/show since", "/show player"):
            texts.append((await table.member("Open").slash(command)).text)
        texts += [message.text for message in table.channel_messages()]
    told = "\n".join(texts).replace("Passen alle nacheinander", "")  # what passing means
    assert [word for word in AS_WORDS if word in told] == []
    assert "## Protokoll" in told
    assert [name for name in CALLED if name not in told] == []


async def start(table: Table) -> None:
    """Their game, made in German."""
    first, *others = (table.member(name) for name in CALLED)
    await first.slash("/game new", title="18EZ", name="Bank", order="join")
    for member in others:
        await member.click(table.with_button("Mitspielen"), "Mitspielen")
    await first.click(table.with_button("Start"), "Start")


def test_numbers_of_a_page_are_written_as_its_language_writes_them() -> None:
    def page() -> list[str]:
        option = discord.SelectOption(label="Bid £1,200", value="1,200", description="of £1,234,567")
        menu = select_menu(Press(1, 2, "y"), [option], placeholder="Bid…")
        view = build_layout(
            "Hexes 5, 123 · £10,700", action_row(button(Press(1, 2, "x"), "£1,000")), action_row(menu)
        )
        return [
            limits.text_of(view),
            *limits.labels_of(view),
            option.label,
            option.value,
            str(option.description),
        ]

    assert page()[0] == "Hexes 5, 123 · £10,700"
    with using_language("de"):
        text, *labels = page()
    assert text == "Hexes 5, 123 · £10.700"
    assert "£1.000" in labels
    assert labels[-3:] == ["Bid £1.200", "1,200", "of £1.234.567"]
