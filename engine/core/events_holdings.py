"""Who has what: money, certificates, trains, and the records of companies and players."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Json
from engine.core.events_base import Event, put
from engine.core.state import BANK, State, Train


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Money from one purse to another; ``why`` is a word of the story (see engine.core.story)."""

    payer: str
    payee: str
    amount: int
    why: str

    def apply(self, state: State) -> None:
        _add(state, self.payer, -self.amount)
        _add(state, self.payee, self.amount)

    def revert(self, state: State) -> None:
        _add(state, self.payee, -self.amount)
        _add(state, self.payer, self.amount)


def _add(state: State, holder: str, amount: int) -> None:
    if holder == BANK:
        state.bank += amount
    else:
        state.purse(holder).cash += amount


@dataclass(frozen=True, slots=True)
class CertMoved(Event):
    """A certificate changes its owner."""

    cert: str
    before: str
    after: str

    def apply(self, state: State) -> None:
        state.certs[self.cert].owner = self.after

    def revert(self, state: State) -> None:
        state.certs[self.cert].owner = self.before


@dataclass(frozen=True, slots=True)
class CertResized(Event):
    """A certificate stands for another percent of its company from now on."""

    cert: str
    before: int
    after: int

    def apply(self, state: State) -> None:
        state.certs[self.cert].percent = self.after

    def revert(self, state: State) -> None:
        state.certs[self.cert].percent = self.before


@dataclass(frozen=True, slots=True)
class TrainMoved(Event):
    """A train changes its owner (depot, pool, a company, or out when it rusts)."""

    train: str
    before: str
    after: str

    def apply(self, state: State) -> None:
        state.trains[self.train].owner = self.after

    def revert(self, state: State) -> None:
        state.trains[self.train].owner = self.before


@dataclass(frozen=True, slots=True)
class TrainMade(Event):
    """A new card of a kind with unlimited supply enters the depot."""

    train: str
    kind: str
    owner: str

    def apply(self, state: State) -> None:
        state.trains[self.train] = Train(self.train, self.kind, self.owner)

    def revert(self, state: State) -> None:
        del state.trains[self.train]


@dataclass(frozen=True, slots=True)
class TrainNoted(Event):
    """One entry of a train's own data (its type, its warranties); None stands for absent."""

    train: str
    key: str
    before: Json
    after: Json

    def apply(self, state: State) -> None:
        put(state.trains[self.train].data, self.key, self.after)

    def revert(self, state: State) -> None:
        put(state.trains[self.train].data, self.key, self.before)


@dataclass(frozen=True, slots=True)
class TrainTurned(Event):
    """A card of two sides is turned: it is of another kind."""

    train: str
    before: str
    after: str

    def apply(self, state: State) -> None:
        state.trains[self.train].kind = self.after

    def revert(self, state: State) -> None:
        state.trains[self.train].kind = self.before


@dataclass(frozen=True, slots=True)
class CompanyChanged(Event):
    """One plain field of a company (par, floated, operated, closed, last_revenue)."""

    company: str
    name: str
    before: Json
    after: Json

    def apply(self, state: State) -> None:
        setattr(state.companies[self.company], self.name, self.after)
        state.board_version += self.name == "closed"

    def revert(self, state: State) -> None:
        setattr(state.companies[self.company], self.name, self.before)
        state.board_version += self.name == "closed"


@dataclass(frozen=True, slots=True)
class Floated(CompanyChanged):
    """A company floats: from now on it may run. Told everywhere in one sentence (`engine.core.story`)."""

    @classmethod
    def of(cls, company: str) -> Floated:
        """The float of a company."""
        return cls(company, "floated", False, True)

    def to_json(self) -> list[Json]:
        return [type(self).__name__, self.company]

    @classmethod
    def read(cls, values: list[Json]) -> Floated:
        [company] = values
        if not isinstance(company, str):
            raise TypeError(company)
        return cls.of(company)


@dataclass(frozen=True, slots=True)
class CompanyNoted(Event):
    """One entry of a company's own data; None stands for absent."""

    company: str
    key: str
    before: Json
    after: Json

    def apply(self, state: State) -> None:
        put(state.companies[self.company].data, self.key, self.after)

    def revert(self, state: State) -> None:
        put(state.companies[self.company].data, self.key, self.before)


@dataclass(frozen=True, slots=True)
class PlayerBankrupt(Event):
    """A player is declared bankrupt."""

    player: str

    def apply(self, state: State) -> None:
        state.players[self.player].bankrupt = True

    def revert(self, state: State) -> None:
        state.players[self.player].bankrupt = False
