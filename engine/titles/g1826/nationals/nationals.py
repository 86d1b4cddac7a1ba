"""The nationals Etat and SNCF: of whom they form, when, at what price, and who operates when (O142-O174).

A national forms at once when the first train of one of its phases is sold, of all corporations that have
operated and are left without a train. How shares are exchanged: `exchange`; station tokens: `kept_tokens`.
What its data remembers: ``merged``, the companies that it is made of.
"""

from __future__ import annotations

from engine.abilities.ends import hand_over_powers
from engine.core.recorded import names
from engine.core.state import BANK, DEPOT, OUT, POOL, Cell
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, listed
from engine.rules import market
from engine.titles.g1826.companies.companies import CORPORATION, LOANS, NATIONAL, retire
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.story import tell
from engine.titles.g1826.finance import bonds, loans
from engine.titles.g1826.nationals import exchange, kept_tokens

tell(
    sits_out_1826="{company} operates from the next round on.",
    waits_1826="{company} operates once five of its shares are out of its treasury.",
    assets_1826="{company} takes over {minor} with {money}.",
    inherits_1826="{company} inherits {count:loan|loans}.",
    loans_gone_1826="{count:loan is|loans are} written off.",
    loans_bonds_1826="{count:bond|bonds} of {company} in the open market replace its inherited loans.",
    national_funded_1826="{company} receives {money}; {percent} % of it go to the open market.",
)
tell(
    Rank.FORMATION,
    forms_1826=Told(
        "{company} is formed of {minors}, at a share value of {price}.", floats=True, reads={"minors": names}
    ),
    never_forms_1826="{company} is not formed in this game: {count} company without a train is not enough.",
    none_forms_1826="{company} is not formed in this game: no company is without a train.",
    none_counts_1826="{company} is not formed in this game. Without a train, but none that may merge: "
    "{idle}. Only companies that have operated merge, and {never} never does.",
    few_count_1826="{company} is not formed in this game: {minor} alone may merge, and two must. "
    "Without a train, too: {idle}. Only companies that have operated merge, and {never} never does.",
)
tell(
    Rank.RUST,
    trains_exported_1826="{companies} companies are in play: {count} of the {kind}-trains leave the game.",
)
MERGED = "merged"
SITS_OUT = "sits_out"
NOTES = {SITS_OUT: "the end of the operating round"}
"""Note: the companies that do not operate in the present round, though they could (O166)."""
ETAT, SNCF = "Etat", "SNCF"
BELGIAN_CORPORATION = "Belg"
TEN_HOURS = "10H"
LEAST = 2
"""Companies without a train that make a national (O145, O171)."""


# --- whether it forms ------------------------------------------------------------------------------


def merging(view: View, national: str) -> list[str]:
    """The companies that merge: operated before, no train left; never Etat Belge (O146, O147, O172)."""
    never = (national, BELGIAN_CORPORATION)
    found = (c for c in view.companies(CORPORATION, NATIONAL) if c.id not in never)
    return [c.id for c in found if c.operated and not view.trains(c.id)]


def may_form(writer: PositionWriter, national: str) -> None:
    """Write what the first train of a phase does: the national forms, or can never form again (O170)."""
    record = writer.company(national)
    if record.floated or record.closed:
        return
    minors = merging(writer, national)
    if len(minors) >= LEAST:
        form(writer, national, minors)
    elif writer.state.phase == writer.spec(national).extras["phases"][-1]:
        retire(writer, national)
        _tell_why_not(writer, national, minors)


def _tell_why_not(writer: PositionWriter, national: str, minors: list[str]) -> None:
    """Also of companies without a train that do not count (O146)."""
    found = writer.companies(CORPORATION, NATIONAL)
    idle = [c.id for c in found if c.floated and c.id not in minors and not writer.trains(c.id)]
    if not idle:
        key = "never_forms_1826" if minors else "none_forms_1826"
        return writer.say(key, company=national, count=len(minors))
    told = {"company": national, "idle": joined(", ", idle), "never": BELGIAN_CORPORATION}
    if minors:
        return writer.say("few_count_1826", minor=minors[0], **told)
    return writer.say("none_counts_1826", **told)


def etat_may_form(writer: PositionWriter) -> None:
    """Write the formation of the Etat if it is due, with the first 6H train (O144)."""
    may_form(writer, ETAT)


def sncf_may_form(writer: PositionWriter) -> None:
    """Write the formation of the SNCF if it is due, with the first 10H or E train (O169)."""
    may_form(writer, SNCF)


# --- formation -------------------------------------------------------------------------------------


