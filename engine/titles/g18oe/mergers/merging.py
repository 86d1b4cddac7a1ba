"""Minors merge into majors and nationals (10.5): who may, for which share, and what is handed over."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import Violation
from engine.core.recorded import one_of
from engine.core.state import BANK, POOL, Pending, Token
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.ownership import ordinary_certs, settle_presidency
from engine.rules.phases import DISCARD, surplus
from engine.rules.stock import TREASURY
from engine.rules.track import hex_name
from engine.rules.trains import tell_taken
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats import phases
from engine.titles.g18oe.floats.phases import AUCTION, CONCESSIONS, REGIONAL_MINOR
from engine.titles.g18oe.nationals.abandoning import ABANDONED, abandon
from engine.titles.g18oe.powers import white_cliffs
from engine.titles.g18oe.railroads import companies, custody
from engine.titles.g18oe.railroads.companies import CHITS, MAJOR, MINOR, NATIONAL, POWERS
from engine.titles.g18oe.routes.connections import are_linked
from engine.titles.g18oe.track.tokens import unplaced
from engine.titles.g18oe.trains.rusting import put_away
from engine.titles.g18oe.trains.trains import PULLMAN, pullmans

POOLED, NONE = "pool", ""
"""Where the share comes from, besides the treasury: the Open Market; nowhere."""
SHARES = {TREASURY: say("a share from its treasury"), POOLED: say("a share from the Open Market")}
NO_SHARE = say("no share")
tell(
    Rank.MERGER,
    minor_merges=Told(
        "Minor {minor} merges into {company}: {player} gets {what}.",
        reads={"what": one_of(*SHARES.values(), NO_SHARE)},
    ),
    merge_cash="{company} takes over {money}.",
    merge_cash_lost="The bank takes the {money} of minor {minor}.",
    token_replaced="A token of {company} takes the place of minor {minor}'s in {where}.",
    silver_banner="The bank pays {company} {money} for minor A.",
)
MERGED, ASSETS = "sr_merged", "merger_assets"
NOTES = {MERGED: "the end of a stock round"}
"""Note: the majors and nationals into which a minor was merged in this stock round; the forced decision."""
FIRST_PHASE = "3"
MINOR_A, BANNER = "A", "banner_paid"
"""The minor of 15.1, and its data once its cash was paid."""


# --- what is legal ---------------------------------------------------------------------------------


def mergeable(view: View, player: str) -> list[str]:
    """The minors of a player that have floated and not merged."""
    return [c.id for c in view.companies(MINOR) if c.floated and view.president(c.id) == player]


def share_from(view: View, minor: str, company: str) -> str:
    """Where the share comes from that the minor's owner gets: treasury, Open Market or nowhere.

    A share that is kept for another player is none (14.4).
    """
    free = custody.free_shares(view, company, view.president(minor))
    if view.company(company).kind == MAJOR and free > 0:
        return TREASURY
    return POOLED if ordinary_certs(view, POOL, company) else NONE


def check(view: View, minor: str, company: str | None) -> Violation | None:
    """Why this minor may not merge into this railroad now; consent is not asked here (10.5)."""
    if view.state.phase < FIRST_PHASE or phases.in_phase(view, AUCTION, CONCESSIONS, REGIONAL_MINOR):
        return Violation("too_early", say("Minors merge from Train Phase 3 on."))
    record = view.state.companies.get(company or "")
    if record is None or record.kind not in (MAJOR, NATIONAL) or view.president(record.id) is None:
        return Violation("no_such_company", say("A minor merges into a major or a national."))
    if record.id in merged_now(view):
        text = say("{company} has merged with a minor in this stock round; choose another.", company=company)
        return Violation("merged_already", text)
    if share_from(view, minor, record.id) == NONE and not are_linked(view, minor, record.id):
        text = say(
            "{company} has no share to give, and no track leads from minor {minor} to it.",
            company=company,
            minor=minor,
        )
        return Violation("not_linked", text)
    return None


def partners(view: View, minor: str) -> list[str]:
    """The railroads into which a minor could merge now if both sides agree."""
    return [c.id for c in view.companies(MAJOR, NATIONAL) if check(view, minor, c.id) is None]


def own_partners(view: View, minor: str) -> list[str]:
    """Those of them that the minor's owner controls."""
    owner = view.president(minor)
    return [c for c in partners(view, minor) if view.president(c) == owner]


def merged_now(view: View) -> Sequence[str]:
    """The majors and nationals into which a minor has merged in this stock round."""
    found: Sequence[str] = view.state.notes.get(MERGED, ())
    return found


def forget(writer: PositionWriter) -> None:
    """Write that the stock round is over: all may merge again."""
    writer.note(MERGED, None)


# --- doing it --------------------------------------------------------------------------------------


