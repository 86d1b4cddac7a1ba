"""The titles by key: known by name from the start, loaded when they are asked for."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from engine.checks.connections import check_title
from engine.core.errors import BadData
from engine.title import Title


@dataclass(frozen=True)
class Listed:
    """A title that need not be loaded yet: its key, its full name, and how many may play."""

    key: str
    name: str
    min_players: int
    max_players: int


class Titles(MutableMapping[str, Title]):
    """Titles by key, in a fixed order; ``folders`` beside this module hold them.

    Looking a title up imports it, which may take some tenths of a second; what is `Listed` of it is known
    without that. An external title is added by assignment or by `find_title`.

    >>> from engine import TITLES
    >>> [listed.name for listed in TITLES.listed() if listed.max_players > 7]
    ['1862: Railway Mania in the Eastern Counties']
    >>> TITLES["1889"].data.bank, "1830" in TITLES
    (7000, False)
    """

    def __init__(self, folders: Mapping[str, str]) -> None:
        self._folders = folders
        self._loaded: dict[str, Title | None] = dict.fromkeys(folders)
        self._listed = dict[str, Listed]()

    def listed(self) -> tuple[Listed, ...]:
        """What is known of each title; loads none."""
        return tuple(map(self._entry, self))

    def _entry(self, key: str) -> Listed:
        if title := self._loaded[key]:
            return Listed(key, title.data.name, title.data.min_players, title.data.max_players)
        if key not in self._listed:
            self._listed[key] = _read(self._folders[key])
        return self._listed[key]

    def __getitem__(self, key: str) -> Title:
        title = self._loaded[key]
        if title is None:
            title = self._loaded[key] = _load(self._folders[key])
        return title

    def __setitem__(self, key: str, title: Title) -> None:
        """Add a title; raises BadData with its faults (`engine.checks.connections`)."""
        check_title(title)
        self._loaded[key] = title

    def __delitem__(self, key: str) -> None:
        del self._loaded[key]

    def __contains__(self, key: object) -> bool:
        return key in self._loaded

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


def _read(folder: str) -> Listed:
    raw = tomllib.loads((Path(__file__).parent / folder / "data" / "game.toml").read_text("utf-8"))
    return Listed(raw["key"], raw["name"], raw["min_players"], raw["max_players"])


def _load(folder: str) -> Title:
    found = import_module(f"{__name__}.{folder}").TITLE
    if not isinstance(found, Title):
        raise BadData(f"{folder}.TITLE is no title")
    check_title(found)
    return found


TITLES = Titles({"18EZ": "g18ez", "1862": "g1862", "1826": "g1826", "1889": "g1889", "18OE": "g18oe"})
"""The titles of this package."""


def find_title(name: str) -> Title:
    """The title with a key, or an external one, which is added to the titles.

    ``name`` is the key of a title, a folder with an ``__init__.py``, or a package that can be imported; its
    ``TITLE`` is the title. Raises BadData when there is none or when it has faults.
    """
    if name in TITLES:
        return TITLES[name]
    folder = Path(name).resolve()
    if folder.is_dir() and not (folder / "__init__.py").is_file():
        raise BadData(f"{name} is no title: the folder has no __init__.py, which declares the TITLE")
    if len(Path(name).parts) > 1 and not folder.is_dir():
        raise BadData(f"{name} is no title: there is no such folder")
    if (folder / "__init__.py").is_file():
        sys.path.insert(0, str(folder.parent))
        package = folder.name
    else:
        package = name
    title = _from(package, name)
    if title.key in TITLES and TITLES[title.key] is not title:
        text = f"{name}: another title has the key {title.key!r}; change the key in its game.toml"
        raise BadData(text)
    TITLES[title.key] = title
    return title


def _from(package: str, name: str) -> Title:
    """The title of a package that is named in some way."""
    try:
        found = getattr(import_module(package), "TITLE", None)
    except (ImportError, TypeError, ValueError) as error:
        known = ", ".join(TITLES)
        text = f"{name} is no title ({known}) and no package or folder of one: {error}"
        raise BadData(text) from error
    if not isinstance(found, Title):
        raise BadData(f"{name} has no TITLE that is a title")
    return found
