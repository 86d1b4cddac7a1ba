"""Everything that the bot can send stays inside Discord's limits, at their largest too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from bot.absence import pages
from bot.calls import words
from bot.calls.model import Reminder
from bot.calls.words import ReminderContext
from bot.cards import turn
from bot.cards.end import game_over_card
from bot.cards.lines import MAX_RESULT_LINES
from bot.chat.current_game import CurrentGame
from bot.chat.frame import Page
from bot.chat.press import Press, button, select_menu, to_base36
from bot.chat.respond import turn_button_view
from bot.games import stored_games
from bot.look import pages as looks
from bot.operate import features as cogs
from bot.store.game_rows import GameInfo, SeatInfo, Status
from bot.table import confirm
from bot.table import pages as setup
from bot.table.buttons import options_page
from bot.table.pages import game_info_page
from bot.votes.pages import vote_page
from bot.votes.rows import Vote
from bot.work.pictures import DrawnPicture
from engine import TITLES, Action, Game, new_game
from engine.checks.random_play import RandomPlayer
from tests.bot.limits import check_command, check_page, check_view, labels_of, refused_by, text_of

LONG = "A *very* _long_ `name` | " * 4


@pytest.fixture
def commands() -> list[dict[str, Any]]:
    client = discord.Client(intents=discord.Intents.none())
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    cogs.register_commands(tree)
    return [c.to_dict(tree) for c in tree.get_commands()]


def table(title: str, status: Status = "running") -> tuple[GameInfo, Game]:
    """A full table with the longest names that are allowed."""
    names = [f"{LONG[:94]} {i}" for i in range(TITLES[title].data.max_players)]
    seats = tuple(SeatInfo(f"p{i}", n, 10**18 + i) for i, n in enumerate(names, 1))
    game = new_game(title, names, seed=1)
    info = GameInfo(
        36**6,
        1,
        2,
        title,
        LONG[:100],
        10**18,
        status,
        {},
        {},
        game.revision,
        2**48 - 1,
        "x" * 200,
        1,
        2,
        None,
        seats,
    )
    return info, game


class Painter:
    """In place of the workers: a picture of the longest alt text, or none, and endless words."""

    def __init__(self, *, works: bool) -> None:
        self._works = works

    async def draw_film(self, *_: Any) -> DrawnPicture:
        return DrawnPicture(b"", "x" * 300, "film.webp")

    async def describe_film(self, *_: Any) -> str:
        return "*words* of a line\n" * 1000

    async def draw(self, *given: Any, **params: Any) -> DrawnPicture | None:
        return DrawnPicture(b"png", "x" * 300, f"{given[2]}.png") if self._works else None

    async def describe(self, *_: Any, **__: Any) -> str:
        return "*words* " * 1000


def test_every_command(commands: list[dict[str, Any]]) -> None:
    assert {"game", "gm", "turn"} <= {c["name"] for c in commands}
    for command in commands:
        check_command(command)


@pytest.mark.parametrize("title", sorted(TITLES))
@pytest.mark.parametrize("works", [True, False])
async def test_every_card(title: str, works: bool) -> None:
    painter: Any = Painter(works=works)
    statuses: tuple[Status, ...] = ("lobby", "running", "paused", "ended")
    for status in statuses:
        info, game = table(title, status)
        check_page(setup.setup_card(info))
        check_page(game_info_page(info))
        check_page(await turn.turn_card(info, game, painter))
        check_page(await game_over_card(info, game, "y" * 200, painter))
        closed = turn.turn_result_card(info, game, 1)
        if closed is not None:
            check_page(closed)
    check_page(turn.member_action_card(10**18, "z" * 1500, is_game_master=True))
    check_page(setup.all_joined_page(info))
    check_page(setup.rematch_invitation_page(info))
    check_page(options_page(info))
    check_view(turn_button_view(info.id, 10**6))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_message_about_time(title: str) -> None:
    info, game = table(title)
    seat = game.view.seats[0]
    reminder = Reminder(
        info.id, seat, 10**18, "x", game.revision, 2**31, 2**31, ping_count=2, last_ping=2**31
    )
    asked = ReminderContext(info, game, reminder, 2**31)
    check_page(words.reminder_page(asked, nudger_id=10**18, is_dm_refused=True))
    check_page(words.digest_page(10**18, [asked] * 30))
    check_page(words.no_response_notice(asked))
    check_page(words.player_left_notice(info, seat))
    for kind, result in (("clock", ""), ("seat", ""), ("clock", f"proxy:{10**18}"), ("seat", "yes")):
        ballots = tuple((s.user_id or 0, "safe") for s in info.seats)
        closed = 2**31 if result else None
        vote = Vote(36**4, info.id, seat, kind, 10**18, "x", game.revision, 2**31, closed, result, ballots)
        check_page(vote_page(info, game, vote))
    check_page(pages.seat_offer_page(info, game, seat, [DrawnPicture(b"png", "x" * 300, "map.png")]))
    check_page(pages.seat_taken_page(info))


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_look(title: str) -> None:
    info, game = table(title)
    here = CurrentGame(info, game, ("p1",))
    check_page(looks.overview_page(here))
    check_page(looks.companies_page(here, 1))


async def test_a_card_with_a_long_past_shows_some_lines_and_the_log() -> None:
    info, game = table(sorted(TITLES)[0])
    while game.revision < 20 and (waiting := game.waiting()):
        game.submit(Action("pass", waiting.players[0]))
    painter: Any = Painter(works=True)
    page = await turn.turn_card(replace(info, revision=game.revision), game, painter)
    check_page(page)
    assert page.view is not None
    assert labels_of(page.view) == ["Take turn", "Map", "Market", "Log", "More"]
    result = turn.turn_result_card(info, game, 1)
    assert result is not None
    assert result.view is not None
    told = text_of(result.view).splitlines()
    assert told[1].startswith("-# before: ")
    assert len(told) <= 1 + MAX_RESULT_LINES + 1
    assert labels_of(result.view) == ["Log"]
    assert "-# moves 2 to 20" in text_of(result.view)


class Asker:
    """In place of an answer: a game master whose pages are checked."""

    is_game_master = True

    def __init__(self, info: GameInfo, game: Game) -> None:
        self.id, self.user, self.bot, self.games = 10**18 + 1, self, self, self
        self._info, self._game, self.pages = info, game, list[Page]()

    async def game(self, _: int) -> Game:
        return self._game

    async def show(self, page: Page) -> None:
        check_page(page)
        self.pages.append(page)


async def forgotten(*_: Any) -> None:
    """Nothing is kept here."""


@pytest.mark.parametrize("title", sorted(TITLES))
async def test_every_page_that_asks_once_more(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_games, "store_typed_text", forgotten)
    info, game = table(title)
    dice = RandomPlayer(game.title, 3)
    while game.revision < 60:
        game.submit(dice.action(game))
    asker: Any = Asker(replace(info, revision=game.revision), game)
    await confirm.ask_to_confirm_resignation(asker, info)
    await confirm.ask_to_confirm_end(asker, info, "*" * 200)
    await confirm.ask_to_confirm_undo(asker, info, game, 1)
    assert all(labels_of(page.view)[-1] == "Cancel" for page in asker.pages if page.view)
    assert len(asker.pages) == 3


# --- the checks find fault ---------------------------------------------------------------------


def view_of(*items: Any) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def test_a_faulty_view_is_found() -> None:
    fine = button(Press(1, 2, "turn"), "Take turn")
    assert not refused_by(check_view, view_of(ui.ActionRow(fine)))
    assert refused_by(check_view, view_of(ui.TextDisplay("x" * 4001)))
    assert refused_by(check_view, view_of(ui.ActionRow(button(Press(1, 2, "unheard"), "What?"))))
    assert refused_by(check_view, view_of(ui.ActionRow(fine, button(Press(1, 2, "turn"), "Again"))))
    assert refused_by(check_view, view_of(ui.ActionRow(ui.Button(label="Dies", custom_id="random"))))
    assert refused_by(check_view, ui.LayoutView(timeout=180).add_item(ui.TextDisplay("late")))


def test_a_faulty_page_is_found() -> None:
    assert refused_by(check_page, Page(text=""))
    unused = DrawnPicture(b"png", "alt", "map.png").to_discord_file()
    assert refused_by(check_page, Page(view_of(ui.TextDisplay("no picture")), [unused]))


@pytest.mark.parametrize(
    "broken",
    [
        {"name": "x" * 33},
        {"description": "x" * 101},
        {"options": [{"name": f"o{i}", "description": "d", "type": 3} for i in range(26)]},
        {"options": [{"name": "o", "description": "d", "type": 3}] * 2},
        {"options": [{"name": f"o{i}", "description": "d" * 100, "type": 1, "options": [
            {"name": f"p{j}", "description": "d" * 100, "type": 3} for j in range(3)]} for i in range(20)]},
    ],
)  # fmt: skip
def test_a_faulty_command_is_found(broken: dict[str, Any]) -> None:
    sound: dict[str, Any] = {"name": "fine", "description": "d", "type": 1, "options": []}
    assert not refused_by(check_command, sound)
    assert refused_by(check_command, sound | broken)


# --- the scheme of ids -------------------------------------------------------------------------


def test_ids_are_read_as_they_are_written() -> None:
    press = Press(36**5, 1295, "look", "company:M&R")
    assert press.custom_id == "x:100000:zz:look:company:M&R"
    assert Press.parse(press.custom_id, ["a"]) == replace(press, values=("a",))
    assert Press.parse("s:open") is None
    assert [to_base36(n) for n in (0, 35, 36)] == ["0", "z", "10"]


def test_a_long_id_is_refused() -> None:
    with pytest.raises(ValueError, match="custom_id of 1"):
        button(Press(1, 1, "look", "x" * 100), "Too long")


def test_a_select_of_the_scheme() -> None:
    item = select_menu(
        Press(1, 2, "look"), [discord.SelectOption(label="A")], placeholder="x" * 200, maximum=1
    )
    check_view(view_of(ui.ActionRow(item)))
