"""What players of one kind reach in whole games, and those of another do not, all laws on.

    python -m tests.reached 1862 steady random --players 3 --games 4

prints, under ends, phases, actions, what the log told and refusals, what only the first kind reached and how
often, then what only the second did. Refusals are those of the things that players look for, in every tenth
position.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence

from engine import TITLES
from engine.checks.random_play import Outcome
from engine.core.flow import current_step
from engine.core.rounds import Step
from engine.core.state import from_json
from engine.core.view import View
from engine.game import Game
from engine.players.match import play

Reached = Counter[tuple[str, str]]
EVERY = 10
"""One of so many positions is asked what is refused in it."""


def reached(outcome: Outcome) -> Reached:
    """What one game came to, by group and name."""
    found = Counter(outcome.counts())
    found.update(("phases", phase.key) for phase in outcome.game.view.phases)
    found.update(("refusals", code) for code in refusals(outcome.game))
    if outcome.fault:
        found["faults", outcome.fault[:80]] += 1
    return found


def refusals(game: Game, every: int = EVERY) -> Iterator[str]:
    """The codes that refuse what players look for in the course of a game, from the log."""
    state = from_json(game.setup.state)
    view = View(game.title, state)
    for number, record in enumerate(game.active_records):
        if number % every == 0:
            yield from _refused(view)
        for event in record.events:
            event.apply(state)


def _refused(view: View) -> Iterator[str]:
    step: Step | None = current_step(view)
    for player in view.seats if step is not None else ():
        for move in step.moves if step is not None else ():
            for sought in move.sought(view, player):
                violation = move.check(view, sought.action)
                if violation is not None:
                    yield violation.code


def only(first: Reached, second: Reached) -> list[str]:
    """A line for each group: what the first came to and the second did not, with how often."""
    groups = dict.fromkeys(group for group, _ in sorted(first))
    found = {g: sorted((what, n) for (group, what), n in first.items() if group == g) for g in groups}
    missing = {g: [f"{what}={n}" for what, n in pairs if not second[g, what]] for g, pairs in found.items()}
    return [f"{group}: {' '.join(names)}" for group, names in missing.items() if names]


def main(argv: Sequence[str] | None = None) -> None:
    """Play the games of both kinds and print what only one of them reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=list(TITLES))
    parser.add_argument("kinds", nargs=2)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    counted: dict[str, Reached] = {kind: Counter() for kind in args.kinds}
    for kind, found in counted.items():
        for seed in range(args.seed, args.seed + args.games):
            outcome = play(TITLES[args.title], [kind] * args.players, seed, {}).outcome
            found.update(reached(outcome))
            print(kind, outcome.line(), flush=True)
    first, second = args.kinds
    for one, other in ((first, second), (second, first)):
        print(f"only {one}:", *only(counted[one], counted[other]), sep="\n  ")


if __name__ == "__main__":
    main()
