"""Every example runs as a reader would run it, is as short as it says, and uses what is promised."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from tests import architecture as arch

LINES = {"play_a_game": 30, "draw_the_map": 15, "my_player": 40, "worth_by_round": 25, "serve_a_game": 40}
"""The lines of each behind what it says of itself, at most; blank lines aside."""
USED = {
    *("engine", "engine.api.course", "engine.filling", "engine.players.match", "engine.players.seat"),
    "render",
}
"""The modules of ours that they import from."""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The folder in which the examples run."""
    return tmp_path_factory.mktemp("examples")


@pytest.fixture(scope="module")
def started(root, place):
    """Starts an example with arguments."""

    def start(name, *arguments):
        command = [sys.executable, str(root / "examples" / f"{name}.py"), *arguments]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        return subprocess.Popen(command, cwd=place, env=environment, stdout=-1, stderr=-1, text=True)

    return start


def output(process):
    """What an example printed; it must end well."""
    told, faults = process.communicate(timeout=120)
    assert process.returncode == 0, faults
    return told


@pytest.fixture(scope="module")
def played(started):
    """What the first example printed; its game lies in game.json."""
    return output(started("play_a_game", "game.json"))


def test_a_game_is_played(place, played):
    records = len(json.loads((place / "game.json").read_text("utf-8"))["records"])
    assert records > 100
    assert played.startswith(f"{records} records, worth at the end: {{'p")


def test_its_map_is_drawn_and_said(started, place, played):
    told = output(started("draw_the_map", "game.json", "map.png"))
    assert (place / "map.png").read_bytes().startswith(b"\x89PNG")
    assert told.startswith("Map of 1889")
    assert "Kouchi" in told


def test_worth_by_round_is_plotted(started, place, played):
    told = output(started("worth_by_round", "game.json", "worth.png"))
    assert (place / "worth.png").read_bytes().startswith(b"\x89PNG")
    assert told.partition("at the end ")[2] == played.partition("at the end: ")[2]


@pytest.mark.slow
def test_a_player_of_ones_own_plays(started):
    told = output(started("my_player"))
    assert len(re.findall(r"^1889 seed=\d .* scores=", told, re.MULTILINE)) == 3
    assert "fault" not in told
    assert re.search(r"^__main__:Builder games=3 ", told, re.MULTILINE)


@pytest.fixture(scope="module")
def port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture(scope="module")
def call(started, port):
    """Asks the example that serves a game: the status, and the body as JSON or bytes."""
    process = started("serve_a_game", str(port))

    def ask(path, body=None):
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", data, timeout=30) as answer:
                found = answer.read()
                return answer.status, found if path.endswith("png") else json.loads(found)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, json.loads(refused.read())

    for _ in range(300):
        try:
            ask("/")
            break
        except urllib.error.URLError:
            assert process.poll() is None, process.communicate()[1]
            time.sleep(0.1)
    yield ask
    process.terminate()
    process.communicate(timeout=30)


def test_a_game_is_served(call):
    status, now = call("/")
    (seat,) = now["choices"]
    assert (status, [choice["kind"] for choice in now["choices"][seat]]) == (200, ["buy_item", "bid", "pass"])
    status, items = call(f"/options/{seat}/buy_item/item")
    assert (status, len(items)) == (200, 1)
    status, record = call("/", {"kind": "buy_item", "player": seat, "item": items[0]["value"]})
    assert (status, record["action"]["item"]) == (201, items[0]["value"])
    assert list(call("/")[1]["choices"]) != [seat]
    status, picture = call("/map.png")
    assert (status, picture[:4]) == (200, b"\x89PNG")


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/", {"kind": "run", "player": "p1"}, "not_"),
        ("/", {"kind": "pass"}, "not an action"),
        ("/options/p1/bid/colour", None, "colour"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(call, path, body, why):
    if "p1" in path:
        path = path.replace("p1", next(iter(call("/")[1]["choices"])))
    status, told = call(path, body)
    assert status == 409
    assert why in told["why"]


def test_every_example_is_here_and_told_of(root):
    found = {path.stem for path in (root / "examples").glob("*.py")}
    assert found == LINES.keys()
    told = re.findall(r"^\| `(\w+)\.py", (root / "examples/README.md").read_text("utf-8"), re.MULTILINE)
    assert set(told) == found


@pytest.mark.parametrize("name", LINES)
def test_an_example_is_short(root, name):
    text = (root / "examples" / f"{name}.py").read_text("utf-8")
    after = text.partition('"""')[2].partition('"""')[2]
    assert len([line for line in after.splitlines() if line.strip()]) <= LINES[name]


def test_the_examples_use_what_is_promised(root):
    for source in arch.read_sources(root, ["examples"], ".py"):
        ours = {name.rpartition(".")[0] for name in source.imports if name.split(".")[0] in arch.PARTS}
        assert ours <= USED, source.path
