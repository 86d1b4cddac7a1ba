"""The documentation site: Sphinx with furo, from Markdown and docstrings (see build.py)."""

from __future__ import annotations

import gc
import logging
import sys
from pathlib import Path
from typing import Any

gc.set_threshold(200_000, 20, 100)  # a site is all nodes of trees, and nearly all of them stay
logging.getLogger("sphinx").setLevel(logging.WARNING)  # all else is made into text only to be dropped

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE)]

project = "Stationmaster"
author = "Stationmaster contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
html_theme = "furo"
html_title = "Stationmaster"
html_show_sphinx = False
default_role = "code"
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_use_type_comments = False
autodoc_default_options = {"members": True}
highlight_language = "text"


def setup(app: Any) -> None:
    """Read docstrings as they are written here."""
    from docstrings import convert  # noqa: PLC0415  # beside this file

    def written(_app: Any, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]) -> None:
        lines[:] = convert(lines)

    app.connect("autodoc-process-docstring", written)
