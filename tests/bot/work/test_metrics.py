"""The figures: counted where things happen, served over HTTP when a port is set, told in words."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.config import BadConfig, load_config
from bot.games import moves
from bot.operate.metrics_server import MetricsServer
from bot.work.metrics import METRICS, STAGES, Metrics, median_and_p95, resident_memory
from bot.work.pool import Pool, WorkFailed
from tests.bot import jobs
from tests.bot.playing import IN_ORDER, deal_by
from tests.bot.tables import Table, open_table


def figure(name: str, **labels: str) -> float:
    return METRICS.registry.get_sample_value(f"stationmaster_{name}", labels) or 0.0


async def fetched(port: int) -> dict[tuple[str, str], float]:
    """What the address says, by name and first label."""
    url = f"http://127.0.0.1:{port}/metrics"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert response.status == 200
        text = await response.text()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(s.name, next(iter(s.labels.values()), "")): s.value for s in samples}


async def test_a_move_shows_in_all_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path) as table:
        await table.started(title="18EZ", order="join")
        stages = ("acknowledged", "answered", "saved", "picture", "upload", "message")
        before = {stage: figure("seconds_count", stage=stage) for stage in stages}
        sent, stale = figure("upload_bytes_total"), figure("refused_total", kind="not_seated")
        await table.act(table.member("Ann"), "pass")
        await table.member("Ann").slash("/turn")
        info = await table.info()
        assert not (await moves.make_move(table.bot.games, info.id, 12345, "pass")).ok
        after = {stage: figure("seconds_count", stage=stage) for stage in stages}
        assert [stage for stage in stages if after[stage] <= before[stage]] == []
        assert figure("upload_bytes_total") > sent + 10_000
        assert figure("refused_total", kind="not_seated") == stale + 1
        await served(table)


async def served(table: Table) -> None:
    meter = MetricsServer(table.bot)
    port = await meter.start("127.0.0.1", 0)
    found = await fetched(port)
    assert {stage for name, stage in found if name == "stationmaster_seconds_count"} == set(STAGES)
    assert found["stationmaster_games_held", ""] == 1
    assert found["stationmaster_outbox", ""] == 0
    assert found["stationmaster_queue", ""] == 0
    assert found["stationmaster_memory_bytes", "main"] > 30e6
    await meter.close()
    with pytest.raises(aiohttp.ClientConnectionError):
        await fetched(port)


async def test_work_that_fails_is_counted() -> None:
    pool, before = Pool(1, processes=False), figure("faults_total", what="work")
    with pytest.raises(WorkFailed):
        await pool.run(jobs.fail, "no such hex")
    assert figure("faults_total", what="work") == before + 1
    await pool.close()


def test_middle_and_nearly_all() -> None:
    metrics = Metrics()
    assert metrics.median_and_p95("picture") is None
    for hundredths in range(100):
        metrics.observe("picture", hundredths / 100)
    assert metrics.median_and_p95("picture") == (0.5, 0.95)
    assert median_and_p95([3.0]) == (3.0, 3.0)
    assert resident_memory(2**22 + 1) == 0


@pytest.mark.parametrize(
    ("text", "found"),
    [("9100", ("127.0.0.1", 9100)), ("0.0.0.0:9100", ("0.0.0.0", 9100)), ("", None)],
)
def test_the_port_is_off_unless_set(text: str, found: object, tmp_path: Path) -> None:
    assert load_config({"STATIONMASTER_METRICS": text}, tmp_path / ".env").metrics == found


@pytest.mark.parametrize("text", ["0", "65536", "all", ":x", "localhost:x"])
def test_a_wrong_port_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="STATIONMASTER_METRICS"):
        load_config({"STATIONMASTER_METRICS": text}, tmp_path / ".env")


async def test_the_bot_serves_them_at_its_port(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with open_table(tmp_path) as table:
        table.bot.config = replace(table.bot.config, metrics=("127.0.0.1", port))
        await table.bot.serve_metrics()
        assert (await asyncio.wait_for(fetched(port), 10))["stationmaster_games_held", ""] == 0
        await table.bot.metrics_server.close()
