"""What a person sees: messages, components, modals, and the reply to an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .interactions import Attempt, Interaction
from .wire import EPHEMERAL, LOADING, Json, walk

if TYPE_CHECKING:
    from .server import LoopbackServer

BUTTON, TEXT, GALLERY, SELECTS = 2, 10, 12, (3, 5, 6, 7, 8)


class DriverError(AssertionError):
    """The test did what no person could do: clicked a button that is not there, skipped a required option."""


@dataclass(frozen=True)
class Component:
    """A button or select."""

    raw: Json

    @property
    def kind(self) -> int:
        """Discord's number of the component: 2 button, 3 string select, 5 user select..."""
        value: int = self.raw["type"]
        return value

    @property
    def label(self) -> str:
        """The text on it; of a select its placeholder."""
        return str(self.raw.get("label" if self.kind == BUTTON else "placeholder") or "")

    @property
    def custom_id(self) -> str:
        """The id by which the bot knows it; empty for a link."""
        return str(self.raw.get("custom_id", ""))

    @property
    def disabled(self) -> bool:
        """Whether it cannot be used."""
        return bool(self.raw.get("disabled"))

    @property
    def options(self) -> list[Json]:
        """The options of a string select."""
        return list(self.raw.get("options", []))

    @property
    def values(self) -> list[str]:
        """The values that can be chosen."""
        return [str(o["value"]) for o in self.options]


class Message:
    """A message as it is at this moment: it follows later edits. `read` fetches an attachment."""

    def __init__(self, read: Callable[[Json], bytes], raw: Json) -> None:
        self._read, self._raw = read, raw

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}: {self.text!r} {self.labels}>"

    @property
    def raw(self) -> Json:
        """The message as Discord would send it."""
        return self._raw

    @property
    def id(self) -> str:
        """The message's id."""
        return str(self.raw["id"])

    @property
    def channel_id(self) -> str:
        """Where it stands."""
        return str(self.raw["channel_id"])

    @property
    def author(self) -> str:
        """Name of the author."""
        return str(self.raw["author"]["global_name"] or self.raw["author"]["username"])

    @property
    def text(self) -> str:
        """Content, all text displays and embeds, top to bottom, in lines."""
        parts = [
            self.raw["content"],
            *[c["content"] for c in walk(self.raw["components"]) if c["type"] == TEXT],
        ]
        for embed in self.raw["embeds"]:
            parts += [embed.get("title", ""), embed.get("description", "")]
            parts += [f"{f['name']}: {f['value']}" for f in embed.get("fields", [])]
            parts.append(embed.get("footer", {}).get("text", ""))
        return "\n".join(p for p in parts if p)

    @property
    def components(self) -> list[Component]:
        """All buttons and selects, top to bottom."""
        return [Component(c) for c in walk(self.raw["components"]) if c["type"] in (BUTTON, *SELECTS)]

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons and selects."""
        return [c.label for c in self.components]

    def find(self, label: str | None = None, custom_id: str | None = None) -> Component:
        """The component whose label or custom id is, or else starts with, or else contains the text.

        Raises DriverError when none or several fit equally well.
        """
        wanted = label if label is not None else custom_id or ""
        names = [(c, c.label if label is not None else c.custom_id) for c in self.components]
        for test in (str.__eq__, str.startswith, str.__contains__):
            found = [c for c, name in names if test(name, wanted)]
            if len(found) == 1:
                return found[0]
            if found:
                raise DriverError(f"{wanted!r} fits several: {[c.label or c.custom_id for c in found]}")
        raise DriverError(
            f"no {wanted!r} on the message; there are {[name for _, name in names]}\n{self.text}"
        )

    @property
    def selects(self) -> list[Component]:
        """All selects, top to bottom."""
        return [c for c in self.components if c.kind in SELECTS]

    def pick(self, label: str | None = None, custom_id: str | None = None) -> Component:
        """The select with that placeholder or custom id; without either the only one there is."""
        if label is not None or custom_id is not None:
            return self.find(label, custom_id)
        if len(self.selects) != 1:
            raise DriverError(f"{len(self.selects)} selects: say which")
        return self.selects[0]

    @property
    def files(self) -> dict[str, bytes]:
        """Attached files by name."""
        return {a["filename"]: self._read(a) for a in self.raw["attachments"]}

    @property
    def images(self) -> list[tuple[bytes, str]]:
        """The pictures of all galleries with their alt texts."""
        by_url = {a["url"]: self.files[a["filename"]] for a in self.raw["attachments"]}
        galleries = [c for c in walk(self.raw["components"]) if c["type"] == GALLERY]
        items = [item for gallery in galleries for item in gallery["items"]]
        return [(by_url[i["media"]["url"]], i.get("description") or "") for i in items]

    @property
    def mentions(self) -> list[str]:
        """Names of the users who are really pinged."""
        return [str(user["global_name"]) for user in self.raw["mentions"]]

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it still says 'thinking...'."""
        return bool(self.raw["flags"] & LOADING)

    @property
    def deleted(self) -> bool:
        """Whether it is gone."""
        return bool(self.raw.get("_deleted"))

    @property
    def edits(self) -> int:
        """How often it was edited."""
        return int(self.raw.get("_edits", 0))


