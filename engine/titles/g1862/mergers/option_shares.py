"""The question whether an option share of a merger is redeemed or given up (5.2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import ForcedStep, Move
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.titles.g1862.mergers import share_merge
from engine.titles.g1862.mergers.share_merge import OPTION, REDEEM, SELL


class OptionShare(Move):
    """Redeem an option share at half its price, or give it up for that."""

    kind = "option_share"
    args: ClassVar = {"choice": str}

    def choice(self, view: View, player: str) -> Choice | None:
        fields = (Field("choice", say("keep it or give it up?")),)
        company = share_merge.under_way(view)["survivor"]
        return Choice(self.kind, say("The option share"), fields, self._note(view), OPTION, company)

    def _note(self, view: View) -> str:
        data, plan = view.state.pending[-1].data, share_merge.under_way(view)
        company, holder = plan["survivor"], data["holder"]
        whose = say("The treasury") if holder in view.state.companies else view.name(holder)
        what = say("the director's certificate") if data["percent"] == 30 else say("an odd share")
        percent, keep, give = data["percent"], view.money(data["redeem"]), view.money(data["sell"])
        text = say(
            "{whose} has {what} of {company} as an option: keep {percent} % for {keep}, ",
            whose=whose,
            what=what,
            company=company,
            percent=percent,
            keep=keep,
        )
        text += say("or give it up for {give}.", give=give)
        later = [holder for holder in plan["queue"] if share_merge.merging_shares(view, plan, holder)]
        names = [view.name(p) if p in view.state.players else say("the treasury") for p in later]
        return say("{text} After this: {names}.", text=text, names=joined(", ", names)) if names else text

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        data, company = view.state.pending[-1].data, share_merge.under_way(view)["survivor"]
        share = say("{company} {data} %", company=company, data=data["percent"])
        keep = Option(
            REDEEM,
            said(say("Keep {share}", share=share), say("pay {money}", money=view.money(data["redeem"]))),
        )
        return [
            keep,
            Option(
                SELL,
                said(say("Give up {share}", share=share), say("get {money}", money=view.money(data["sell"]))),
            ),
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("choice") in (REDEEM, SELL):
            return None
        return Violation("bad_choice", say("An option share is kept (redeem) or given up (sell)."))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        share_merge.decide(writer, action.args["choice"])
        share_merge.go_on(writer)


class OptionStep(ForcedStep):
    """Opened for each holder with an option share for which he can pay."""

    name = OPTION
    label = say("option share")
    subject: ClassVar[Subject] = Subject.MERGER
    moves = (OptionShare(),)

    def company(self, view: View) -> str | None:
        return str(share_merge.under_way(view)["survivor"])
