"""The operator's settings."""

from pathlib import Path

import pytest

from bot.config import BadConfig, load_config


@pytest.fixture
def dotenv(tmp_path):
    return tmp_path / ".env"


def test_everything_has_a_default(dotenv):
    config = load_config({}, dotenv)
    assert (config.data, config.token, config.home_guild_id) == (Path("data"), "", None)
    assert config.database == "sqlite:///data/stationmaster.db"
    assert (config.workers, config.log_level) == (2, "INFO")


def test_settings_come_from_the_environment(dotenv):
    config = load_config(
        {
            "DISCORD_TOKEN": " abc ",
            "STATIONMASTER_DATA": "/data",
            "STATIONMASTER_HOME_GUILD": "123",
            "STATIONMASTER_WORKERS": "4",
            "STATIONMASTER_LOG": "debug",
        },
        dotenv,
    )
    assert (config.token, config.home_guild_id, config.workers, config.log_level) == ("abc", 123, 4, "DEBUG")
    assert config.database == "sqlite:////data/stationmaster.db"


def test_the_environment_goes_before_the_file(dotenv):
    lines = ("# ours", "export DISCORD_TOKEN='from file' # secret", 'STATIONMASTER_WORKERS="3"', "not a pair")
    dotenv.write_text("\n".join(lines))
    assert load_config({}, dotenv).token == "from file"
    config = load_config({"DISCORD_TOKEN": "from outside"}, dotenv)
    assert (config.token, config.workers) == ("from outside", 3)


def test_an_empty_setting_is_none(dotenv):
    assert load_config({"STATIONMASTER_WORKERS": " "}, dotenv).workers == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STATIONMASTER_WORKERS", "0"),
        ("STATIONMASTER_WORKERS", "many"),
        ("STATIONMASTER_HOME_GUILD", "-5"),
        ("STATIONMASTER_HOME_GUILD", "9" * 30),
        ("STATIONMASTER_LOG", "LOUD"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(dotenv, name, value):
    with pytest.raises(BadConfig, match=name) as caught:
        load_config({name: value}, dotenv)
    assert "\n" not in str(caught.value)


def test_the_token_does_not_show(dotenv):
    assert "abc" not in repr(load_config({"DISCORD_TOKEN": "abc"}, dotenv))


def test_a_process_may_have_a_part_of_the_shards(dotenv):
    names = {"STATIONMASTER_SHARD_COUNT": "8", "STATIONMASTER_SHARD_IDS": "0-2, 5"}
    shards = load_config(names, dotenv).shards
    assert (shards.count, shards.ids, shards.serves_all) == (8, (0, 1, 2, 5), False)
    assert [shards.serves(n << 22) for n in range(9)] == [n % 8 in (0, 1, 2, 5) for n in range(9)]
    assert shards.serves(None)
    assert load_config({}, dotenv).shards.serves_all
    assert load_config({"STATIONMASTER_SHARD_COUNT": "3"}, dotenv).shards.ids == (0, 1, 2)


@pytest.mark.parametrize("ids", ["8", "0-8", "x", "", "1-", "3-1", "-1"])
def test_shards_that_are_not_there_are_refused(dotenv, ids):
    names = {"STATIONMASTER_SHARD_COUNT": "8", "STATIONMASTER_SHARD_IDS": ids or ","}
    with pytest.raises(BadConfig, match="STATIONMASTER_SHARD_IDS"):
        load_config(names, dotenv)
