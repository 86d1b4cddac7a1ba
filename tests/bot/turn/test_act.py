"""`/act`: moves as typed commands, what is offered while typing, and what is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.chat.respond import UserError
from bot.turn.subcommands import MOVE_SUBCOMMANDS, parse_move_options
from engine import Game, Range
from tests.bot.kept import RECORD, kept
from tests.bot.playing import IN_ORDER, NoPictures, come_to, deal_by, offers, step_is
from tests.bot.tables import Table, open_table
from tests.loopback import limits

LOOP = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def start(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """A game of 18EZ that has just begun, in which no test moves."""
    with pytest.MonkeyPatch.context() as patch:
        deal_by(patch, IN_ORDER)
        async with open_table(tmp_path_factory.mktemp("act")) as made:
            made.bot.pictures = NoPictures()  # type: ignore[assignment]
            await made.started(title="18EZ", order="join")
            yield made


def values(found: list[dict[str, str]]) -> list[str]:
    limits.check_choices(found)
    return [c["value"] for c in found]


# --- moves -----------------------------------------------------------------------------------------


async def test_a_complete_command_is_done_at_once(table: Table) -> None:
    ann = table.member("Ann")
    done = await ann.slash("/act bid", item="Mitsushi", price="$165")
    assert done.ephemeral
    assert done.text.startswith("✔ Ann bids $165 on Mitsushi Railroad.")
    entries = await kept(table.bot.games, RECORD, (await table.info()).id)
    assert (entries[-1].via, entries[-1].user_id) == ("slash", int(ann.id))


async def test_an_incomplete_command_opens_the_page_of_what_is_missing(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/act bid", item="MIT")
    assert "How much?" in page.text
    await ann.click(page, "$165")
    await ann.click(page, "Confirm")
    assert page.text.startswith("✔ Ann bids $165")


async def test_a_bare_verb_says_what_it_would_do_first(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/act buy")
    assert page.labels == ["Confirm", "Back"]
    assert (await table.game()).revision == 1
    assert (await ann.slash("/act pass")).text.startswith("✔ Ann passes.")


async def test_moves_are_taken_back_and_done_again(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    await ann.slash("/act pass")
    assert "took back" in (await ann.slash("/act undo")).text
    assert "did move 2 again" in (await ann.slash("/act redo")).text
    assert (await ann.slash("/act undo", to="x")).text.startswith("Name the last move to keep")
    assert (await ben.slash("/act undo")).text == "You have made no move that could be taken back."
    assert values(await ann.autocomplete("/act undo", "to", "")) == ["1"]
    assert "took back" in (await ann.slash("/act undo", to="1")).text
    assert (await ann.slash("/act restart-turn")).text.startswith("Undo goes back")


async def test_any_move_in_one_line(table: Table) -> None:
    ann = table.member("Ann")
    assert "bid" in values(await ann.autocomplete("/act choose", "move", "b"))
    items = values(await ann.autocomplete("/act choose", "move", "bid"))
    assert "bid item=MIT" in items
    assert (await ann.slash("/act choose", move="bid item=MIT")).text == "Bid $165 or more."
    assert "Write each field" in (await ann.slash("/act choose", move="bid MIT")).text
    assert "you may choose" in (await ann.slash("/act choose", move="run")).text
    assert (await ann.slash("/act choose", move="bid item=MIT price=170")).text.startswith("✔ Ann bids $170")


@LOOP
@pytest.mark.parametrize(
    ("command", "options", "answer"),
    [
        (
            "bid",
            {"item": "Atlantis"},
            "“Atlantis” is not possible for “On which item?”: choose Harriot Milton Hotel (HMH) from $55",
        ),
        ("bid", {"item": "Railroad"}, "“Railroad” fits several: Obsidian Railroad (OBS) from $155"),
        ("bid", {"item": "MIT", "price": "7"}, "“7” is no possible amount: from $165 to $600"),
        ("bid", {"item": "MIT", "price": "-5"}, "“-5” is no possible amount"),
        ("bid", {"price": "170"}, "Say first: On which item?"),
        ("done", {}, "This is not open now; you may choose: Buy, Bid, Pass."),
        ("run", {}, "This is not open now"),
        ("route", {"train": "2", "path": "A, B"}, "This is not open now"),
        ("special", {"power": "hotel"}, "The powers open to you now: none."),
        ("accept", {"offer": "o1"}, "This is not open now"),
    ],
)
async def test_nonsense_is_answered_in_private_and_changes_nothing(
    start: Table, command: str, options: dict[str, str], answer: str
) -> None:
    ann, revision = start.member("Ann"), (await start.game()).revision
    reply = await ann.slash(f"/act {command}", None, **options)
    assert reply.ephemeral
    assert reply.text.startswith(answer)
    assert (await start.game()).revision == revision


@LOOP
async def test_others_are_told_whose_turn_it_is(start: Table) -> None:
    ben, dee = start.member("Ben"), start.member("Dee")
    assert (await ben.slash("/act pass")).text.startswith("It is the turn of Ann (initial auction)")
    assert (await dee.slash("/act pass")).text.startswith("Only the players of this game")
    assert await dee.autocomplete("/act bid", "item", "") == []
    assert values(await ben.autocomplete("/act bid", "item", "")) == []


# --- what is offered while typing ------------------------------------------------------------------


@LOOP
async def test_items_and_amounts_are_offered(start: Table) -> None:
    ann = start.member("Ann")
    assert values(await ann.autocomplete("/act bid", "item", "mits")) == ["MIT"]
    assert values(await ann.autocomplete("/act bid", "price", "", item="MIT"))[:2] == ["165", "170"]
    assert values(await ann.autocomplete("/act bid", "price", "18", item="Mitsushi")) == ["185"]
    assert values(await ann.autocomplete("/act bid", "price", "", item="Atlantis")) == []


async def test_track_is_found_by_name_number_and_coordinate(table: Table) -> None:
    game = await come_to(table, 3, lambda g: step_is("track")(g) and g.state.cursor.number > 1)
    [member] = await table.on_move()
    seat = await table.seat_of(member)
    hexes = game.options(seat, "lay_tile", "hex")
    assert not isinstance(hexes, Range)
    first = hexes[0]
    offered_now = await member.autocomplete("/act track", "hex", "")
    assert values(offered_now)[: len(hexes)] == [o.value for o in hexes][:25]
    assert offered_now[0]["name"].startswith(f"1 · {first.label} · ")
    assert first.value in values(await member.autocomplete("/act track", "hex", first.value.lower()))
    tiles = values(await member.autocomplete("/act track", "tile", "", hex="1"))
    turns = values(await member.autocomplete("/act track", "rotation", "", hex=first.value, tile=tiles[0]))
    reply = await member.slash("/act track", hex="#1", tile=tiles[0], rotation=turns[0])
    assert f"lays tile {tiles[0]} on" in reply.text
    assert (await table.game()).state.tiles[first.value] == (tiles[0], int(turns[0]))


async def test_choices_are_kept_for_a_revision_and_never_search_routes(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await come_to(table, 3, offers("run"))
    monkeypatch.setattr("bot.work.searches.best_routes", None)
    [member] = await table.on_move()
    assert values(await member.autocomplete("/act route", "train", ""))
    assert values(await member.autocomplete("/act choose", "move", ""))
    await table.act(member, "skip")
    calls: list[str] = []
    real = Game.options

    def counted(self: Game, player: str, kind: str, name: str, partial: Any = None) -> Any:
        calls.append(kind)
        return real(self, player, kind, name, partial)

    monkeypatch.setattr(Game, "options", counted)
    assert values(await member.autocomplete("/act train", "from", ""))
    first = len(calls)
    await member.autocomplete("/act train", "from", "")
    await member.autocomplete("/act train", "from", "b")
    assert 0 < first == len(calls)


# --- runs ------------------------------------------------------------------------------------------


async def test_a_route_is_typed_and_run(table: Table) -> None:
    game = await come_to(table, 3, lambda g: offers("run")(g) and bool(g.suggest_routes()))
    [member] = await table.on_move()
    waiting = game.waiting()
    assert waiting is not None
    train = game.suggest_routes()[0]["train"]
    assert train in values(await member.autocomplete("/act route", "train", ""))
    assert "may run:" in (await member.slash("/act route", train="99")).text
    wrong = await member.slash("/act route", train=train, path="Nowhere, Elsewhere")
    assert "there is no stop “Nowhere”" in wrong.text
    still = await member.slash("/act route", train=train)
    assert "stands still" in still.text
    page = await member.slash("/turn")
    await member.click(page, "Best routes")
    done = await member.slash("/act run")
    assert done.text.startswith("✔ ")
    assert (await table.game()).state.companies[waiting.company or ""].last_revenue


# --- the table of verbs ----------------------------------------------------------------------------


@LOOP
async def test_every_verb_is_understood_when_its_kind_is_open(start: Table) -> None:
    game = await start.game()
    for verb in MOVE_SUBCOMMANDS.values():
        open_now = [c for c in game.choices("p1") if c.kind in verb.kinds]
        if open_now:
            assert parse_move_options(game, "p1", verb.kinds, {}).kind in verb.kinds
        else:
            with pytest.raises(UserError, match="you may choose"):
                parse_move_options(game, "p1", verb.kinds, {})
