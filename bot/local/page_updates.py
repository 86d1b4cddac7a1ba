"""Updates of the local chat's pages: a page is rendered again when its viewer looks and there is news.

A page scrolls to an ephemeral message that arrives for its viewer, or that begins with other words than
before: SimCord's page scrolls to its target when this changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import discord

from bot.local import simcord_internals as internals

if TYPE_CHECKING:
    import simcord
    from simcord.backend.models import Message

    from bot.local.simcord_internals import Page

MAX_MESSAGES = 50
"""Messages that a page shows."""

MIN_READS = 2
"""How often a browser must be sent a page until it has certainly shown it."""

EPHEMERAL = discord.MessageFlags(ephemeral=True).value
LOADING = discord.MessageFlags(loading=True).value

REPEATABLE_ACTIONS = (
    "click",
    "select",
    "modal_submit",
    "send_message",
    "run_command",
    "autocomplete_command",
)
"""Actions that are valid on an older page if the message that they are about has not changed."""


@dataclass
class PageHistory:
    """What a page showed last: a fingerprint of each message, the revision of its last change, and the time.

    ``event_count`` counts requests and actions; -1 for a page that was never shown. ``ephemeral`` has the
    beginnings of the ephemeral messages, by viewer and channel. ``last_target`` is the id of the message to
    which the page was last made to scroll and ``pending_target`` of the one to which it still must, 0 for
    none. ``read_target`` is the target that the browser may still have, so that it would not scroll to it
    again. The page was sent ``sent_count`` times in a row with the target ``sent_target``: the browser may
    drop an answer, but not MIN_READS of them.
    """

    fingerprints: dict[int, int] = field(default_factory=dict)
    changed: dict[int, int] = field(default_factory=dict)
    event_count: int = -1
    ephemeral: dict[tuple[int, int], dict[int, str]] = field(default_factory=dict)
    last_target: int = 0
    pending_target: int = 0
    read_target: int | None = None
    sent_target: int | None = None
    sent_count: int = 0

    def next_scroll_target(self, page: Page) -> int | None:
        """Return the id of the message to which the browser page must scroll next; None if it must not.

        SimCord's page does not scroll to the same message twice in a row. To name a message again, this first
        returns None until the browser has read the page without it.
        """
        if self.pending_target:
            return None if self.read_target == self.pending_target else self.pending_target
        return None if page.target_id == self.last_target else page.target_id

    def scroll_to(self, message_id: int) -> None:
        """Make the local chat's browser page scroll to a message, even if it has scrolled to it before.

        It does so when it is rendered next.
        """
        if self.sent_target == message_id:
            self.read_target = message_id
        self.last_target = self.pending_target = message_id

    def note_sent(self, page: Page) -> None:
        """Count that the local chat's page was sent to the browser with its target, the message to scroll to.

        After MIN_READS times in a row with the same target, the browser has certainly read it: the target is
        stored as read, and is no longer pending.
        """
        self.sent_count = self.sent_count + 1 if self.sent_target == page.target_id else 1
        self.sent_target = page.target_id
        if self.sent_count < MIN_READS:
            return
        if page.target_id == self.pending_target:
            self.pending_target = 0
        self.read_target = page.target_id


class PageUpdates:
    """Renders a browser page of the local chat again when its viewer looks and something has changed."""

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        """Take over SimCord's rendering of browser pages; call it before the local chat's server starts."""
        self._env, self._simcord_preview, self._action_count = env, preview, 0
        self._histories: dict[str, PageHistory] = {}
        self._simcord_publish = internals.publish_function(preview)
        internals.replace_page_rendering(preview, self._render_and_track, self._after_action)
        internals.wrap_handlers(preview, self._wrap_state_handler, "_state")

    def _after_action(self, *, reason: Any = "action") -> None:
        """Note that messages of the local chat have changed, and render the viewer's browser page again."""
        self._action_count += 1
        page = internals.page_of_current_action(self._simcord_preview)
        if page is not None:
            self._render_and_track(page, reason=reason)

    def _wrap_state_handler(self, handler: internals.Handler) -> internals.Handler:
        """Return a handler of requests for a browser page's state that renders a changed page first.

        It then calls ``handler``, SimCord's own, and counts that the page was sent, to know to which message
        the browser has scrolled.
        """

        async def serve_state(request: Any) -> Any:
            """Answer a request of a browser for the state of its page in the local chat.

            The request's header X-Simcord-Context has the page's id. If the page has changed, it is rendered
            first, unless SimCord runs an action of it. A request for an unknown page is passed on as it is.
            """
            page = internals.pages(self._simcord_preview).get(request.headers.get("X-Simcord-Context") or "")
            acting = internals.page_of_current_action(self._simcord_preview)
            if page is not None and page is not acting and self._must_be_rendered(page):
                internals.advance_shown_time(self._simcord_preview)
                self._render_and_track(page, reason="refresh")
            response = await handler(request)
            if page is not None and page.id in self._histories:
                self._histories[page.id].note_sent(page)
            return response

        return serve_state

    def _must_be_rendered(self, page: Page) -> bool:
        """Return True if messages or scroll target of the local chat's page changed since it was rendered."""
        history = self._histories.get(page.id)
        return self._check_for_changes(page) or (
            history is not None and history.next_scroll_target(page) != page.target_id
        )

    def _count_events(self) -> int:
        """Return the number of requests and actions of the local chat so far; it grows with each change."""
        return len(self._env.http_requests) + self._action_count

    def _check_for_changes(self, page: Page) -> bool:
        """Return True if messages in a browser page's channel have changed since the page was rendered.

        If nothing has happened in the local chat since the last call, this returns False without comparing
        them.
        """
        history, event_count = self._histories.get(page.id, PageHistory()), self._count_events()
        if history.event_count == event_count:
            return False
        history.event_count = event_count
        return history.fingerprints != self._fingerprints(page)

    def _render_and_track(self, page: Page, **kwargs: Any) -> None:
        """Render a browser page of the local chat, and store which messages changed since its last rendering.

        ``kwargs`` are passed to SimCord. The histories of closed pages are dropped.
        """
        open_pages = {page.id, *internals.pages(self._simcord_preview)}
        self._histories = {key: history for key, history in self._histories.items() if key in open_pages}
        history = self._histories.setdefault(page.id, PageHistory())
        self._scroll_to_ephemeral(page, history)
        self._simcord_publish(page, **kwargs)
        fingerprints = self._fingerprints(page)
        changed_ids = [
            message_id
            for message_id, fingerprint in fingerprints.items()
            if history.fingerprints.get(message_id) != fingerprint
        ]
        history.changed = {
            message_id: revision
            for message_id, revision in history.changed.items()
            if message_id in fingerprints
        }
        history.changed |= dict.fromkeys(changed_ids, page.revision)
        history.fingerprints, history.event_count = fingerprints, self._count_events()

    def _scroll_to_ephemeral(self, page: Page, history: PageHistory) -> None:
        """Make a browser page scroll to the newest ephemeral message that is new or begins with other words.

        It does not scroll if there is none, or if its viewer sees this channel of the local chat for the
        first time.
        """
        ephemeral = {
            message.id: _opening_text(message)
            for message in self._messages(page)
            if message.flags & EPHEMERAL and not message.flags & LOADING
        }
        viewer_and_channel = (page.viewer.id, page.channel_id)
        earlier = history.ephemeral.get(viewer_and_channel, ephemeral)
        new_ids = [message_id for message_id, text in ephemeral.items() if earlier.get(message_id) != text]
        if new_ids:
            page.window_end_id = None
            history.scroll_to(max(new_ids))
        elif history.pending_target not in ephemeral:
            history.pending_target = 0
        page.target_id = history.next_scroll_target(page)
        history.ephemeral[viewer_and_channel] = ephemeral

    def _messages(self, page: Page) -> list[Message]:
        """Return the messages that a browser page of the local chat shows its viewer, oldest first.

        They are those visible to the viewer among the newest 50 of the channel.
        """
        messages = list(self._env.backend.messages.get(page.channel_id, {}).values())[-MAX_MESSAGES:]
        return [message for message in messages if message.visible_to(page.viewer.id)]

    def _fingerprints(self, page: Page) -> dict[int, int]:
        """Return a hash of each message that a browser page of the local chat shows, by message id."""
        return {message.id: _fingerprint(message) for message in self._messages(page)}

    def rebase_action(self, page: Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an action (``body``, JSON) on an outdated page of the local chat as one on the current page.

        This is only done if the action is still valid: a click or a selection if its message has not changed
        since the revision in ``body``, and always the other kinds in `REPEATABLE_ACTIONS`. Any other action
        is returned as it is.
        """
        revision = body.get("published_revision")
        if (
            body.get("kind") not in REPEATABLE_ACTIONS
            or type(revision) is not int
            or not 0 < revision < page.revision
        ):
            return body
        if body["kind"] in ("click", "select"):
            message_id, history = str(body.get("target_id")), self._histories.get(page.id, PageHistory())
            changed = history.changed.get(int(message_id)) if message_id.isdecimal() else None
            if changed is None or changed > revision:
                return body
        return {**body, "published_revision": page.revision}


def _opening_text(message: Message) -> str:
    """Return the text with which a message of the local chat begins, to see whether it has changed.

    It is the message's content, or else the first two texts of its components.
    """
    return message.content or "\n".join(islice(_component_texts(message.components), 2))


def _component_texts(components: Any) -> Iterator[str]:
    """Yield the texts (``content``) of a message's components (JSON) in the local chat, in their order."""
    if isinstance(components, Mapping):
        if isinstance(components.get("content"), str):
            yield components["content"]
        yield from _component_texts(list(components.values()))
    elif isinstance(components, (list, tuple)):
        for component in components:
            yield from _component_texts(component)


def _fingerprint(message: Message) -> int:
    """Return a hash of all that a viewer of the local chat sees of a message."""
    return hash(
        (
            message.content, message.flags, message.edited_timestamp, message.pinned,
            repr([message.components, message.embeds, message.attachments, message.reactions]),
        )
    )  # fmt: skip
