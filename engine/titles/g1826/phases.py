"""What a phase does at once (O9-O49). What lasts is asked with `engine.rules.phases.reached`."""

from __future__ import annotations

from typing import ClassVar

from engine.abilities.privates import close_privates
from engine.core.state import Company
from engine.core.writer import PositionWriter
from engine.rules.phases import PhasePolicy
from engine.titles.g1826.companies import companies
from engine.titles.g1826.companies.companies import CORPORATION
from engine.titles.g1826.companies.powers import powers_end
from engine.titles.g1826.nationals import nationals


def unstarted_grow(writer: PositionWriter) -> None:
    """Corporations that nobody has started have 10 shares from now on (O84, O106)."""
    companies.grow_all(writer, [c.id for c in _of_five(writer) if c.par is None])


def all_grow(writer: PositionWriter) -> None:
    """All count as having reached their destination and have 10 shares (O85, O90).

    Those that have a par and have not floated yet keep the terms of their start (O101-O105).
    """
    companies.keep_terms(writer)
    companies.grow_all(writer, [c.id for c in _of_five(writer)])


def _of_five(writer: PositionWriter) -> list[Company]:
    return [c for c in writer.companies(CORPORATION) if companies.is_five(writer, c.id)]


class Phases(PhasePolicy):
    """What happens once."""

    events: ClassVar = {
        "unstarted_grow": unstarted_grow,
        "etat_may_form": nationals.etat_may_form,
        "privates_close": close_privates,
        "all_grow": all_grow,
        "sncf_may_form": nationals.sncf_may_form,
        "ten_hours_counted": nationals.count_ten_hours,
        "powers_end": powers_end,
    }
