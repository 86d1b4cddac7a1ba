"""Play a game of 1889 by random legal actions, and keep it: `python play_a_game.py game.json`."""

import json
import sys
from pathlib import Path
from random import Random

from engine import Action, Json, Range, new_game

game, dice = new_game("1889", ["Ann", "Ben", "Cy"], seed=1), Random(1)
while waiting := game.waiting():
    player = waiting.players[0]
    choice = dice.choice(game.choices(player))
    args: dict[str, Json] = {}
    for field in choice.fields:
        legal = game.options(player, choice.kind, field.name, args)
        if field.kind == "routes":
            args[field.name] = game.suggest_routes()
        elif isinstance(legal, Range):
            args[field.name] = dice.randrange(legal.low, legal.high + 1, legal.step)
        elif legal:
            value = dice.choice(legal).value
            args[field.name] = [value] if field.kind == "many" else value
    action = Action(choice.kind, player, args)
    if game.check(action) is None:
        game.submit(action)
print(f"{len(game.log)} records, worth at the end: {game.scores()}")
Path(sys.argv[1]).write_text(json.dumps(game.to_json()), "utf-8")
