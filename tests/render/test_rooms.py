"""The rooms of the pictures: render/README.md names each module in the row of its room."""

import re


def test_every_module_stands_in_the_row_of_its_room(root):
    text = (root / "render/README.md").read_text("utf-8")
    rows = {row[1]: row[0] for row in re.findall(r"^(\| `(\w+)/?`.*)$", text, re.MULTILINE)}
    for path in (root / "render").rglob("*.py"):
        room = path.parent.name if path.parent.name != "render" else "__main__"
        if path.stem != "__init__":
            assert f"`{path.stem}`" in rows[room], path
    assert set(rows) == {path.parent.name for path in (root / "render").glob("*/__init__.py")} | {"__main__"}
