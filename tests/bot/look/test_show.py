"""`/show` and `/help`: every view as picture and words, in private or for all; rules, readings, the log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.chat.named import require_hex
from bot.look.pages import shorten_lines
from engine import TITLES
from engine.game import new_game
from tests.bot.playing import IN_ORDER, NoPictures, check_message, come_to, deal_by
from tests.bot.tables import Table, open_table, toy_table
from tests.loopback import limits
from tests.loopback.wire import PNG_MAGIC

LOOP = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """One game in its second set of operating rounds, only looked at."""
    with pytest.MonkeyPatch.context() as patch:
        deal_by(patch, IN_ORDER)
        path: Path = tmp_path_factory.mktemp("show")
        async with open_table(path) as made:
            real, made.bot.pictures = made.bot.pictures, NoPictures()  # type: ignore[assignment]
            await made.started(title="18EZ", order="join")
            await come_to(made, 3, lambda g: g.state.cursor.round == "operating" and g.revision > 150)
            made.bot.pictures = real
            yield made


@LOOP
async def test_a_film_of_the_game_is_shown(table: Table) -> None:
    shown = await table.member("Ann").slash("/show film")
    assert shown.ephemeral
    [data] = shown.files.values()
    assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP")


@LOOP
async def test_a_view_that_is_late_is_tried_again_by_a_press(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as busy:
        busy.setattr(table.bot, "pictures", NoPictures())
        shown = await table.member("Ann").slash("/show market")
        assert "Ask for it again in a minute" in shown.text
        drawn = table.bot.pictures
        busy.setattr(drawn, "describe", _words)
        in_words = await table.member("Ann").slash("/show market")
        assert in_words.text.startswith("-# The picture was not ready in time")
        assert "One line" in in_words.text
    for late in (shown, in_words):
        assert "Try again" in late.labels
        await table.member("Ann").click(late, "Try again")
        assert "market.png" in late.files


@LOOP
async def test_the_menus_show_what_the_picture_shows_after_each_choice(table: Table) -> None:
    ann = table.member("Ann")
    shown = await ann.slash("/show map")
    company = next(c.id for c in (await table.game()).view.companies() if c.floated)
    for value in ("market", f"company:{company}", "market", "order"):
        [menu] = [one for one in shown.message.selects if value in one.values]
        await ann.select(shown, value, custom_id=menu.custom_id)
        options = [option for one in shown.message.selects for option in one.options]
        assert [option["value"] for option in options if option.get("default")] == [value]


async def _words(*_: Any, **__: Any) -> str:
    return "One line"


async def test_a_title_without_a_map_has_no_film_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with toy_table(tmp_path, monkeypatch) as toys:
        shown = await toys.member("Ann").slash("/show film")
        assert shown.text.startswith("This title has no map to film.")
        assert not shown.files
        assert not caplog.records


@LOOP
async def test_a_film_in_words_comes_as_a_file_with_its_last_lines(table: Table) -> None:
    shown = await table.member("Ann").slash("/show film", None, **{"as": "text"})
    assert shown.ephemeral
    [data] = shown.files.values()
    lines = data.decode().splitlines()
    assert any(line.startswith("OR 1.1, ") and ": tile " in line for line in lines)
    assert lines[-1].startswith("Worth: Ann $")
    assert "Worth: Ann $" in shown.text
    assert len(shown.text) < 2000


@LOOP
async def test_many_short_lines_of_a_film_in_words_keep_the_last_turn(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def many_lines(_: Any) -> str:
        return "\n".join(["*_a_*"] * 900 + ["the last turn"])

    monkeypatch.setattr(table.bot.pictures, "describe_film", many_lines)
    shown = await table.member("Ann").slash("/show film", None, **{"as": "text"})
    assert shown.text.endswith("the last turn")
    assert 1500 < len(shown.text) < 1900


@LOOP
async def test_a_charter_in_words_tells_the_last_runs(table: Table) -> None:
    ran = [c.id for c in (await table.game()).view.companies() if c.last_revenue is not None and c.cell]
    told = await table.member("Ann").slash("/show company", None, name=ran[0], **{"as": "text"})
    assert "Last runs: OR " in told.text


@LOOP
async def test_each_entry_of_the_menus_of_views_shows_something(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.click(table.with_button("More"), "More")
    menus = {menu.custom_id: [str(entry["value"]) for entry in menu.options] for menu in page.message.selects}
    assert "companies" in [value for values in menus.values() for value in values]
    for custom_id, values in menus.items():
        for value in values:
            page = await ann.click(table.with_button("More"), "More")
            await ann.select(page, value, custom_id=custom_id)
            assert "another version" not in page.text
            assert page.message.images or "**Metropolis" in page.text, value


VIEWS: list[tuple[str, dict[str, Any], str]] = [
    ("map", {}, "Metropolis"),
    ("map", {"around": "metropolis"}, "Metropolis"),
    ("market", {}, "Share prices"),
    ("company", {"name": "Metropolis & Redwood"}, "M&R"),
    ("player", {"name": "ben"}, "Ben"),
    ("player", {}, "Ann"),
    ("trains", {}, "2"),
    ("tiles", {}, "57"),
    ("tiles", {"number": "8, 9"}, "8"),
    ("order", {}, "Ann"),
]


@LOOP
@pytest.mark.parametrize(("view", "options", "word"), VIEWS)
async def test_every_view_is_a_picture_with_a_twin_in_words(
    table: Table, view: str, options: dict[str, Any], word: str
) -> None:
    ann = table.member("Ann")
    shown = await ann.slash(f"/show {view}", None, **options)
    assert shown.ephemeral
    [(png, alt)] = shown.message.images
    assert png[:8] == PNG_MAGIC
    assert 0 < len(alt) <= 256
    check_message(shown.message)
    told = await ann.slash(f"/show {view}", None, **options, **{"as": "text"})
    assert not told.message.images
    assert word in told.text
    check_message(told.message)


@LOOP
async def test_what_is_public_is_seen_by_all_and_the_rest_by_one(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    private = await ann.slash("/show order", None, **{"as": "text"})
    public = await ann.slash("/show order", None, **{"as": "text", "public": "yes"})
    seen = table.channel_messages(viewer=ben)
    assert private.message not in seen
    assert public.message in seen
    assert not public.ephemeral


@LOOP
@pytest.mark.parametrize(
    ("view", "options", "answer"),
    [
        ("map", {"around": "Atlantis"}, "“Atlantis” is no place"),
        ("company", {"name": "Q"}, "“Q” is none or several of: Oneida"),
        ("player", {"name": "Zoe"}, "“Zoe” is none or several of: Ann"),
        ("tiles", {"number": "999"}, "The tiles of this game: 3, 4"),
        ("log", {"from": "yesterday"}, "Name a move by its number"),
    ],
)
async def test_nonsense_is_answered_by_what_there_is(
    table: Table, view: str, options: dict[str, Any], answer: str
) -> None:
    reply = await table.member("Ann").slash(f"/show {view}", None, **options)
    assert reply.text.startswith(answer)
    assert reply.ephemeral


@pytest.mark.parametrize(("typed", "coord"), [("london", "C14"), ("B15", "B15"), ("a6", "A6")])
def test_a_place_named_in_full_is_meant_though_others_have_its_name_in_theirs(typed: str, coord: str) -> None:
    assert require_hex(new_game(TITLES["1862"], ["Ann", "Ben", "Cy"], seed=1), typed) == coord


def test_words_that_are_too_long_end_with_a_whole_line_and_say_so() -> None:
    lines = [f"- place {n}: no tile; town" for n in range(9)]
    assert shorten_lines(lines, 1000) == "\n".join(lines)
    *kept, last = shorten_lines(lines, 100).splitlines()
    assert kept == lines[: len(kept)]
    assert last == f"-# … {9 - len(kept)} more lines; look at a part: `/show map around:`"
    assert 0 < len(kept) < 9


@LOOP
async def test_strangers_may_look_and_are_asked_for_a_name(table: Table) -> None:
    dee = table.member("Dee")
    assert (await dee.slash("/show market")).message.images
    assert (await dee.slash("/show player")).text == "Name a player: Ann, Ben, Cy."


@LOOP
async def test_names_are_completed(table: Table) -> None:
    ann = table.member("Ann")
    for command, option, typed, value in (
        ("map", "around", "metro", "E9"),
        ("company", "name", "redwood", "M&R"),
        ("routes", "name", "ONE", "ONE"),
        ("player", "name", "be", "p2"),
        ("rules", "topic", "1.13", "1.13"),
        ("log", "from", "OR 1.1", None),
    ):
        found = await ann.autocomplete(f"/show {command}", option, typed)
        limits.check_choices(found)
        assert found
        assert value is None or value in [c["value"] for c in found]


@LOOP
async def test_the_log_has_pages_from_the_end_to_the_beginning(table: Table) -> None:
    ann, game = table.member("Ann"), await table.game()
    page = await ann.slash("/show log")
    assert f"of {game.revision}" in page.text
    assert f"`{game.revision}` " in page.text
    presses = 0
    while "◀ Earlier" in page.labels:
        await ann.click(page, "◀ Earlier")
        check_message(page.message)
        presses += 1
    assert presses
    assert "The seats are drawn" in page.text
    await ann.click(page, "Later ▶")
    assert "The seats are drawn" not in page.text
    one = await ann.autocomplete("/show log", "from", "OR 1.1")
    first = await ann.slash("/show log", None, **{"from": one[0]["value"]})
    assert f"`{one[0]['value']}` " in first.text.splitlines()[1]


async def test_undone_moves_are_struck_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path) as made:
        made.bot.pictures = NoPictures()  # type: ignore[assignment]
        await made.started(title="18EZ", order="join")
        ann = made.member("Ann")
        await ann.slash("/act pass")
        await ann.slash("/act undo")
        log = (await ann.slash("/show log")).text
        assert "`2` ~~Ann passes.~~" in log
        assert "`3` Ann took back everything after move 1." in log


@LOOP
async def test_the_routes_of_a_company_are_shown(table: Table) -> None:
    game = await table.game()
    runs = [c.id for c in game.view.companies() if game.view.trains(c.id) and c.last_revenue]
    told = await table.member("Dee").slash("/show routes", None, name=runs[0], **{"as": "text"})
    assert f"## Best routes of {runs[0].replace('*', '')}" in told.text
    assert "-train**" in told.text
    assert "No routes earn more." in told.text


@LOOP
async def test_privates_are_listed_with_owners(table: Table) -> None:
    ann, game = table.member("Ann"), await table.game()
    text = (await ann.slash("/show privates", None, **{"as": "text"})).text
    for spec in game.title.data.of_kind("private"):
        assert f"{spec.id} · {spec.name}" in text
        assert game.view.company(spec.id).closed or f"Pays its owner ${spec.revenue}" in text


# --- help ------------------------------------------------------------------------------------------


@LOOP
async def test_help_is_by_topic(table: Table) -> None:
    ann = table.member("Ann")
    assert "**turn**" in (await ann.slash("/help")).text
    assert [c["value"] for c in await ann.autocomplete("/help", "topic", "off")] == ["offers"]
    offers = (await ann.slash("/help", topic="offers")).text
    assert "accepts or declines" in offers
    assert "counter" not in offers
    assert "there is: start, turn" in (await ann.slash("/help", topic="Atlantis")).text
