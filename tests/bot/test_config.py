"""The operator's settings."""

from pathlib import Path

import pytest

from bot.config import BadConfig, load_config


@pytest.fixture
def dotenv(tmp_path):
    return tmp_path / ".env"


def test_everything_has_a_default(dotenv):
    config = load_config({}, dotenv)
    assert (config.data, config.token, config.home_guild) == (Path("data"), "", None)
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
    assert (config.token, config.home_guild, config.workers, config.log_level) == ("abc", 123, 4, "DEBUG")
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
