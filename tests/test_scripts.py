"""The scripts `check` and `play`, on machines that are made up of a few fake commands."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

# Fakes: `python -c` and `-V` succeed, `-m venv DIR` copies itself there, `-m MODULE` is written down
# and fails with the number that the file `fail-MODULE` holds. The name of a script goes to a file of its own.
FAKE_PYTHON = """#!/bin/bash
here=$FAKES
case "$1" in
    -V) echo "Python 3.12.0" ;;
    -c) case "$2" in
            *ensurepip*) [ ! -e "$here/no-ensurepip" ] ;;
            *'version_info[:2]'*) echo 3.12 ;;
            *version_info*) [ ! -e "$here/old" ] ;;
            *tomllib*) shift 2; echo "requirements with: $*" >>"$here/log" ;;
        esac ;;
    *.py) echo "$1" >>"$here/scripts"
        if [ -e "$here/fail-script" ]; then exit "$(/bin/cat "$here/fail-script")"; fi ;;
    -m) echo "$*" >>"$here/log"
        if [ "$2" = venv ]; then /bin/mkdir -p "$3/bin" && /bin/cp "$0" "$3/bin/python"; fi
        if [ -e "$here/fail-$2" ]; then exit "$(/bin/cat "$here/fail-$2")"; fi ;;
