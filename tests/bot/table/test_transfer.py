"""Export and import: what comes in is judged again, action by action."""

import copy
import gzip
import json

import pytest

from bot.games import moves, stored_games
from bot.table import game_master, transfer
from bot.table import service as tables
from bot.votes import undo
from engine import new_game
from tests.bot.harness import ANN, BEN, DEE
from tests.bot.kept import RECORD, kept


@pytest.fixture
async def game(harness):
    made = await harness.table()
    games = harness.games
    for kind, args in (("count", {"by": 2}), ("count", {"by": 1}), ("pass", {})):
        await moves.make_move(games, made, await harness.on_move(made), kind, args)
    await undo.undo_or_redo(games, made, await last_user(games, made))
    await moves.make_move(games, made, await harness.on_move(made), "count", {"by": 3})
    return made


def packed(raw):
    """The file as a member hands it in."""
    return json.dumps(raw).encode()


async def last_user(games, game):
    return (await kept(games, RECORD, game))[-1].user_id


@pytest.fixture
async def raw(games, game):
    return json.loads(json.dumps(await transfer.export_game(games, game)))


async def test_an_exported_game_comes_in_again_as_it_was(harness, games, game, raw):
    done = await transfer.import_game(
        games, packed(raw), DEE, name="Copy", guild_id=7, channel_id=90, interaction_id=3
    )
    assert done.ok
    info = await games.info(done.game_id)
    assert (info.status, info.owner_id, info.revision) == ("paused", DEE, await harness.revision(game))
    assert [(s.name, s.user_id) for s in info.seats] == [("Ann", None), ("Ben", None), ("Cy", None)]
    assert await harness.digest(done.game_id) == await harness.digest(game)
    assert await transfer.export_game(games, done.game_id) == raw
    again = await transfer.import_game(
        games, packed(raw), DEE, name="Copy", guild_id=7, channel_id=90, interaction_id=3
    )
    assert again.duplicate


async def test_an_imported_game_goes_on_once_its_seats_are_filled(harness, games, raw):
    game = (await transfer.import_game(games, packed(raw), DEE, name="Copy")).game_id
    for user, seat in ((ANN, "p1"), (BEN, "p2"), (DEE, "p3")):
        assert (await game_master.reassign_seat(games, game, DEE, seat, user)).ok
    assert (await game_master.resume_game(games, game, DEE)).ok
    assert (await moves.make_move(games, game, await harness.on_move(game), "pass")).ok
    before = await harness.digest(game)
    await harness.restart()
    assert await harness.digest(game) == before


async def test_an_export_names_no_user(raw):
    text = json.dumps(raw)
    assert "user" not in text
    assert {"genesis", "records", "digest"} <= set(raw)


async def test_a_game_in_the_lobby_has_no_export(games):
    made = await tables.create_game(games, ANN, title="TOY", name="x")
    assert await transfer.export_game(games, made.game_id) is None


def record_of(raw, kind):
    return next(r for r in raw["records"] if r.get("action", {}).get("kind") == kind)


def more_money(raw):
    raw["genesis"]["state"]["players"][0]["cash"] += 100


def drawn(setup):
    """The seats that chance draws for a table."""
    return new_game(setup["title"], setup["names"], seed=setup["seed"]).state.seats


def other_seed(raw):
    setup = raw["genesis"]
    before = drawn(setup)
    while drawn(setup) == before:
        setup["seed"] += 1


def an_illegal_action(raw):
    record_of(raw, "count")["action"]["by"] = 5


def other_consequences(raw):
    record = record_of(raw, "count")
    for event in record["events"]:
        if event[0] == "Noted" and event[1].startswith("count:"):
            event[3] += 1


def somebody_elses_name(raw):
    record = record_of(raw, "count")
    record["by"] = "p1" if record["by"] != "p1" else "p2"


def a_second_opening(raw):
    raw["records"].append({**raw["records"][0], "seq": len(raw["records"]) + 1})


