"""External titles, which the operator names by folder or package: in this process and its workers."""

from __future__ import annotations

import os
from collections.abc import Sequence

from bot.config import TITLES_VARIABLE, split_title_sources, title_loading_error
from engine import find_title


def load_external_titles(names: Sequence[str]) -> None:
    """Load external 18xx titles by their folders or packages, here and in workers that start later.

    The workers read them in the environment variable STATIONMASTER_TITLES, which is set here. Raises
    BadConfig if one of them cannot be loaded.
    """
    for name in names:
        try:
            find_title(name)
        except Exception as error:  # code of somebody else runs here
            raise title_loading_error(_load_error_text(name, error)) from error
    if names:
        os.environ[TITLES_VARIABLE] = os.pathsep.join(names)


def load_inherited_titles() -> None:
    """Load in this worker the external titles of the process that started it.

    They are named in the environment variable STATIONMASTER_TITLES. Raises BadConfig if one cannot be loaded.
    """
    load_external_titles(split_title_sources(os.environ.get(TITLES_VARIABLE, "")))


def _load_error_text(name: str, error: Exception) -> str:
    """Return in one line why an external title cannot be loaded, after ``name`` (its folder or package)."""
    text = " ".join(str(error).split())
    return text if text.startswith(name) else f"{name}: {text or type(error).__name__}"
