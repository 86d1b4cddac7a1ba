"""A PostgreSQL server of one's own in a temporary folder, where this machine has the programs for one.

    with Cluster() as cluster:
        url = cluster.database()        # empty, or `cluster.database(template=...)`: a copy
        cluster.restart()               # as after a crash

The server refuses to run as root, so root starts it as an unprivileged user. It listens on a socket in its
folder alone.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

UNPRIVILEGED = ("postgres", "nobody")
PATIENCE = 30.0
"""Seconds that a server may take to start."""

CAREFUL = ("fsync=on", "synchronous_commit=on")
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""A server of tests may lose everything when the machine falls; it never does when the bot does."""


class Missing(Exception):
    """There is no PostgreSQL server to be started here; the text says why."""


def programs() -> Path:
    """The folder of the server's programs; raises Missing."""
    found = shutil.which("postgres")
    folders = [Path(found).resolve().parent] if found and shutil.which("initdb") else []
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: -int(p.parent.name))
    for folder in (*folders, *debian):
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            return folder
    raise Missing("no PostgreSQL server is installed (Debian: apt-get install postgresql)")


def _as_user() -> dict[str, Any]:
    """How a program is started by somebody who is not root; raises Missing."""
    if os.geteuid() != 0:
        return {}
    for name in UNPRIVILEGED:
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise Missing("root cannot start a PostgreSQL server, and there is no user `postgres` or `nobody`")


@cache
def why_not() -> str:
    """Why no server can be started here; empty when one can."""
    try:
        asked = [str(programs() / "postgres"), "--version"]
        subprocess.run(asked, check=True, capture_output=True, cwd="/", **_as_user())
    except Missing as fault:
        return str(fault)
    except (OSError, subprocess.SubprocessError) as fault:
        return f"the PostgreSQL server cannot be started: {fault}"
    return ""


class Cluster:
    """One server with any number of databases; use it as a context manager."""

    def __init__(self, *, careful: bool = False, connections: int = 100) -> None:
        self._programs, self._user = programs(), _as_user()
        self.folder = Path(tempfile.mkdtemp(prefix="sm-pg-", dir="/tmp"))
        if self._user:
            os.chown(self.folder, self._user["user"], self._user["group"])
        self._settings = [*(CAREFUL if careful else CARELESS), f"max_connections={connections}"]
        self._server: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)

    def __enter__(self) -> Cluster:
        data = self.folder / "data"
        self._run("initdb", "-D", data, "-U", "bot", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        asked = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        for setting in (*self._settings, "listen_addresses="):
            asked += ["-c", setting]
        with (self.folder / "log").open("ab") as log:
            server = subprocess.Popen(asked, stdout=log, stderr=log, cwd=self.folder, **self._user)
        self._server = server
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server did not start:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: at once by default, all connections broken (SIGQUIT: as in a crash)."""
        if self._server is not None and self._server.poll() is None:
            self._server.send_signal(how)
            self._server.wait(PATIENCE)

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it and start it again."""
        self.stop(how)
        self.start()

    def _answers(self) -> bool:
        ready = self.folder / ".s.PGSQL.5432"
        if not ready.exists():
            return False
        asked = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder)]
        return subprocess.run(asked, check=False, **self._user).returncode == 0

    def _run(self, program: str, *args: object) -> str:
        asked = [str(self._programs / program), *map(str, args)]
        done = subprocess.run(
            asked, check=False, capture_output=True, text=True, cwd=self.folder, **self._user
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr or done.stdout}")
        return done.stdout

    def sql(self, statement: str, database: str = "postgres") -> list[list[str]]:
        """What a statement answers, by the server's own client."""
        said = self._run(
            "psql", "-h", self.folder, "-U", "bot", "-d", database, "-XAtq", "-F", "\t",
            "-v", "ON_ERROR_STOP=1", "-c", statement,
        )  # fmt: skip
        return [line.split("\t") for line in said.splitlines()]

    def database(self, template: str = "template0") -> str:
        """A new database; returns its name."""
        name = f"games{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        """Drop a database, whoever is connected to it."""
        self.sql(f"DROP DATABASE {name} WITH (FORCE)")

    def url(self, database: str) -> str:
        """The bot's DATABASE_URL of a database."""
        return f"postgresql://bot@/{database}?host={quote(str(self.folder))}"