class Response(ABC):
    """What came of one action of a person, on whichever simulated Discord."""

    @property
    @abstractmethod
    def acknowledged(self) -> bool:
        """Whether the bot answered in time (else the person reads 'the application did not respond')."""

    @property
    @abstractmethod
    def messages(self) -> list[Message]:
        """The messages made in reply: the first answer and all follow-ups."""

    @property
    @abstractmethod
    def message(self) -> Message:
        """The first new message, or else the message that was edited in place."""

    @property
    @abstractmethod
    def modal(self) -> Json:
        """The modal that opened, as Discord received it; DriverError when none did."""

    @property
    def text(self) -> str:
        """The text of `message`."""
        return self.message.text

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons and selects of `message`."""
        return self.message.labels

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees `message`."""
        return self.message.ephemeral

    @property
    def files(self) -> dict[str, bytes]:
        """The files of `message`."""
        return self.message.files

    def find(self, label: str | None = None, custom_id: str | None = None) -> Component:
        """A component of `message`."""
        return self.message.find(label, custom_id)

    @property
    def modal_title(self) -> str:
        """The title of the modal that opened."""
        return str(self.modal["title"])

    @property
    def modal_fields(self) -> dict[str, Json]:
        """The inputs of the modal by label (or custom id where there is none)."""
        return dict(modal_inputs(self.modal["components"]))


@dataclass(frozen=True)
class Reply(Response):
    """The answer on the loopback server; it follows what the bot does later."""

    server: LoopbackServer
    interaction: Interaction

    @property
    def acknowledged(self) -> bool:
        return self.interaction.kind is not None

    @property
    def acknowledged_after(self) -> float | None:
        """Seconds from the action to the accepted callback."""
        return self.interaction.acknowledged_after

    @property
    def kind(self) -> int | None:
        """The accepted callback: 4 reply, 5 and 6 deferred, 7 update, 8 choices, 9 modal."""
        return self.interaction.kind

    @property
    def attempts(self) -> list[Attempt]:
        """Every callback that arrived, accepted or refused."""
        return self.interaction.attempts

    @property
    def answered(self) -> bool:
        """Whether there is more than a deferral."""
        return self.interaction.answered.is_set()

    @property
    def messages(self) -> list[Message]:
        return [self.server.view(m) for m in self.interaction.messages if not m.get("_deleted")]

    @property
    def message(self) -> Message:
        if self.messages:
            return self.messages[0]
        if self.interaction.original is None:
            raise DriverError(f"no message came in reply; callbacks: {self.attempts}")
        return self.server.view(self.interaction.original)

    @property
    def modal(self) -> Json:
        if self.interaction.modal is None:
            raise DriverError("no modal opened")
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        """The choices that autocompletion offered."""
        return self.interaction.choices or []


def modal_inputs(parts: list[Json], label: str = "") -> list[tuple[str, Json]]:
    """Every input of a modal with the label a person reads above it."""
    found: list[tuple[str, Json]] = []
    for part in parts:
        inside = part.get("components") or ([part["component"]] if "component" in part else [])
        if inside:
            found += modal_inputs(inside, part.get("label", ""))
        elif "custom_id" in part:
            found.append((part.get("label") or label or part["custom_id"], part))
    return found