def merge(writer: PositionWriter, minor: str, company: str) -> None:
    """Write a merger that was checked and agreed; what its president may decline is asked then."""
    owner, source = writer.owner(minor), share_from(writer, minor, company)
    writer.note(MERGED, [*merged_now(writer), company])
    told = {"minor": minor, "company": company, "player": owner}
    writer.say("minor_merges", **told, what=SHARES.get(source, NO_SHARE))
    _hand_over_cash(writer, minor, company, source)
    if source:
        place = company if source == TREASURY else POOL
        writer.move_cert(ordinary_certs(writer, place, company)[0], owner)
        custody.taken(writer, owner, company)
        settle_presidency(writer, company)
    take_over(writer, minor, company)


def _hand_over_cash(writer: PositionWriter, minor: str, company: str, source: str) -> None:
    money = writer.cash(minor)
    if source == TREASURY:
        writer.pay(minor, company, money, "merger")
        writer.say("merge_cash", company=company, money=money)
    elif money:
        writer.pay(minor, BANK, money, "merger")
        writer.say("merge_cash_lost", minor=minor, money=money)


def take_over(writer: PositionWriter, minor: str, company: str) -> None:
    """Write what a railroad gets of a minor: trains; a major also its Pullman, tokens, ability and rights."""
    companies.leave_order(writer, minor)
    to_national = writer.company(company).kind == NATIONAL
    stays = pullmans(writer, minor) if to_national else ()
    brought = [train.id for train in writer.trains(minor) if train not in stays]
    tell_taken(writer, company, minor, [writer.state.trains[train] for train in brought])
    for train in brought:
        writer.move_train(train, company)
    if to_national:
        abandon(writer, minor)
        return _ask(writer, minor, company, brought)
    writer.move_cert(writer.certs_of(minor)[0], company)
    writer.note_company(minor, ABANDONED, None)
    _hand_over_charter(writer, minor, company)
    _pay_silver_banner(writer, minor, company)
    _drop_doubled(writer, minor, company)
    return _ask(writer, minor, company, brought)


def _hand_over_charter(writer: PositionWriter, minor: str, company: str) -> None:
    """The ability, the chit, and markers of privates that lie on the minor's charter (6.1, 10.5)."""
    held, brought = writer.company(company).data, writer.company(minor).data.get(POWERS, [])
    writer.note_company(company, POWERS, [*held.get(POWERS, []), minor, *brought])
    writer.note_company(minor, POWERS, None)
    writer.note_company(company, CHITS, [*held.get(CHITS, []), companies.zone(writer, minor)])


def _pay_silver_banner(writer: PositionWriter, minor: str, company: str) -> None:
    """Minor A brings the share value, even without a share (15.1), one time only (10.5)."""
    value = writer.price(company)
    if minor == MINOR_A and value and not writer.company(minor).data.get(BANNER):
        writer.note_company(minor, BANNER, True)
        writer.pay(BANK, company, value, "silver_banner")
        writer.say("silver_banner", company=company, money=value)


def _drop_doubled(writer: PositionWriter, minor: str, company: str) -> None:
    """The major declines tokens in hexes where it has one; without tokens of its own it declines all."""
    mine = {coord for coord, _ in writer.stations(company)}
    for token in placed(writer, minor):
        assert token.place is not None
        if token.place[0] in mine or not unplaced(writer, company):
            writer.place_token(token.id, None)


def lacking(view: View, minor: str, company: str) -> int:
    """How many tokens of the minor must be declined still: the major has no more of its own."""
    return len(placed(view, minor)) - len(unplaced(view, company))


def placed(view: View, minor: str) -> list[Token]:
    """The tokens of a minor on the map."""
    return [t for t in view.tokens(minor) if t.place is not None]


def replace_tokens(writer: PositionWriter, minor: str, company: str) -> None:
    """Write that the major's tokens stand where the minor's did: its dearest ones, at no cost."""
    for token in placed(writer, minor):
        place = token.place
        assert place is not None
        writer.place_token(token.id, None)
        dearest = max(unplaced(writer, company), key=lambda t: t.price)
        writer.place_token(dearest.id, place)
        where = hex_name(writer, place[0])
        writer.say("token_replaced", company=company, minor=minor, where=where)
        white_cliffs.hand_over(writer, minor, company)


def _ask(writer: PositionWriter, minor: str, company: str, brought: Sequence[str]) -> None:
    """A second Pullman goes at once; then the president may decline tokens and trains."""
    for extra in pullmans(writer, company)[1:]:
        writer.move_train(extra.id, POOL)
    president = writer.president(company)
    offered = [t.id for t in writer.trains(company) if t.id in brought and t.kind != PULLMAN]
    if president is not None and (offered or placed(writer, minor)):
        plan = {"minor": minor, "company": company, "trains": offered}
        writer.push(Pending(ASSETS, (president,), plan))


def settle_assets(writer: PositionWriter, minor: str, company: str) -> None:
    """Write the end of the decision: tokens are exchanged, trains over the limit must go."""
    replace_tokens(writer, minor, company)
    president = writer.president(company)
    if surplus(writer, company) > 0 and president is not None:
        writer.push(Pending(DISCARD, (president,), {"company": company}))


def decline_train(writer: PositionWriter, train_id: str) -> None:
    """Write that a train of the minor is declined (10.5)."""
    put_away(writer, writer.state.trains[train_id])