def start_cell(view: View, national: str, minors: list[str]) -> Cell:
    """The space on the top row: average of the two best prices, rounded down, or the minimum (O157, O173)."""
    best = sorted((view.price(minor) or 0 for minor in minors), reverse=True)[:2]
    least = int(view.spec(national).extras["minimum_price"])
    return market.dearest(view.data.market, max(sum(best) // len(best), least))


def form(writer: PositionWriter, national: str, minors: list[str]) -> None:
    """Write a formation in the order of the outline; the choice of tokens stays open (O160, O174)."""
    cell = start_cell(writer, national, minors)
    price = writer.data.market.value(cell)
    writer.say("forms_1826", company=national, minors=listed(minors), price=price)
    writer.change(national, par=price)
    writer.float_company(national)
    writer.note_company(national, MERGED, minors)
    _wait_if_one_has_operated(writer, national, minors)
    exchange.exchange(writer, national, minors, _first_holder(writer))
    for minor in minors:
        _take_assets(writer, national, minor)
    writer.move_price(national, cell)
    _inherit_loans(writer, national, minors)
    kept_tokens.take_homes(writer, national, {minor: _homes(writer, minor) for minor in minors})
    for minor in minors:
        retire(writer, minor)
    if national == SNCF:
        _fund(writer, national)
    _tell_when_it_operates(writer, national)
    kept_tokens.ask(writer, national, minors)


def _first_holder(view: View) -> str:
    """The president of the company that bought the train, else the first seat (O150)."""
    return view.president(view.cursor.actor) or view.seats[0]


def _homes(view: View, company: str) -> list[str]:
    """The corporations whose homes a company has: its own, or those that a national is made of."""
    merged: list[str] = view.company(company).data.get(MERGED, [company])
    return merged


def _wait_if_one_has_operated(writer: PositionWriter, national: str, minors: list[str]) -> None:
    """It operates in this round unless a merging company has had its turn (O166)."""
    if set(minors) & set(writer.cursor.done):
        writer.note(SITS_OUT, [*writer.state.notes.get(SITS_OUT, []), national])


def _tell_when_it_operates(writer: PositionWriter, national: str) -> None:
    """Not at all with too few shares out of its treasury (O165), or not in this round (O166)."""
    if not _are_enough_out(writer, national):
        writer.say("waits_1826", company=national)
    elif not operates(writer, national):
        writer.say("sits_out_1826", company=national)


def _take_assets(writer: PositionWriter, national: str, minor: str) -> None:
    """Money, privates and powers (O162)."""
    writer.say("assets_1826", company=national, minor=minor, money=writer.cash(minor))
    writer.pay(minor, national, writer.cash(minor), "merger")
    for private in writer.companies("private"):
        for cert in writer.certs(minor, private.id):
            writer.move_cert(cert, national)
    hand_over_powers(writer, minor, national)


def return_all(writer: PositionWriter) -> None:
    """Write that all operate again, after the end of a round."""
    writer.note(SITS_OUT, None)


def _inherit_loans(writer: PositionWriter, national: str, minors: list[str]) -> None:
    """The price goes left once for each loan inherited (O158, O168).

    The Etat takes two at most; for each of those of the SNCF a bond lies in the pool, while there are any.
    """
    count = sum(int(writer.company(minor).data.get(LOANS, 0)) for minor in minors)
    room = bonds.unissued if national == bonds.ISSUER else loans.left
    taken = min(count, room(writer, national))
    if taken:
        writer.say("inherits_1826", company=national, count=taken)
        _take_over(writer, national, taken)
        market.move(writer, national, "left", taken)
    if count > taken:
        writer.say("loans_gone_1826", count=count - taken)


def _take_over(writer: PositionWriter, national: str, count: int) -> None:
    if national != bonds.ISSUER:
        return writer.note_company(national, LOANS, count)
    bonds.add(writer, POOL, count)
    return writer.say("loans_bonds_1826", company=national, count=count)


def _fund(writer: PositionWriter, national: str) -> None:
    """The bank pays for the shares left to the treasury, which go to the pool (facts: capital of SNCF).

    At the price that the loans inherited have left (O158).
    """
    left, price = writer.certs(national, national), writer.price(national)
    if left and price is not None:
        money = price * len(left)
        writer.pay(BANK, national, money, "capital")
        percent = writer.percent(national, national)
        writer.say("national_funded_1826", company=national, money=money, percent=percent)
    for cert in left:
        writer.move_cert(cert, POOL)


# --- afterwards ------------------------------------------------------------------------------------


def operates(view: View, company: str) -> bool:
    """False for a national with fewer than five shares out of its treasury (O165), or that waits (O166)."""
    if company in view.state.notes.get(SITS_OUT, []):
        return False
    return view.company(company).kind != NATIONAL or _are_enough_out(view, company)


def _are_enough_out(view: View, national: str) -> bool:
    return 100 - view.percent(national, national) >= view.data.figures(Figures).float_percent


def in_play(view: View) -> int:
    """Corporations, started or not, and nationals that have been formed (O69)."""
    nationals = sum(record.floated for record in view.companies(NATIONAL))
    return sum(1 for _ in view.companies(CORPORATION)) + nationals


def count_ten_hours(writer: PositionWriter) -> None:
    """Write how many 10H trains there are, by companies in play; the rest leaves the game (O69)."""
    table = {int(count): trains for count, trains in writer.data.figures(Figures).ten_hours.items()}
    companies = in_play(writer)
    wanted = table[max(min(table), min(max(table), companies))]
    cards = [t for t in writer.state.trains.values() if t.kind == TEN_HOURS and t.owner != OUT]
    waiting = [t for t in cards if t.owner == DEPOT]
    surplus = waiting[: max(0, len(cards) - wanted)]
    for train in surplus:
        writer.move_train(train.id, OUT)
    if surplus:
        writer.say("trains_exported_1826", count=len(surplus), kind=TEN_HOURS, companies=companies)
