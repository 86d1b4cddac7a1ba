"""What is new on the pages of the local chat: a page is made anew when its viewer looks and there is news."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.local import simcord_internals as internals

if TYPE_CHECKING:
    import simcord
    from simcord.backend.models import Message

    from bot.local.simcord_internals import Page

SHOWN = 50
"""Messages that a page shows."""

LASTING = ("click", "select", "modal_submit", "send_message", "run_command", "autocomplete_command")
"""Actions that need no page of this moment, if what they are about is as it was."""


@dataclass
class Sight:
    """What a page showed last: a mark a message, the revision in which each was changed, and as of when."""

    marks: dict[int, int] = field(default_factory=dict)
    changed: dict[int, int] = field(default_factory=dict)
    moment: int = -1


class News:
    """Publishes a page when it is looked at, if there is something new on it."""

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._env, self._preview, self._actions = env, preview, 0
        self._sights: dict[str, Sight] = {}
        self._publish = internals.publish_of(preview)
        internals.replace_publish(preview, self._published, self._acted)
        internals.replace_handlers(preview, self._looking, "_state")

    def _acted(self, *, reason: Any = "action") -> None:
        """An action changed messages: the others see it when they look."""
        self._actions += 1
        page = internals.acting_page(self._preview)
        if page is not None:
            self._published(page, reason=reason)

    def _looking(self, state: internals.Handler) -> internals.Handler:
        """The page asks what there is; that of an action that goes on is made anew when it is over."""

        async def looked(request: Any) -> Any:
            page = internals.pages(self._preview).get(request.headers.get("X-Simcord-Context") or "")
            acting = internals.acting_page(self._preview)
            if page is not None and page is not acting and self._is_new(page):
                internals.let_time_show(self._preview)
                self._published(page, reason="refresh")
            return await state(request)

        return looked

    def _moment(self) -> int:
        return len(self._env.http_requests) + self._actions

    def _is_new(self, page: Page) -> bool:
        sight, moment = self._sights.get(page.id, Sight()), self._moment()
        if sight.moment == moment:
            return False
        sight.moment = moment
        return sight.marks != self._marks(page)

    def _published(self, page: Page, **given: Any) -> None:
        self._publish(page, **given)
        self._sights = {
            key: sight for key, sight in self._sights.items() if key in internals.pages(self._preview)
        }
        sight, marks = self._sights.setdefault(page.id, Sight()), self._marks(page)
        new = [number for number, mark in marks.items() if sight.marks.get(number) != mark]
        sight.changed = {number: at for number, at in sight.changed.items() if number in marks}
        sight.changed |= dict.fromkeys(new, page.revision)
        sight.marks, sight.moment = marks, self._moment()

    def _marks(self, page: Page) -> dict[int, int]:
        kept = list(self._env.backend.messages.get(page.channel_id, {}).values())[-SHOWN:]
        return {m.id: _mark(m) for m in kept if m.visible_to(page.viewer.id)}

    def still_current(self, page: Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """An action on a page that has changed since, but not where it acts, as one on the page of now."""
        seen = body.get("published_revision")
        if body.get("kind") not in LASTING or type(seen) is not int or not 0 < seen < page.revision:
            return body
        if body["kind"] in ("click", "select"):
            target, sight = str(body.get("target_id")), self._sights.get(page.id, Sight())
            changed = sight.changed.get(int(target)) if target.isdecimal() else None
            if changed is None or changed > seen:
                return body
        return {**body, "published_revision": page.revision}


def _mark(message: Message) -> int:
    return hash(
        (
            message.content, message.flags, message.edited_timestamp, message.pinned,
            repr([message.components, message.embeds, message.attachments, message.reactions]),
        )
    )  # fmt: skip
