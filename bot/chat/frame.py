"""Pages: messages of texts, pictures and rows of buttons, within the limits of Discord."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui
from PIL import ImageColor

from bot.chat.press import BotItem
from bot.words import SOURCE_LANGUAGE, group_digits, language
from bot.work.metrics import METRICS
from bot.work.pictures import DrawnPicture
from engine import Game

MAX_TEXT, ROW_WIDTH, MAX_OPTIONS = 3600, 5, 25
"""The maximum of characters on a page (Discord allows 4000), buttons in a row, options in a select menu."""

PRIMARY, SUCCESS = discord.ButtonStyle.primary, discord.ButtonStyle.success
SECONDARY, DANGER = discord.ButtonStyle.secondary, discord.ButtonStyle.danger

MAX_PLAIN_TEXT = 1900
"""The maximum number of characters of a page that is plain text."""


@dataclass(slots=True)
class Page:
    """A message to show: a Components V2 view with the files that it names, or plain text."""

    view: ui.LayoutView | None = None
    files: Sequence[discord.File] = ()
    text: str = ""

    def send_kwargs(self) -> dict[str, Any]:
        """Return the keyword arguments with which discord.py sends this page as a message.

        They are "view", or for plain text "content" (cut at 1900 characters), and "files" if there are any.
        """
        return self._body_kwargs() | ({"files": list(self.files)} if self.files else {})

    def edit_kwargs(self) -> dict[str, Any]:
        """Return the keyword arguments with which discord.py edits a message to show this page.

        For a page with components they are "view" and a "content" of None, for plain text only "content" (cut
        at 1900 characters). "attachments" is always given, so that it replaces the message's earlier files.
        """
        content = {"content": None} if self.view is not None else {}
        return content | self._body_kwargs() | {"attachments": list(self.files)}

    @contextmanager
    def measure_upload(self) -> Iterator[None]:
        """Measure the bytes and seconds of this page's upload for the metrics; a context manager.

        The block sends the page to Discord. A page without files is not measured.
        """
        if not self.files:
            yield
            return
        METRICS.uploaded.inc(sum(file.fp.seek(0, 2) - file.fp.seek(0) for file in self.files))
        with METRICS.timed("upload"):
            yield

    def remove_pictures(self, note: str = "") -> Page:
        """Remove the pictures from this page's view, and return a page with that view and without files.

        ``note`` is added at the end of the page, unless it is "" or the page is plain text.
        """
        if note and self.view is not None:
            self.view.add_item(ui.TextDisplay(note))
        for component in self.view.children if self.view is not None else ():
            for item in list(getattr(component, "children", ())):
                if isinstance(item, ui.MediaGallery):
                    component.remove_item(item)  # type: ignore[attr-defined]
        return Page(self.view, (), self.text)

    def _body_kwargs(self) -> dict[str, Any]:
        """Return the keyword arguments for the body of a Discord message: "view", or "content" (plain text).

        Plain text is cut at 1900 characters.
        """
        return {"view": self.view} if self.view is not None else {"content": self.text[:MAX_PLAIN_TEXT]}


def build_layout(*parts: ui.Item[Any] | str, accent: discord.Colour | None = None) -> ui.LayoutView:
    """Build a Discord view (Components V2) of one container with these texts and components, in order.

    It never times out. Texts are Markdown; empty ones are left out. Digits are grouped as is usual in the
    current language (of this asyncio task). ``accent`` is the colour of the container's edge (None: none).
    Raises ValueError for more than 40 components in all.
    """
    container: ui.Container[Any] = ui.Container(accent_colour=accent)
    for part in parts:
        if isinstance(part, str):
            if part:
                container.add_item(ui.TextDisplay(part))
        else:
            container.add_item(part)
    view = ui.LayoutView(timeout=None).add_item(container)
    if language() != SOURCE_LANGUAGE:
        for item in view.walk_children():
            _group_digits_of(item.item if isinstance(item, BotItem) else item)
    return view


def _group_digits_of(item: ui.Item[Any]) -> None:
    """Group the digits in the texts of a Discord component as the current language (of this task) does.

    The labels of buttons and options are changed, too, but not the values of options.
    """
    if isinstance(item, ui.TextDisplay):
        item.content = group_digits(item.content)
    elif isinstance(item, ui.Button) and item.label:
        item.label = group_digits(item.label)
    elif isinstance(item, ui.Select):
        for option in item.options:
            option.label = group_digits(option.label)
            option.description = option.description and group_digits(option.description)


def action_row(*items: BotItem) -> ui.ActionRow[Any]:
    """Return a Discord action row of up to five buttons, or one select menu; raises ValueError for more."""
    return ui.ActionRow(*items)


def picture_galleries(pictures: list[DrawnPicture]) -> list[ui.MediaGallery[Any]]:
    """Return a separate Discord media gallery for each picture (Discord crops pictures that share one).

    The files of the pictures must be attached to the same message.
    """
    return [ui.MediaGallery(picture.gallery_item()) for picture in pictures]


def accent_colour(game: Game) -> discord.Colour | None:
    """Return the colour of the acting company, for the edge of a Discord message.

    Return None if no company acts, after the end of the game, and for a colour that cannot be parsed.
    """
    next_decision = game.waiting()
    if next_decision is None or next_decision.company is None:
        return None
    try:
        red, green, blue = ImageColor.getrgb(game.view.spec(next_decision.company).colour)[:3]
    except ValueError:
        return None
    return discord.Colour.from_rgb(red, green, blue)


@dataclass(slots=True)
class PageBuilder:
    """A private page while it is put together.

    From top to bottom it has ``texts``, ``top_rows`` of buttons, ``captions`` (texts), ``pictures``,
    ``texts_below_pictures``, ``rows`` of buttons, and ``notes`` in small text. A hint consists of
    ``hint_texts``, ``hint_rows`` of buttons and ``hint_notes``; it follows the top rows if there are any,
    else the other rows. ``accent`` is the colour of the page's edge.
    """

    texts: list[str] = field(default_factory=list)
    top_rows: list[list[BotItem]] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    pictures: list[DrawnPicture] = field(default_factory=list)
    texts_below_pictures: list[str] = field(default_factory=list)
    rows: list[list[BotItem]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    hint_texts: list[str] = field(default_factory=list)
    hint_rows: list[list[BotItem]] = field(default_factory=list)
    hint_notes: list[str] = field(default_factory=list)
    accent: discord.Colour | None = None

    def all_rows(self) -> list[list[BotItem]]:
        """Return all rows of buttons of the page, from top to bottom."""
        if self.top_rows:
            return [*self.top_rows, *self.hint_rows, *self.rows]
        return [*self.rows, *self.hint_rows]

    def all_texts(self) -> list[str]:
        """Return all texts of the page that are not empty, in no particular order."""
        texts = (self.texts, self.captions, self.texts_below_pictures, self.notes)
        return [text for part in (*texts, self.hint_texts, self.hint_notes) for text in part if text]

    def put_rows_above_pictures(self) -> None:
        """Move all rows of buttons added so far above the captions and pictures.

        Rows that are added later stand below the pictures.
        """
        self.top_rows += self.rows
        self.rows = []

    def add_buttons(self, items: Iterable[BotItem]) -> None:
        """Add buttons to the page in new rows of up to five each, below its other rows."""
        remaining = list(items)
        while remaining:
            self.rows.append(remaining[:ROW_WIDTH])
            remaining = remaining[ROW_WIDTH:]

    def append_button(self, item: BotItem) -> None:
        """Add a button to the page's last row if it has room and no menu, else in a new row."""
        last_row = self.rows[-1] if self.rows else []
        if (
            last_row
            and len(last_row) < ROW_WIDTH
            and all(isinstance(other.item, ui.Button) for other in last_row)
        ):
            last_row.append(item)
        else:
            self.rows.append([item])

    def build(self) -> Page:
        """Return the finished page, with its texts cut to Discord's limits.

        The captions, the texts below the pictures, the texts of the hint and its notes, each together, are
        each cut at 3600 characters; the texts, and then the notes, get what is left of 3600 characters.
        Raises ValueError for more than 40 components in all, or more than five buttons in a row.
        """
        pictures: list[ui.Item[Any]] = [ui.MediaGallery(drawn.gallery_item()) for drawn in self.pictures]
        captions, below = _cut_texts(self.captions), _cut_texts(self.texts_below_pictures)
        hint_texts, hint_notes = _cut_texts(self.hint_texts), _cut_texts(self.hint_notes)
        characters = sum(map(len, [*captions, *below, *hint_texts, *hint_notes]))
        texts = _cut_texts(self.texts, MAX_TEXT - characters)
        notes = _cut_texts(self.notes, MAX_TEXT - characters - sum(map(len, texts)))
        top_rows, rows, hint_rows = (
            [action_row(*items) for items in part if items]
            for part in (self.top_rows, self.rows, self.hint_rows)
        )
        hint: list[ui.Item[Any] | str] = [*hint_texts, *hint_rows, *hint_notes]
        hint_above, hint_below = (hint, ()) if top_rows else ((), hint)
        view = build_layout(
            *texts, *top_rows, *hint_above, *captions, *pictures, *below, *rows, *hint_below, *notes,
            accent=self.accent,
        )  # fmt: skip
        return Page(view, [picture.to_discord_file() for picture in self.pictures])


def _cut_texts(texts: Sequence[str], max_characters: int = MAX_TEXT) -> list[str]:
    """Return the first texts of a page, cut to at most ``max_characters`` characters together.

    A text that is cut ends with "…"; empty texts are left out.
    """
    texts_that_fit, characters_left = list[str](), max_characters
    for text in texts:
        if text and characters_left > 0:
            texts_that_fit.append(text if len(text) <= characters_left else f"{text[: characters_left - 1]}…")
            characters_left -= len(text)
    return texts_that_fit
