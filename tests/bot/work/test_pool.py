"""Work in other processes: results, deadlines, dead workers."""

import asyncio
import gc
import os
import time

import pytest

from bot.work.pool import Pool, WorkFailed, WorkTimeout
from tests.bot import jobs


@pytest.fixture
async def pool():
    made = Pool(1)
    await made.start_workers(["json"])
    yield made
    await made.close()


async def test_work_is_done_in_another_process(pool):
    assert await pool.run(jobs.add, 2, 3) == 5
    assert await pool.run(os.getpid) != os.getpid()


async def test_nothing_is_collected_while_a_worker_works(pool):
    assert not await pool.run(gc.isenabled)
    assert await pool.run(gc.get_freeze_count) > 1000


async def test_big_arguments_and_results_pass(pool):
    blob = bytes(3_000_000)
    assert await pool.run(jobs.echo, blob) == blob


async def test_a_late_worker_is_killed_and_replaced(pool):
    stuck = await pool.run(os.getpid)
    began = time.monotonic()
    with pytest.raises(WorkTimeout, match="not done within"):
        await pool.run(time.sleep, 60, deadline=0.3)
    assert time.monotonic() - began < 5
    fresh = await pool.run(os.getpid)
    assert fresh != stuck
    with pytest.raises(ProcessLookupError):
        os.kill(stuck, 0)


async def test_a_worker_in_place_of_a_late_one_knows_its_modules_before_it_works(pool):
    assert await pool.run(jobs.knows, "colorsys") is False
    await pool.start_workers(["json", "colorsys"])
    with pytest.raises(WorkTimeout):
        await pool.run(time.sleep, 60, deadline=0.3)
    assert await pool.run(jobs.knows, "colorsys") is True


async def test_no_more_workers_are_started_than_there_are_places(pool):
    for _ in range(3):
        with pytest.raises(WorkFailed, match="died"):
            await pool.run(os._exit, 3)
        await pool.run(jobs.add, 1, 1)
    await asyncio.gather(*pool._replacement_tasks)
    assert len(pool._workers) == 1


async def test_an_exception_is_a_clear_failure_and_the_worker_lives_on(pool):
    worker = await pool.run(os.getpid)
    with pytest.raises(WorkFailed, match="ValueError: no such hex"):
        await pool.run(jobs.fail, "no such hex")
    assert await pool.run(os.getpid) == worker


async def test_a_worker_that_dies_is_replaced(pool):
    with pytest.raises(WorkFailed, match="died"):
        await pool.run(os._exit, 3)
    assert await pool.run(jobs.add, 1, 1) == 2


async def test_what_work_prints_does_not_disturb_its_answer(pool):
    assert await pool.run(jobs.chatter) == "done"


async def test_a_cancelled_call_frees_its_place(pool):
    call = asyncio.create_task(pool.run(time.sleep, 60))
    await asyncio.sleep(0.1)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await pool.run(jobs.add, 1, 2, deadline=20) == 3


async def test_more_calls_than_workers_all_get_their_turn(pool):
    calls = (pool.run(jobs.add, i, 1) for i in range(20))
    assert await asyncio.gather(*calls) == list(range(1, 21))


async def test_a_closed_pool_refuses_work():
    pool = Pool(1)
    await pool.run(jobs.add, 1, 1)
    await pool.close()
    with pytest.raises(WorkFailed, match="closed"):
        await pool.run(jobs.add, 1, 1)


async def test_close_ends_work_that_goes_on():
    pool = Pool(1)
    call = asyncio.create_task(pool.run(time.sleep, 60))
    await asyncio.sleep(0.3)
    await pool.close()
    with pytest.raises(WorkFailed):
        await call


async def test_threads_keep_the_same_promises():
    pool = Pool(1, processes=False)
    assert await pool.run(jobs.add, 2, 3) == 5
    with pytest.raises(WorkTimeout):
        await pool.run(time.sleep, 0.3, deadline=0.05)
    with pytest.raises(WorkFailed, match="ValueError"):
        await pool.run(jobs.fail, "x")
    await pool.close()


async def test_what_takes_long_is_made_ready_besides_the_workers(pool):
    pool.compile_module("time, sys; time.sleep(1)")
    assert pool.is_compiling
    assert await pool.run(abs, -1) == 1
    pool._compilations[0].wait()
    assert not pool.is_compiling


async def test_what_is_being_made_ready_ends_with_the_pool():
    pool = Pool(1)
    pool.compile_module("time; time.sleep(60)")
    await pool.close()
    assert not pool.is_compiling


async def test_a_module_that_cannot_be_prepared_disturbs_nobody(pool):
    pool.compile_module("engine.no_such_module")
    assert await pool.run(abs, -1) == 1
    pool._compilations[0].wait()
    assert not pool.is_compiling
    assert await pool.run(abs, -1, deadline=60.0) == 1


async def test_a_worker_that_has_grown_large_is_replaced_when_nothing_waits(monkeypatch):
    monkeypatch.setattr("bot.work.pool.MIN_CALLS", 3)
    pool = Pool(1, max_megabytes=1)
    first = await pool.run(os.getpid)
    assert await pool.run(os.getpid) == first
    calls = [pool.run(os.getpid) for _ in range(3)]
    assert await asyncio.gather(*calls) == [first] * 3
    for _ in range(200):
        if pool.pids != [first] and len(pool.pids) == 1:
            break
        await asyncio.sleep(0.1)
    assert pool.pids != [first]
    assert [await pool.run(os.getpid)] == pool.pids
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    await pool.close()


async def test_searches_go_to_the_worker_that_has_searched():
    pool = Pool(2)
    await pool.start_workers(["json"])
    one = await pool.run(os.getpid, work_kind="bot.work.searches")
    assert [await pool.run(os.getpid, work_kind="bot.work.searches") for _ in range(3)] == [one] * 3
    other = await pool.run(os.getpid, work_kind="bot.work.pictures")
    assert other != one
    assert [await pool.run(os.getpid, work_kind="bot.work.pictures") for _ in range(3)] == [other] * 3
    await pool.close()


async def test_one_may_wait_a_while_for_what_is_being_made_ready() -> None:
    pool = Pool(1)
    pool.compile_module("time; time.sleep(0.6)")
    try:
        assert not await pool.wait_until_compiled(0.05)
        assert await pool.wait_until_compiled(20.0)
    finally:
        await pool.close()
