"""Replay a log and plot each player's worth by round: `python worth_by_round.py game.json worth.png`."""

import json
import sys
from pathlib import Path

from matplotlib.figure import Figure

from engine import game_at, import_game
from engine.api.course import course

source, target = map(Path, sys.argv[1:])
game = import_game(json.loads(source.read_text("utf-8")))
rounds = course(game)
figure = Figure(figsize=(10, 5), layout="constrained")
axes = figure.add_subplot(xlabel="round", ylabel=f"worth in {game.title.data.currency}")
for player in game.view.seats:
    axes.plot(
        [each.title for each in rounds], [each.worth[player] for each in rounds], label=game.view.name(player)
    )
axes.tick_params("x", rotation=90)
axes.legend()
figure.savefig(target)

half = game_at(game, len(game.log) // 2)
print(f"{len(rounds)} rounds; halfway, in {half.round_title()}, {half.scores()}; at the end {game.scores()}")
