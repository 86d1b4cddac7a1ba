"""The bot as a process: a database that cannot be used ends it with a code and one line."""

import asyncio
import os
import sys

import pytest

from bot.__main__ import main
from bot.store import StoreUnusable, lock_database, open_store

pytestmark = pytest.mark.slow


async def start(root, data, *args):
    env = {**os.environ, "DISCORD_TOKEN": "none", "STATIONMASTER_DATA": str(data)}
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *args, cwd=root, env=env, stderr=asyncio.subprocess.PIPE
    )
    _, said = await asyncio.wait_for(bot.communicate(), 60)
    return bot.returncode, said.decode()


def damaged(data):
    (data / "stationmaster.db").write_bytes(b"no database at all" * 200)


def a_directory(data):
    (data / "stationmaster.db").mkdir()


@pytest.mark.parametrize(("spoil", "why"), [(damaged, "not a database"), (a_directory, "is a directory")])
async def test_the_bot_does_not_start_without_its_database(root, tmp_path, spoil, why):
    spoil(tmp_path)
    before = sorted(p.name for p in tmp_path.iterdir())
    code, said = await start(root, tmp_path)
    assert code == 2
    assert why in said
    assert "Traceback" not in said
    assert said.strip().count("\n") == 0
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix != ".lock") == before


async def test_a_second_process_on_one_database_is_refused(root, tmp_path):
    with lock_database(f"sqlite:///{tmp_path / 'stationmaster.db'}"):
        code, said = await start(root, tmp_path)
    assert code == 2
    assert said.startswith(f"Another process (process {os.getpid()}) uses the database ")
    assert said.strip().count("\n") == 0
    assert [p.name for p in tmp_path.iterdir()] == ["stationmaster.db.lock"]


SCHEMAS = (
    (b"CREATE TABLE tenure", b"CREATE TABLE ten\xffre"),
    (b"from_rev INTEGER", b"from_re\xfe INTEGER"),
    (b"from_rev INTEGER", b"from_rew INTEGER"),
    (b"CREATE TABLE tenure", b"CREATE TABLF tenure"),
    (b"CREATE TABLE tenure", b"CREATE TABLE tenurf"),
    (b"REFERENCES game", b"REFERENCES gamf"),
)


async def spoil(file, sound, spoilt):
    await (await open_store(f"sqlite:///{file}")).close()
    raw = file.read_bytes()
    assert sound in raw
    file.write_bytes(raw.replace(sound, spoilt, 1))


@pytest.mark.parametrize(("sound", "spoilt"), SCHEMAS)
async def test_a_damaged_schema_is_no_database(tmp_path, sound, spoilt):
    await spoil(tmp_path / "games.db", sound, spoilt)
    with pytest.raises(StoreUnusable) as caught:
        await open_store(f"sqlite:///{tmp_path / 'games.db'}")
    assert "\n" not in str(caught.value)


async def test_a_damaged_schema_ends_the_bot_in_a_line(root, tmp_path):
    await spoil(tmp_path / "stationmaster.db", *SCHEMAS[0])
    code, said = await start(root, tmp_path)
    assert code == 2
    assert said.strip().count("\n") == 0
    assert "atabase" in said


@pytest.mark.parametrize("command", ["verify", "restore"])
def test_a_damaged_schema_ends_each_command_in_a_line(tmp_path, monkeypatch, capsys, command):
    file = tmp_path / ("copy.db" if command == "restore" else "stationmaster.db")
    asyncio.run(spoil(file, *SCHEMAS[0]))
    monkeypatch.setenv("STATIONMASTER_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert main([command, *[str(file)] * (command == "restore")]) == 2
    said = capsys.readouterr().err
    assert said.strip().count("\n") == 0
    assert "atabase" in said or "was not restored" in said
