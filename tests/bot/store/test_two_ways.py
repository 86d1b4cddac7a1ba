"""The bot stores by `read` and `write` alone."""

import re
from pathlib import Path

TOP = Path(__file__).parents[3]


def test_the_bot_stores_by_read_and_write_alone():
    """`Store.transaction` may wait for other things: only opening and copying a database need that."""
    found = {
        str(path.relative_to(TOP))
        for path in (TOP / "bot").rglob("*.py")
        if re.search(r"\.transaction\(|postgres\.(writing|read)\(", path.read_text())
    }
    assert found == {"bot/store/database.py", "bot/operate/copy.py"}
