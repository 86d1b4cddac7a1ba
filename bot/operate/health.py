"""Is the bot alive? The running bot touches a heartbeat file; `python -m bot.operate.health` judges its age.

The container's health check calls it. The bot calls `touch_heartbeat` every half minute while it is connected
and its database answers, so a bot that hangs turns unhealthy without any help from itself.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

HEARTBEAT = "heartbeat"
"""Name of the file inside the data directory."""

MAX_AGE = 90.0
"""Seconds after which a heartbeat no longer counts."""


def data_dir() -> Path:
    """Return the data directory of the bot: the environment variable STATIONMASTER_DATA, or `data`."""
    return Path(os.environ.get("STATIONMASTER_DATA") or "data")


def touch_heartbeat(directory: Path) -> None:
    """Set the time of the bot's heartbeat file in its data directory to now, and create it if missing.

    Raises OSError if the directory cannot be written.
    """
    (directory / HEARTBEAT).touch()


def heartbeat_age(directory: Path) -> float | None:
    """Return the seconds since the bot's last heartbeat in a data directory, or None if there was none.

    Raises OSError if the directory cannot be read.
    """
    try:
        touched_at = (directory / HEARTBEAT).stat().st_mtime
    except FileNotFoundError:
        return None
    return max(0.0, time.time() - touched_at)


def main() -> int:
    """Print for the health check whether the bot is alive; return the exit code: 0 if it is, 1 if not.

    It is alive if its last heartbeat is less than 90 seconds old. Raises OSError if the directory of the
    bot's data cannot be read.
    """
    seconds = heartbeat_age(data_dir())
    if seconds is None:
        print(f"unhealthy: no heartbeat in {data_dir()}")
        return 1
    alive = seconds < MAX_AGE
    print(f"{'healthy' if alive else 'unhealthy'}: last heartbeat {seconds:.0f} s ago")
    return 0 if alive else 1


if __name__ == "__main__":
    sys.exit(main())
