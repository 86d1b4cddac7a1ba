"""What the operator sets: the environment, and a `.env` file where the bot is started.

| name | meaning | default |
| --- | --- | --- |
| DISCORD_TOKEN | the bot's token; without it only the local chat can run | none |
| STATIONMASTER_DATA | directory of all the bot keeps | data |
| DATABASE_URL | SQLAlchemy URL of the database | a SQLite file in that directory |
| STATIONMASTER_HOME_GUILD | id of the guild that gets the owner's commands | none |
| STATIONMASTER_WORKERS | processes for drawing and route search, 1 to 16 | 2 |
| STATIONMASTER_COMPUTER_PAUSE | seconds before each turn of a computer player, 0 to 60 | 1 |
| STATIONMASTER_METRICS | port, or address:port, of figures for Prometheus (see `bot.work.metrics`) | none |
| STATIONMASTER_SHARD_COUNT | shards of the whole bot, all processes together | 1 |
| STATIONMASTER_SHARD_IDS | those of this process: 0-3 or 0,2,5 | all |
| STATIONMASTER_TITLES | folders or packages of external titles, separated as in PATH | none |
| STATIONMASTER_LOG | DEBUG, INFO, WARNING or ERROR | INFO |
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

TITLES_VARIABLE = "STATIONMASTER_TITLES"
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


MAX_SHARDS = 10_000
_RANGE = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")


class BadConfig(Exception):
    """A setting is wrong; the text is one line that says which and what would be right."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards (parts of all guilds) that this process serves: ``ids``, from 0, of ``count`` shards."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def serves_all(self) -> bool:
        """Return True if this process serves all shards of the bot."""
        return len(self.ids) == self.count

    def serves(self, guild_id: int | None) -> bool:
        """Return True if this process serves a server (guild); what belongs to none (None) is in shard 0."""
        return ((guild_id or 0) >> 22) % self.count in self.ids


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, checked. The token does not show in the representation.

    ``database`` is an SQLAlchemy URL, ``metrics`` host and port of the figures for Prometheus (None: none are
    served), ``computer_pause`` the seconds before each turn of a computer player. ``titles`` are folders or
    packages.
    """

    data: Path
    database: str
    token: str = field(default="", repr=False)
    home_guild_id: int | None = None
    workers: int = 2
    metrics: tuple[str, int] | None = None
    log_level: str = "INFO"
    shards: Shards = Shards()
    computer_pause: int = 0
    titles: tuple[str, ...] = ()


def load_config(environ: Mapping[str, str] | None = None, dotenv: Path = Path(".env")) -> Config:
    """Return the checked settings of the operator; the environment overrides the .env file.

    ``environ`` None is the environment of this process. An empty value counts as not set. Raises BadConfig
    for a wrong value, or if the .env file cannot be read.
    """
    settings = {**read_dotenv(dotenv), **(os.environ if environ is None else environ)}
    values = {key: value.strip() for key, value in settings.items() if value.strip()}
    data = Path(values.get("STATIONMASTER_DATA", "data"))
    level = values.get("STATIONMASTER_LOG", "INFO").upper()
    if level not in _LEVELS:
        raise BadConfig(f"STATIONMASTER_LOG must be one of {', '.join(_LEVELS)}, not {level}.")
    guild = _parse_whole_number(values, "STATIONMASTER_HOME_GUILD", 0, 2**63 - 1)
    computer_pause = _parse_whole_number(values, "STATIONMASTER_COMPUTER_PAUSE", 0, 60)
    return Config(
        data=data,
        database=values.get("DATABASE_URL", f"sqlite:///{data / 'stationmaster.db'}"),
        token=values.get("DISCORD_TOKEN", ""),
        home_guild_id=guild or None,
        workers=_parse_whole_number(values, "STATIONMASTER_WORKERS", 1, 16) or 2,
        metrics=_parse_metrics_address(values),
        log_level=level,
        shards=_parse_shards(values),
        computer_pause=1 if computer_pause is None else computer_pause,
        titles=split_title_sources(values.get(TITLES_VARIABLE, "")),
    )


def title_loading_error(fault: str) -> BadConfig:
    """Build the BadConfig error for an external title of the settings that cannot be loaded; do not raise it.

    ``fault`` is the reason.
    """
    return BadConfig(f"A title cannot be loaded: {fault}")


def split_title_sources(text: str) -> tuple[str, ...]:
    """Return the folders or packages of titles in the value of a setting, a list separated as in PATH."""
    return tuple(name.strip() for name in text.split(os.pathsep) if name.strip())


def _parse_shards(values: Mapping[str, str]) -> Shards:
    """Return the shards (from 0) that this process serves by the operator's settings, by default all.

    ``values`` are all settings by name. Raises BadConfig for a wrong count, id or range.
    """
    count = _parse_whole_number(values, "STATIONMASTER_SHARD_COUNT", 1, MAX_SHARDS) or 1
    text = values.get("STATIONMASTER_SHARD_IDS", f"0-{count - 1}")
    ids: set[int] = set()
    for piece in text.split(","):
        match = _RANGE.fullmatch(piece.strip())
        if match is None:
            raise BadConfig(f"STATIONMASTER_SHARD_IDS must be such as 0-3 or 0,2,5, not {text!r}.")
        first, last = int(match[1]), int(match[2] or match[1])
        ids |= set(range(first, last + 1))
    if not ids or max(ids) >= count:
        raise BadConfig(f"STATIONMASTER_SHARD_IDS must be from 0 to {count - 1}, not {text!r}.")
    return Shards(count, tuple(sorted(ids)))


def read_dotenv(path: Path) -> dict[str, str]:
    """Return the values of the NAME=value lines of a .env file by name; empty if there is no file.

    Quotes and `export` are allowed; other lines are ignored. Raises BadConfig if the file cannot be read.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"{path} cannot be read: {error}.") from error
    return dict(pair for line in lines if (pair := _parse_line(line)))


def _parse_line(line: str) -> tuple[str, str] | None:
    """Return the name and the value of a line of a .env file; None for a comment or a line without "="."""
    text = line.strip().removeprefix("export ").lstrip()
    name, equals, value = text.partition("=")
    if not equals or text.startswith("#"):
        return None
    value = value.strip()
    if value[:1] in {'"', "'"}:
        return name.strip(), value[1:].partition(value[0])[0]
    return name.strip(), value.partition(" #")[0].strip()


def _parse_metrics_address(values: Mapping[str, str]) -> tuple[str, int] | None:
    """Return the host (by default 127.0.0.1) and port that the operator has set for metrics; None if none.

    Raises BadConfig for a wrong port.
    """
    host, _, port = values.get("STATIONMASTER_METRICS", "").rpartition(":")
    port_number = _parse_whole_number(
        {"STATIONMASTER_METRICS": port} if port else {}, "STATIONMASTER_METRICS", 1, 65535
    )
    return None if port_number is None else (host or "127.0.0.1", port_number)


def _parse_whole_number(values: Mapping[str, str], name: str, low: int, high: int) -> int | None:
    """Return the setting ``name`` as a whole number from ``low`` to ``high``; None if it is not set.

    Raises BadConfig if it is no such number.
    """
    text = values.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
        raise BadConfig(f"{name} must be a whole number from {low} to {high}, not {text!r}.")
    return int(text)
