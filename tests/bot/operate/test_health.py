"""The heartbeat file and the command that judges it."""

import os
import subprocess
import sys
import time

import pytest

from bot.operate import health


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("STATIONMASTER_DATA", str(tmp_path))
    return tmp_path


def beat_seconds_ago(directory, seconds):
    health.touch_heartbeat(directory)
    then = time.time() - seconds
    os.utime(directory / health.HEARTBEAT, (then, then))


def test_a_fresh_heartbeat_is_healthy(data, capsys):
    health.touch_heartbeat(data)
    assert health.main() == 0
    assert capsys.readouterr().out.startswith("healthy")


def test_no_heartbeat_is_unhealthy(data, capsys):
    assert health.main() == 1
    assert "no heartbeat" in capsys.readouterr().out


@pytest.mark.parametrize(("seconds", "code"), [(80, 0), (100, 1)])
def test_a_heartbeat_counts_for_ninety_seconds(data, seconds, code):
    beat_seconds_ago(data, seconds)
    assert health.main() == code


def test_a_new_beat_revives(data):
    beat_seconds_ago(data, 1000)
    health.touch_heartbeat(data)
    assert health.main() == 0


def test_a_clock_set_back_does_not_make_the_age_negative(data):
    beat_seconds_ago(data, -50)
    assert health.heartbeat_age(data) == 0.0


def test_the_command_answers_by_its_exit_code(root, data):
    command = [sys.executable, "-m", "bot.operate.health"]
    assert subprocess.run(command, cwd=root, check=False, capture_output=True).returncode == 1
    health.touch_heartbeat(data)
    assert subprocess.run(command, cwd=root, check=False, capture_output=True).returncode == 0


def test_the_health_check_does_not_load_discord(root):
    script = "import sys, bot.operate.health; sys.exit('discord' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=root, check=False).returncode == 0