def a_correction(raw):
    events = [["Noted", "count:p1", None, 50]]
    raw["records"].append(
        {"v": 1, "seq": len(raw["records"]) + 1, "kind": "correction", "by": "gm", "events": events}
    )


def a_gap(raw):
    del raw["records"][1]


def another_position(raw):
    raw["digest"] = "0" * 16


def an_unknown_title(raw):
    raw["genesis"]["title"] = "CHESS"


def no_records(raw):
    raw["records"] = "none"


def nonsense_events(raw):
    raw["records"][1]["events"] = [["Paid", "p1", "nobody", 5, "x"]]


def odd_types(raw):
    raw["genesis"]["state"]["players"] = {"p1": [1, 2]}


def a_name_that_is_none(raw):
    raw["genesis"]["names"][0] = ""


FORGERIES = (
    more_money, other_seed, an_illegal_action, other_consequences, somebody_elses_name, a_second_opening,
    a_correction, a_gap, another_position, an_unknown_title, no_records, nonsense_events, odd_types,
    a_name_that_is_none,
)  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda f: f.__name__)
async def test_a_forged_file_is_refused_in_a_sentence(games, raw, forge):
    forged = copy.deepcopy(raw)
    forge(forged)
    assert forged != raw
    if forge not in (another_position, an_unknown_title, no_records):
        forged["digest"] = digest_of(forged) or forged["digest"]
    before = len(await stored_games.list_games(games))
    no = await transfer.import_game(games, packed(forged), DEE, name="Copy")
    assert (no.kind, no.code) == ("refused", "bad_file")
    assert no.text.startswith("The file is not a sound game: ")
    assert "Traceback" not in no.text
    assert len(await stored_games.list_games(games)) == before


def digest_of(raw):
    """What a forger who knows the engine writes as the digest; None where the file does not even fold."""
    from engine import BadLog, Record, Setup, load_game

    try:
        return load_game(
            Setup.from_json(raw["genesis"]), [Record.from_json(r) for r in raw["records"]]
        ).digest()
    except (BadLog, TypeError, AttributeError, KeyError, ValueError):
        return None


@pytest.mark.parametrize("junk", [None, [], "game", 7, {}, {"format": "stationmaster-game"}, {"records": []}])
async def test_junk_is_no_game(games, junk):
    assert (await transfer.import_game(games, packed(junk), DEE, name="x")).code == "bad_file"


@pytest.mark.parametrize("to", ["1", True, 1.0, None])
async def test_what_an_undo_goes_back_to_is_a_whole_number(games, raw, to):
    undo = next(record for record in raw["records"] if record["kind"] == "undo")
    assert type(undo["to"]) is int
    undo["to"] = to if isinstance(to, str) else type(to)(undo["to"]) if to is not None else None
    assert (await transfer.import_game(games, packed(raw), DEE, name="Copy")).code == "bad_file"


async def test_a_gzip_file_with_something_behind_it_is_refused(games, raw):
    file = gzip.compress(packed(raw))
    for more in (file, gzip.compress(b" "), b"x"):
        done = await transfer.import_game(games, file + more, DEE, name="Copy")
        assert (done.code, "something behind it" in done.text) == ("bad_file", True)
    assert (await transfer.import_game(games, file, DEE, name="Copy")).ok


async def test_the_first_difference_is_named(games, raw):
    an_illegal_action(raw)
    raw["digest"] = digest_of(raw)
    text = (await transfer.import_game(games, packed(raw), DEE, name="x")).text
    assert "move 2 (count) is refused: Count on by 1, 2 or 3." in text


async def test_a_finished_game_comes_in_as_ended(harness, games):
    game = await harness.table(ANN, BEN, length="short")
    live = await games.game(game)
    while not live.state.ended:
        await moves.make_move(games, game, await harness.on_move(game), "pass")
        live = await games.game(game)
    done = await transfer.import_game(
        games, packed(await transfer.export_game(games, game)), DEE, name="Copy"
    )
    info = await games.info(done.game_id)
    assert (info.status, info.end_reason) == ("ended", "last_round")
