"""The same position gives the same routes in any process, whatever seed Python hashes strings with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

from engine.core.view import View
from engine.routes.suggest import alternatives, best_routes
from engine.titles import g18ez
from tests import positions26, positions62
from tests.positions import small_position

SEEDS = range(8)


def positions():
    for seed in SEEDS:
        scene = small_position(g18ez.TITLE, Random(seed), "PS&W", ["GV&E", "M&R", "BCRR", "BL"])
        yield View(scene.title, scene.state), "PS&W"
        yield positions26.small_position(Random(seed), 9), positions26.US
        yield positions62.small_position(Random(seed), 12)


def answers():
    """The best sets of small positions of all titles, with the next best two."""
    return [
        [route.to_json() for route in found.routes]
        for view, company in positions()
        for found in (best_routes(view, company), *alternatives(view, company, 2))
    ]


def test_routes_are_the_same_in_a_fresh_process_with_any_hash_seed():
    root = Path(__file__).resolve().parents[2]
    script = f"import json; from {__name__} import answers; print(json.dumps(answers()))"
    here = json.loads(json.dumps(answers()))
    assert sum(map(bool, here)) > len(SEEDS)
    for seed in ("0", "12345"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run(
            [sys.executable, "-c", script], cwd=root, env=env, capture_output=True, check=True
        )
        assert json.loads(ran.stdout) == here
