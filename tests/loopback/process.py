"""The bot as a process of its own, to be killed and started again."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from .server import LoopbackServer

ROOT = Path(__file__).resolve().parents[2]


class BotProcess:
    """One bot on one data directory, started as often as a test likes; logs of all runs are kept.

    The process gets `server.environment()`, `STATIONMASTER_DATA` (the directory) and `env`, and has
    ``within`` seconds to come up.
    """

    def __init__(
        self,
        server: LoopbackServer,
        data: Path,
        command: list[str] | None = None,
        env: dict[str, str] | None = None,
        within: float = 60.0,
    ) -> None:
        self.server, self.data = server, data
        self.command = command or [sys.executable, "-m", "bot"]
        self.extra, self.within = env or {}, within
        self.log_path = data / "process.log"
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self, within: float | None = None) -> None:
        """Start and wait until the bot is connected; RuntimeError with its log when it is not in time."""
        self.data.mkdir(parents=True, exist_ok=True)
        environment = {
            **os.environ,
            **self.server.environment(),
            "STATIONMASTER_DATA": str(self.data),
            **self.extra,
        }
        end = asyncio.get_running_loop().time() + (within or self.within)
        gateway = self.server.gateway
        others = gateway.connected
        self._process = self._spawn(environment)
        while not (gateway.ready.is_set() and gateway.connected > others):
            if not self.running or asyncio.get_running_loop().time() > end:
                await self.stop()
                raise RuntimeError(f"the bot did not come up:\n{self.log}")
            await asyncio.sleep(0.02)

    def _spawn(self, environment: dict[str, str]) -> subprocess.Popen[bytes]:
        with self.log_path.open("ab") as log:
            return subprocess.Popen(self.command, cwd=ROOT, env=environment, stdout=log, stderr=log)

    @property
    def running(self) -> bool:
        """Whether the process is alive."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process id of the present or last run."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """Everything that all runs wrote."""
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    async def kill9(self) -> None:
        """SIGKILL: no handler runs, nothing is flushed."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM, as a container does; SIGKILL after 10 s."""
        await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> None:
        process, gateway = self._process, self.server.gateway
        if process is None:
            return
        connected = gateway.connected if process.poll() is None else gateway.connected + 1
        if process.poll() is None:
            process.send_signal(number)
        for _ in range(500):
            if process.poll() is not None:
                break
            await asyncio.sleep(0.02)
        else:
            process.kill()
        process.wait()
        await self.server.until(lambda: not gateway.ready.is_set() or gateway.connected < connected)

    async def restart(self, *, kill: bool = True) -> None:
        """End the process, by default with SIGKILL, and start it again on the same data."""
        await (self.kill9() if kill else self.stop())
        await self.start()