esac
"""
TOOLS = ("bash", "cat", "cksum", "dirname", "env", "grep", "rm", "sed")


class Machine:
    """A directory of commands, and a copy of the scripts."""

    def __init__(self, root: Path, place: Path) -> None:
        self.bin, self.home = place / "bin", place / "checkout"
        self.bin.mkdir()
        (self.home / ".ci").mkdir(parents=True)
        (self.home / "tests" / "__pycache__").mkdir(parents=True)
        for name in ("check", "play", "pyproject.toml", ".ci/setup.sh", ".ci/run", ".ci/constraints.txt"):
            shutil.copy(root / name, self.home / name)
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or tool)
        self.command("id", "#!/bin/bash\necho 1000\n")

    def command(self, name: str, text: str = "#!/bin/bash\n") -> None:
        path = self.bin / name
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run(self, script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        env = {"PATH": str(self.bin), "FAKES": str(self.home), "HOME": str(self.home), **environment}
        command = [str(self.home / script), *arguments]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)

    def log(self) -> list[str]:
        path = self.home / "log"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return [line.replace(str(self.home), "HOME") for line in lines]


@pytest.fixture
def bare(root, tmp_path):
    return Machine(root, tmp_path)


@pytest.fixture
def machine(bare):
    bare.command("python3", FAKE_PYTHON)
    return bare


# Types are checked beside the others, so only these come in their order: `in_order` puts types last.
STAGES = [
    "-m ruff format --check .",
    "-m ruff check .",
    "-m pytest -m  --numprocesses 3 --dist worksteal --durations=10 --durations-min=1",
    TYPES := "-m mypy",
]


def in_order(stages: list[str]) -> list[str]:
    return sorted(stages, key=TYPES.__eq__)


def test_check_sets_up_once_and_runs_every_stage(machine):
    done = machine.run("check")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("check: all green (format, lint, types, tests)")
    venv, declared, pip, *stages = machine.log()
    assert venv == "-m venv HOME/.venv"
    assert declared == "requirements with: bot fast dev local postgres"
    assert "--constraint .ci/constraints.txt" in pip
    assert in_order(stages) == STAGES
    assert machine.run("check").returncode == 0
    assert in_order(machine.log()) == STAGES


def test_the_machine_code_is_made_before_the_tests(machine):
    (machine.home / ".ci" / "kernels.py").touch()
    machine.command("getconf", "#!/bin/bash\necho 8\n")
    assert machine.run("check").returncode == 0
    assert (machine.home / "scripts").read_text() == ".ci/kernels.py\n"
    assert "--numprocesses 4 " in in_order(machine.log())[-2]


def test_the_check_fails_if_the_machine_code_cannot_be_made(machine):
    (machine.home / "fail-script").write_text("1")
    done = machine.run("check")
    assert (done.returncode, "FAILED in machine code" in done.stdout) == (1, True)
    assert in_order(machine.log()[-len(STAGES) :]) == STAGES


def test_in_a_fresh_clone_each_module_is_compiled_once_before_the_tests(machine):
    (machine.home / "tests" / "__pycache__").rmdir()
    assert machine.run("check", "tests/engine").returncode == 0
    pytests = [line for line in machine.log() if "pytest" in line]
    assert pytests == ["-m pytest -m  --collect-only -q tests/engine", f"{STAGES[-2]} tests/engine"]


def test_installed_modules_are_compiled_when_they_are_imported(machine):
    machine.run("check")
    assert "--no-compile" in machine.log()[2]


@pytest.mark.parametrize("changed", ["pyproject.toml", ".ci/constraints.txt"])
def test_changed_pins_are_installed_again(machine, changed):
    machine.run("check")
    machine.log()
    with (machine.home / changed).open("a") as file:
        file.write("# changed\n")
    machine.run("check")
    assert machine.log()[1].startswith("-m pip install")


def test_a_failed_installation_is_not_taken_for_done(machine):
    (machine.home / "fail-pip").write_text("1")
    done = machine.run("check")
    assert done.returncode == 1
    assert "could not be installed" in done.stderr
    assert [line for line in machine.log() if "pytest" in line] == []
    (machine.home / "fail-pip").unlink()
    assert machine.run("check").returncode == 0
    assert machine.log()[1].startswith("-m pip install")


def test_a_failed_stage_fails_the_check_after_all_stages(machine):
    (machine.home / "fail-mypy").write_text("3")
    (machine.home / "fail-pytest").write_text("2")
    done = machine.run("check")
    assert done.returncode == 2
    assert done.stdout.splitlines()[-1].startswith("check: FAILED in pytest, mypy")
    assert in_order(machine.log()[-4:]) == STAGES


def test_arguments_go_to_pytest(machine):
    machine.run("check", "tests/engine", "-k", "two words")
    assert in_order(machine.log())[-2] == f"{STAGES[-2]} tests/engine -k two words"


def test_ci_runs_the_check(machine):
    done = machine.run(".ci/run")
    assert done.returncode == 0, done.stderr
    assert in_order(machine.log()[-4:]) == STAGES


def test_the_environment_may_lie_elsewhere(machine, tmp_path):
    assert machine.run("check", STATIONMASTER_VENV=str(tmp_path / "else where")).returncode == 0
    assert (tmp_path / "else where" / "bin" / "python").exists()
    assert not (machine.home / ".venv").exists()


def test_a_foreign_directory_is_never_removed(machine, tmp_path):
    (tmp_path / "mine").mkdir()
    done = machine.run("check", STATIONMASTER_VENV=str(tmp_path / "mine"))
    assert done.returncode == 1
    assert "holds no Python" in done.stderr
    assert (tmp_path / "mine").exists()


def test_a_broken_environment_is_made_again(machine):
    (machine.home / ".venv").mkdir()
    assert machine.run("check").returncode == 0


@pytest.mark.parametrize(
    ("manager", "advice"),
    [
        ("apt-get", "sudo apt-get install python3 python3-venv"),
        ("dnf", "sudo dnf install python3.13"),
        ("brew", "brew install python@3.13"),
        ("", "(your package manager): Python 3.11 or newer, with venv"),
    ],
)
def test_without_python_it_says_what_installs_it(bare, manager, advice):
    if manager:
        bare.command(manager)
    done = bare.run("check")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].strip() == advice


def test_an_old_python_is_none(machine):
    (machine.home / "old").touch()
    done = machine.run("check")
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr


def test_without_venv_it_says_what_installs_it(machine):
    machine.command("apt-get")
    (machine.home / "no-ensurepip").touch()
    done = machine.run("play")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].strip() == "sudo apt-get install python3.12-venv"


def test_root_needs_no_sudo(bare):
    bare.command("apt-get")
    bare.command("id", "#!/bin/bash\necho 0\n")
    assert bare.run("check").stderr.splitlines()[-1].strip() == "apt-get install python3 python3-venv"


def test_a_python_that_does_not_start_is_passed_over(machine):
    machine.command("python3.13", "#!/bin/bash\nexit 127\n")
    assert machine.run("check").returncode == 0


LOCAL, DISCORD = "requirements with: bot fast local", "requirements with: bot fast"


@pytest.mark.parametrize(
    ("dotenv", "environment", "installed"),
    [
        (None, {}, LOCAL),
        (None, {"DISCORD_TOKEN": "x"}, DISCORD),
        ("DISCORD_TOKEN=abc\n", {}, DISCORD),
        ('# mine\nexport DISCORD_TOKEN = "abc"\n', {}, DISCORD),
        ("DISCORD_TOKEN=\n", {}, LOCAL),
        ('DISCORD_TOKEN=""\n', {}, LOCAL),
        ("# DISCORD_TOKEN=abc\n", {}, LOCAL),
        ("OTHER=abc\n", {}, LOCAL),
    ],
)
def test_play_installs_the_local_chat_only_without_a_token(machine, dotenv, environment, installed):
    if dotenv is not None:
        (machine.home / ".env").write_text(dotenv)
    assert machine.run("play", "--port", "1", **environment).returncode == 0
    log = machine.log()
    assert log[1] == installed
    assert log[-1] == "-m bot --port 1"


def test_play_after_check_installs_nothing(machine):
    machine.run("check")
    machine.log()
    machine.run("play")
    assert machine.log() == ["-m bot"]


def test_check_after_play_adds_what_is_missing(machine):
    machine.run("play")
    machine.log()
    machine.run("check")
    assert machine.log()[0] == "requirements with: bot fast local dev postgres"


def test_play_passes_on_how_the_bot_ended(machine):
    (machine.home / "fail-bot").write_text("7")
    assert machine.run("play").returncode == 7


@pytest.mark.parametrize("script", ["check", "play", ".ci/run"])
def test_the_scripts_can_be_run(root, script):
    assert os.access(root / script, os.X_OK)
