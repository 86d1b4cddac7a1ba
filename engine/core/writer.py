"""The only thing that writes a position: a View that can also emit events, and the verbs over them."""

from __future__ import annotations

from dataclasses import replace

from engine.core.actions import Json
from engine.core.events import (
    CertMoved,
    CertResized,
    CompanyChanged,
    CompanyNoted,
    CursorMoved,
    Event,
    Floated,
    GameEnded,
    Noted,
    OfferClosed,
    OfferMade,
    Paid,
    PendingPopped,
    PendingPushed,
    PhaseBegan,
    PriceMoved,
    PriorityMoved,
    Said,
    TokenMoved,
    TrainMade,
    TrainMoved,
    TrainNoted,
    TrainTurned,
)
from engine.core.state import Cell, Cert, Cursor, Offer, Pending, Place, State
from engine.core.view import Rulebook, View


class PositionWriter(View):
    """Writes a game, event by event. Every change of the State goes through `emit`.

    It asks no rule: whoever calls it has checked. What is open can be taken back.

    >>> from engine import new_game
    >>> view = new_game("1889", ["Ann", "Ben", "Cy"], seed=7).view
    >>> writer = PositionWriter(view.title, view.state)
    >>> writer.pay("bank", "p1", 10, "gift")
    >>> writer.cash("p1"), writer.open
    (430, [Paid(payer='bank', payee='p1', amount=10, why='gift')])
    >>> writer.revert()
    >>> writer.cash("p1"), writer.open
    (420, [])
    """

    def __init__(self, title: Rulebook, state: State) -> None:
        super().__init__(title, state)
        self.open: list[Event] = []

    def emit(self, event: Event) -> None:
        """Apply an event and keep it for the record of the action."""
        event.apply(self.state)
        self.open.append(event)

    def take(self) -> tuple[Event, ...]:
        """The events since the last take, closing them."""
        events, self.open = tuple(self.open), []
        return events

    def revert(self) -> None:
        """Take back every event since the last take."""
        while self.open:
            self.open.pop().revert(self.state)

    # --- verbs ---------------------------------------------------------------------------------

    def pay(self, payer: str, payee: str, amount: int, why: str) -> None:
        """Move money (in the title's currency, never negative); 0 leaves no trace."""
        if amount < 0:
            raise ValueError(f"negative payment of {amount} for {why}")
        if amount:
            self.emit(Paid(payer, payee, amount, why))

    def move_cert(self, cert: Cert, to: str) -> None:
        """Hand a certificate to another owner or place."""
        if cert.owner != to:
            self.emit(CertMoved(cert.id, cert.owner, to))

    def resize_cert(self, cert: Cert, percent: int) -> None:
        """Let a certificate stand for another percent of its company."""
        if cert.percent != percent:
            self.emit(CertResized(cert.id, cert.percent, percent))

    def move_train(self, train: str, to: str) -> None:
        """Hand a train to a company or place."""
        before = self.state.trains[train].owner
        if before != to:
            self.emit(TrainMoved(train, before, to))

    def make_train(self, kind: str, owner: str) -> str:
        """Bring another card of an unlimited kind; returns its id."""
        made = sum(t.kind == kind for t in self.state.trains.values())
        self.emit(TrainMade(f"{kind}-{made + 1}", kind, owner))
        return f"{kind}-{made + 1}"

    def note_train(self, train: str, key: str, value: Json) -> None:
        """Set an entry of a train's own data; None removes it."""
        before = self.state.trains[train].data.get(key)
        if before != value:
            self.emit(TrainNoted(train, key, before, value))

    def turn_train(self, train: str, kind: str) -> None:
        """Turn a card of two sides to the side of another kind."""
        before = self.state.trains[train].kind
        if before != kind:
            self.emit(TrainTurned(train, before, kind))

    def change(self, company: str, **fields: Json) -> None:
        """Set plain fields of a company's record (par, floated, operated, closed, last_revenue)."""
        for name, value in fields.items():
            before = getattr(self.company(company), name)
            if before != value:
                self.emit(CompanyChanged(company, name, before, value))

    def float_company(self, company: str) -> None:
        """A company floats; one that has floated stays as it is."""
        if not self.company(company).floated:
            self.emit(Floated.of(company))

    def note_company(self, company: str, key: str, value: Json) -> None:
        """Set an entry of a company's own data; None removes it."""
        before = self.company(company).data.get(key)
        if before != value:
            self.emit(CompanyNoted(company, key, before, value))

    def move_price(self, company: str, to: Cell | None) -> None:
        """Put a market token at the bottom of the stack of a space (None: off the market)."""
        before = self.company(company).cell
        if before == to:
            return
        rank = 0 if before is None else self.state.market[before].index(company)
        self.emit(PriceMoved(company, before, to, rank))

    def restack(self, company: str) -> None:
        """Put a market token at the bottom of the stack of the space where it is."""
        cell = self.company(company).cell
        if cell is not None and self.state.market[cell][-1] != company:
            rank = self.state.market[cell].index(company)
            self.emit(PriceMoved(company, cell, cell, rank))

    def place_token(self, token: str, place: Place | None) -> None:
        """Place, move or take back a station token."""
        before = self.state.tokens[token].place
        if before != place:
            self.emit(TokenMoved(token, before, place))

    def begin_phase(self, phase: str) -> None:
        """Enter a phase."""
        self.emit(PhaseBegan(self.state.phase, phase))

    def move_cursor(self, **changes: Json) -> None:
        """Change fields of the cursor (see `engine.core.state.Cursor`)."""
        self.set_cursor(replace(self.state.cursor, **changes))

    def set_cursor(self, cursor: Cursor) -> None:
        """Turn to another round, actor or step."""
        if cursor != self.state.cursor:
            self.emit(CursorMoved(self.state.cursor, cursor))

    def note(self, key: str, value: Json) -> None:
        """Remember something for a step; None forgets it."""
        before = self.state.notes.get(key)
        if before != value:
            self.emit(Noted(key, before, value))

    def forget(self, prefix: str) -> None:
        """Forget every note whose key begins with the prefix."""
        for key in sorted(k for k in self.state.notes if k.startswith(prefix)):
            self.note(key, None)

    def push(self, pending: Pending) -> None:
        """Open a forced decision."""
        self.emit(PendingPushed(pending))

    def pop(self) -> None:
        """Settle the forced decision on the top."""
        self.emit(PendingPopped(self.state.pending[-1]))

    def open_offer(self, offer: Offer) -> None:
        """Propose a two-sided deal."""
        self.emit(OfferMade(offer))

    def close_offer(self, offer: Offer, how: str) -> None:
        """Settle a deal: accepted, declined, withdrawn or lapsed."""
        self.emit(OfferClosed(offer, how))

    def give_priority(self, player: str) -> None:
        """Hand on the priority card."""
        if self.state.priority != player:
            self.emit(PriorityMoved(self.state.priority, player))

    def end_game(self, reason: str) -> None:
        """Close the game."""
        self.emit(GameEnded(reason))

    def say(self, key: str, **params: Json) -> None:
        """Add a line to the story (templates in engine.core.story and the title)."""
        self.emit(Said(key, params))
