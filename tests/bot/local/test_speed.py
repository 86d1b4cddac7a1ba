"""`./play --speed N`: reminders and clocks can be tried in the local chat."""

from __future__ import annotations

import asyncio

import pytest

from bot.__main__ import main
from tests.bot.browser import open_chat


async def test_hours_go_by_while_one_looks_on(tmp_path, capsys):
    async with open_chat(tmp_path, capsys, speed=300) as page:
        await page.choose("18EZ")
        assert not [text for text in page.texts() if "waits for you" in text]
        for _ in range(150):
            await asyncio.sleep(0.1)
            await page.look()
            pings = [text for text in page.texts() if "waits for you" in text]
            if pings:
                break
        assert "“Ann: 18EZ” waits for you." in pings[0]
        await page.click("In 1 h")
        assert "You are called again" in page.texts()[-1] or "does not wait" in page.texts()[-1]


@pytest.mark.parametrize("speed", ["0", "1e9"])
def test_a_speed_that_makes_no_sense_is_refused(speed, capsys):
    with pytest.raises(SystemExit):
        main(["--speed", speed])
    assert "from 1 to 1000" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_does_not_exist_is_refused(port, capsys):
    with pytest.raises(SystemExit):
        main([f"--port={port}"])
    assert "--port is a number from 0 to 65535" in capsys.readouterr().err
