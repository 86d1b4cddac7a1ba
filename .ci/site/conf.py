"""The documentation site: Sphinx with furo, from Markdown and docstrings (see build.py)."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

gc.set_threshold(200_000, 20, 100)  # a site is all nodes of trees, and nearly all of them stay

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

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
