"""Shares that a private brings: with its purchase, when a company forms, or in exchange for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.abilities.power import Held, Power, PowerMove, held, printed
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.state import IPO, Cert
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.abilities import close, first_train
from engine.rules.initial_auction import SoldAbility
from engine.rules.ownership import ordinary_certs
from engine.rules.stock import stock_rules
from engine.steps.stock.set_par import ask_par
from engine.steps.stock.stock_round import StockRound
from engine.steps.turns import OperatingRound

tell(
    Rank.DEAL,
    share_with_private="{player} also gets {percent} % of {company} with {private}.",
    exchanged="{player} exchanges {private} for {percent} % of {company} from the initial offering.",
)


@dataclass(frozen=True, kw_only=True)
class Share(Power, SoldAbility):
    """A certificate of a company, free of charge: for the first buyer of the private, at its purchase.

    ``president``: it is the president's certificate, and the buyer sets the par at once. With ``event`` the
    certificate is for the owner, when the company forms in the phase that has it; the private closes then
    and not before, and the title writes the code of the event.
    """

    kind: ClassVar = "share"
    company: str
    president: bool = False
    event: str = ""

    def text(self, view: View, company: str) -> str:
        spec = view.spec(self.company)
        presidency = say(
            "the president's certificate of {company} ({shares} %)",
            company=self.company,
            shares=spec.shares[0],
        )
        what = presidency if self.president else say("a share of {company}", company=self.company)
        if self.event:
            train = first_train(view, self.event)
            return say(
                "When {name} opens, after the operating round of the first {train}-train, its owner "
                "gets {what} for it, and it closes.",
                name=spec.name,
                train=train,
                what=what,
            )
        par = say(" and sets the par") if self.president else ""
        return say("Its first buyer gets {what} free of charge{par}.", what=what, par=par)

    def stays_open(self, view: View, private: str) -> bool:
        return bool(self.event)

    def sold(self, writer: PositionWriter, company: str, player: str) -> None:
        """Write that the buyer gets a certificate that is left; with the president's he sets the par."""
        left = (c for c in writer.certs_of(self.company) if c.president == self.president)
        cert = next((c for c in left if c.owner not in writer.state.players), None)
        if self.event or cert is None:
            return
        rules = stock_rules(writer)
        writer.move_cert(cert, player)
        told = {"percent": cert.percent, "company": self.company, "private": writer.spec(company).name}
        writer.say("share_with_private", player=player, **told)
        if self.president:
            ask_par(writer, player, self.company)
        else:
            rules.settle_president(writer, self.company)
            rules.float_if_due(writer, self.company)

    def certificate(self, view: View) -> Cert:
        """The first certificate of the sort."""
        return next(c for c in view.certs_of(self.company) if c.president == self.president)


def share_of(view: View, private: str) -> Share | None:
    """The share that a private brings."""
    return next((a for a in view.spec(private).abilities if isinstance(a, Share)), None)


def private_for(view: View, company: str) -> str:
    """The private whose owner gets a share of a company when it forms."""
    found = (held.private for held in printed(view, Share) if held.power.company == company)
    return next(found)


@dataclass(frozen=True, kw_only=True)
class Exchange(Power):
    """Its owner, a player, may swap it for an ordinary share of the initial offering, at no cost.

    At any time in stock and operating rounds; it is not the purchase of a turn, and no limit of
    certificates applies.
    """

    kind: ClassVar = "exchange"
    company: str

    def is_used(self) -> bool:
        return True

    def text(self, view: View, company: str) -> str:
        share = stock_rules(view).share(view, self.company)
        return say(
            "Its owner may exchange it at any time for {share} % of {company} from the initial "
            "offering, free of charge. It closes then.",
            share=share,
            company=self.company,
        )


class ExchangePrivate(PowerMove):
    """Swap a private for a share."""

    kind = "exchange_private"
    uses: ClassVar = (Exchange,)
    args: ClassVar = {"private": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._open(view, player):
            return None
        return Choice(self.kind, say("Exchange a private"), (Field("private", say("Which private?")),))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [
            Option(
                f.private, view.spec(f.private).name, say("for a share of {company}", company=f.power.company)
            )
            for f in self._open(view, partial.player)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        found = held(view, action.player, Exchange)
        using = next((f for f in found if f.private == action.get("private")), None)
        if using is None or not _is_time(view):
            text = say("A player exchanges a private of his own, in a stock round or an operating round.")
            return Violation("power_not_owned", text)
        return _refusal(view, action.player, using.power)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        private, player = action.args["private"], action.player
        power = next(f.power for f in held(writer, player, Exchange) if f.private == private)
        cert, rules = _on_offer(writer, power)[0], stock_rules(writer)
        words = {"private": private, "percent": cert.percent, "company": power.company}
        writer.say("exchanged", player=player, **words)
        close(writer, private)
        writer.move_cert(cert, player)
        rules.settle_president(writer, power.company)
        rules.float_if_due(writer, power.company)

    def _open(self, view: View, player: str) -> list[Held[Exchange]]:
        if not _is_time(view):
            return []
        return [f for f in held(view, player, Exchange) if _refusal(view, player, f.power) is None]


def _is_time(view: View) -> bool:
    return not view.state.pending and view.cursor.round in (StockRound.kind, OperatingRound.kind)


def _on_offer(view: View, power: Exchange) -> list[Cert]:
    return ordinary_certs(view, IPO, power.company)


def _refusal(view: View, player: str, power: Exchange) -> Violation | None:
    certs, limit = _on_offer(view, power), stock_rules(view).holding_limit(view, power.company)
    if not certs:
        text = say(
            "{company} has no share left in the initial offering; keep the private.", company=power.company
        )
        return Violation("none_left", text)
    if view.percent(player, power.company) + certs[0].percent > limit:
        text = say("A player may own up to {limit} % of {company}.", limit=limit, company=power.company)
        return Violation("holding_limit", text, {"limit": limit})
    return None
