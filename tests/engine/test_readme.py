"""engine/README.md names every module of the engine in the row of its room, and no other."""

import re

ROW = re.compile(r"^\| (`[\w/]+/`|\(top\)) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)


def test_every_module_stands_in_the_row_of_its_room(root):
    text = (root / "engine/README.md").read_text("utf-8").partition("## Where things are")[2]
    rows = {room.strip("`").rstrip("/"): cell for room, cell in ROW.findall(text)}
    found: dict[str, set[str]] = {}
    for path in (root / "engine").rglob("*.py"):
        inside = path.relative_to(root / "engine")
        if inside.parts[0] != "titles" and path.stem != "__init__":
            found.setdefault(inside.parent.as_posix().replace(".", "(top)"), set()).add(path.stem)
    named = {room: set(re.findall(r"`(\w+)`", rows.get(room, ""))) for room in found}
    missing = {room: sorted(stems - named[room]) for room, stems in found.items() if stems - named[room]}
    assert missing == {}
    assert rows.keys() - {"titles"} == found.keys()
