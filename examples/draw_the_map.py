"""Draw the map of a game, and say it in words: `python draw_the_map.py game.json map.png`."""

import json
import sys
from pathlib import Path

from engine import import_game
from render import describe, draw

source, target = map(Path, sys.argv[1:])
game = import_game(json.loads(source.read_text("utf-8")))
picture = draw(game, "map")
target.write_bytes(picture.png)
print(picture.alt)
print(describe(game, "map"))
