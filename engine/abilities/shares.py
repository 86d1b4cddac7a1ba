"""Shares that a private brings: with its purchase, when a company forms, or in exchange for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.abilities.power import Held, Power, PowerMove, held, printed
from engine.core.actions import Action, Json
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.state import IPO, Cert
from engine.core.story import Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say
from engine.rules.abilities import close, first_train
from engine.rules.initial_auction import SoldAbility
from engine.rules.ownership import ordinary_certs
from engine.rules.stock import source_read, stock_rules
from engine.steps.stock.set_par import ask_par
from engine.steps.stock.stock_round import StockRound
from engine.steps.turns import OperatingRound

tell(
    Rank.DEAL,
    share_with_private="{player} also gets {percent} % of {company} with {private}.",
    exchanged="{player} exchanges {private} for {percent} % of {company} from the initial offering.",
    exchanged_from=Told(
        "{player} exchanges {private} for {percent} % of {company} from {source}.",
        reads={"source": source_read},
    ),
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
    """Its owner, a player, may swap it for an ordinary share, at no cost.

    At any time in stock and operating rounds; it is not the purchase of a turn. The holding limit applies,
    but no limit of certificates. ``sources``: where the share may come from, ``ipo`` (the initial offering),
    ``pool`` (the open market) or another source of the title's `StockRules`; if several are named, the
    player chooses.
    """

    kind: ClassVar = "exchange"
    company: str
    sources: tuple[str, ...] = (IPO,)

    def is_used(self) -> bool:
        return True

    def text(self, view: View, company: str) -> str:
        share = stock_rules(view).share(view, self.company)
        return say(
            "Its owner may exchange it at any time for {share} % of {company} from {sources}, "
            "free of charge. It closes then.",
            share=share,
            company=self.company,
            sources=self.places(view),
        )

    def places(self, view: View) -> str:
        """Where the share may come from, for people."""
        return joined(OR, (stock_rules(view).sources[source] for source in self.sources))


class ExchangePrivate(PowerMove):
    """Swap a private for a share."""

    kind = "exchange_private"
    uses: ClassVar = (Exchange,)
    args: ClassVar = {"private": str, "source": str}

    def choice(self, view: View, player: str) -> Choice | None:
        open_ = self._open(view, player)
        if not open_:
            return None
        fields = [Field("private", say("Which private?"))]
        if any(len(found.power.sources) > 1 for found in open_):
            fields.append(Field("source", say("From where?")))
        return Choice(self.kind, say("Exchange a private"), tuple(fields))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if field == "source":
            return self._sources(view, partial)
        return [
            Option(
                f.private, view.spec(f.private).name, say("for a share of {company}", company=f.power.company)
            )
            for f in self._open(view, partial.player)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        using = self._using(view, action)
        if using is None or not _is_time(view):
            text = say("A player exchanges a private of his own, in a stock round or an operating round.")
            return Violation("power_not_owned", text)
        return _refusal(view, action.player, using.power, action.get("source"))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        private, player, using = action.args["private"], action.player, self._using(writer, action)
        assert using is not None
        power, rules = using.power, stock_rules(writer)
        source, cert = _offers(writer, power, action.get("source"))[0]
        words = {"private": private, "percent": cert.percent, "company": power.company}
        if power.sources == (IPO,):
            writer.say("exchanged", player=player, **words)
        else:
            writer.say("exchanged_from", player=player, **words, source=rules.sources[source])
        close(writer, private)
        writer.move_cert(cert, player)
        rules.settle_president(writer, power.company)
        rules.float_if_due(writer, power.company)

    def _using(self, view: View, action: Action) -> Held[Exchange] | None:
        found = held(view, action.player, Exchange)
        return next((f for f in found if f.private == action.get("private")), None)

    def _sources(self, view: View, partial: Action) -> list[Option]:
        """The sources that have a share for the private, each with how many it has."""
        using, rules = self._using(view, partial), stock_rules(view)
        offers = _offers(view, using.power) if using is not None else []
        names = {source: rules.sources[source] for source, _ in offers}
        return [Option(source, name) for source, name in names.items()]

    def _open(self, view: View, player: str) -> list[Held[Exchange]]:
        if not _is_time(view):
            return []
        return [f for f in held(view, player, Exchange) if _refusal(view, player, f.power) is None]


def _is_time(view: View) -> bool:
    return not view.state.pending and view.cursor.round in (StockRound.kind, OperatingRound.kind)


def _offers(view: View, power: Exchange, source: Json = None) -> list[tuple[str, Cert]]:
    """The shares for which the private may be exchanged, each with its source; of one, if it is named."""
    rules = stock_rules(view)
    wanted = [each for each in power.sources if source in (None, each)]
    return [
        (each, cert)
        for each in wanted
        for cert in ordinary_certs(view, rules.seller(power.company, each), power.company)
    ]


def _refusal(view: View, player: str, power: Exchange, source: Json = None) -> Violation | None:
    offers, limit = _offers(view, power, source), stock_rules(view).holding_limit(view, power.company)
    if not offers:
        where = power.places(view) if source is None else stock_rules(view).sources.get(source, source)
        text = say(
            "{company} has no share for it in {sources}; keep the private.",
            company=power.company,
            sources=where,
        )
        return Violation("none_left", text)
    if view.percent(player, power.company) + offers[0][1].percent > limit:
        text = say("A player may own up to {limit} % of {company}.", limit=limit, company=power.company)
        return Violation("holding_limit", text, {"limit": limit})
    return None
