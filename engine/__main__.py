"""The engine's command line: ``titles``, ``random``, ``match``, ``check``, ``replay``, ``import``, ``log``.

A title is named by its key, or by the folder or package of an external title.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from engine import TITLES, find_title, import_game
from engine.api.stories import lines
from engine.checks.exported import MOST_BYTES, limited, parsed
from engine.checks.random_play import Outcome, play
from engine.checks.rejudge import forgery_reason, rejudge
from engine.checks.rulebook import parse_tests, problems_of, rulebook_of
from engine.core.actions import Json
from engine.core.errors import BROKEN_GAME_ERRORS, BadLog, EngineError, Refused
from engine.game import Game
from engine.players.kinds import LEVELS
from engine.players.match import match, summary
from engine.players.match import play as seated
from engine.recorded.reader import Unreadable, read
from engine.recorded.replay import replay

ELSEWHERE = "the folder or package of an external title"
ELSEWHERE_HINT = "; an external title is named by --title FOLDER"
EXPORT_HINT = "; `python -m engine import` reads an exported game"
TITLE_HELP = f"{', '.join(TITLES)}, or {ELSEWHERE}"
FAULTS: tuple[type[Exception], ...] = (OSError, *BROKEN_GAME_ERRORS)
"""What comes of a file that is not what it says."""

ABOVE_ENGINE = Path(__file__).resolve().parent.parent
"""Where `engine/rules/stock.py` lies, in a checkout or installed."""
SECONDS, MEGABYTES = 600.0, 2000
"""What the check of an exported game may take."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    args = _parser().parse_args(argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except (Refused, EngineError) as error:
        print(f"engine: {str(error)[:500]}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return _unread()
    return code


def _unread() -> int:
    """End as other commands do when whoever reads the output has had enough, such as ``head``."""
    with suppress(BrokenPipeError):
        sys.stdout.close()
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    titles = commands.add_parser("titles", help="list key, name and players of every title")
    titles.set_defaults(run=_titles)
    dice = commands.add_parser("random", help="play whole games by random legal choices")
    dice.add_argument("title", help=TITLE_HELP)
    dice.add_argument("--players", type=int, required=True)
    dice.add_argument("--seed", type=int, default=1)
    dice.add_argument("--games", type=int, default=1)
    dice.add_argument(
        "--full", action="store_true", help="check round trip, undo, redo and fold after each action"
    )
    dice.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    dice.add_argument(
        "--counts", action="store_true", help="last, the ends, actions and events of all games, counted"
    )
    dice.add_argument("--save", type=Path, metavar="DIR", help="write each game as an export")
    dice.add_argument("--style", choices=["steady"], help="by a computer player instead, all laws on")
    dice.set_defaults(run=_random)
    matches = commands.add_parser("match", help="play games between kinds of computer players")
    matches.add_argument("title", help=TITLE_HELP)
    matches.add_argument(
        "--seats", required=True, metavar="KIND,...", help=f"{', '.join(LEVELS)}, module:Class"
    )
    matches.add_argument("--games", type=int, default=1)
    matches.add_argument("--seed", type=int, default=1)
    matches.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    matches.add_argument("--save", type=Path, metavar="DIR", help="write each game as an export")
    matches.set_defaults(run=_match)
    _add_readers(commands)
    return parser


def _add_readers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that play nothing: they read a title or files of games."""
    checks = commands.add_parser("check", help="load a title and compare its RULES.md with code and tests")
    checks.add_argument("title", help=TITLE_HELP)
    checks.add_argument("--tests", type=Path, metavar="DIR", help="where its tests lie, to find their marks")
    checks.set_defaults(run=_check)
    replay = commands.add_parser("replay", help="run recorded games and compare every stated fact")
    replay.add_argument("files", nargs="+", type=Path)
    replay.add_argument("--title", action="append", default=[], help="an external title: folder or package")
    replay.add_argument("--optimal", action="store_true", help="also solve each run")
    replay.set_defaults(run=_replay)
    load = commands.add_parser("import", help="check and summarise an exported game")
    load.add_argument("file", type=Path)
    load.add_argument("--title", action="append", default=[], help="an external title: folder or package")
    load.set_defaults(run=_import)
    log = commands.add_parser("log", help="print an exported game: each action with what it brought about")
    log.add_argument("file", type=Path)
    log.add_argument("--title", action="append", default=[], help="an external title: folder or package")
    log.set_defaults(run=_log)


def _titles(args: argparse.Namespace) -> int:
    for title in TITLES.listed():
        print(title.key, title.name, f"{title.min_players}-{title.max_players}", sep="\t")
    return 0


def _random(args: argparse.Namespace) -> int:
    options = dict(text.split("=", 1) for text in args.option if "=" in text)
    broken, counted = 0, Counter[tuple[str, str]]()
    for seed in range(args.seed, args.seed + args.games):
        outcome = _played(args, seed, options)
        print(outcome.line(), flush=True)
        broken += outcome.fault is not None
        counted += outcome.counts()
        if args.save:
            _save(args.save, outcome.game, seed)
    for line in _counts(counted) if args.counts else ():
        print(line)
    return 1 if broken else 0


def _played(args: argparse.Namespace, seed: int, options: Mapping[str, str]) -> Outcome:
    """One game of random play, or of the style that was asked for."""
    title = find_title(args.title)
    if args.style:
        return seated(title, [args.style] * args.players, seed, options, full=args.full).outcome
    return play(title, args.players, seed, options, args.full)


def _match(args: argparse.Namespace) -> int:
    """1 when a game broke, else 0."""
    options = dict(text.split("=", 1) for text in args.option if "=" in text)
    title, kinds, played = find_title(args.title), args.seats.split(","), []
    if title.compiled_module:
        import_module(title.compiled_module)
    for game in match(title, kinds, args.games, args.seed, options, time.perf_counter):
        print(game.line(), flush=True)
        if args.save:
            _save(args.save, game.outcome.game, game.outcome.seed)
        played.append(game)
    for line in summary(played):
        print(line)
    return 1 if any(game.outcome.fault for game in played) else 0


def _check(args: argparse.Namespace) -> int:
    """0 when the title loads and its RULES.md is right, 1 when that names what is not there."""
    title = find_title(args.title)
    problems = _problems(title.rules.board.folder, args.tests)
    for problem in problems:
        print(problem)
    count = f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"
    print(f"{title.key}: loaded; {count} in its RULES.md")
    return 1 if problems else 0


def _problems(folder: Path, tests: Path | None) -> list[str]:
    """Where the RULES.md of a title disagrees with its code and with the tests of a folder."""
    if not (folder / "RULES.md").is_file():
        return [f"{folder.name} has no RULES.md"]
    files = sorted(tests.rglob("test_*.py")) if tests else []
    marked = [test for file in files for test in parse_tests(file.read_text("utf-8"), str(file))]
    return problems_of(rulebook_of(folder), marked, (folder, *folder.parents, ABOVE_ENGINE))


def _counts(counted: Mapping[tuple[str, str], int]) -> list[str]:
    """A line for each group of counts: "ends: bank_broken=1 lner_formed=4"."""
    groups = dict.fromkeys(group for group, _ in counted)
    found = {group: sorted((what, n) for (g, what), n in counted.items() if g == group) for group in groups}
    return [f"{group}: " + " ".join(f"{what}={n}" for what, n in pairs) for group, pairs in found.items()]


def _save(folder: Path, game: Game, seed: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{game.title.key}-{len(game.setup.names)}p-{seed}.json"
    (folder / name).write_text(json.dumps(game.to_json()), encoding="utf-8")


def read_export(path: Path) -> Json:
    """The JSON of an exported game, plain or gzipped; raises OSError or Unfit."""
    with path.open("rb") as file:
        return parsed(file.read(MOST_BYTES + 1))


def _replay(args: argparse.Namespace) -> int:
    """0 when all agree, 1 when a fact differs, 2 when a file cannot be read."""
    clock = time.process_time if args.optimal else None
    for name in args.title:
        find_title(name)
    worst = 0
    for file in args.files:
        try:
            recording = read(str(file), file.read_bytes())
            if recording.title not in TITLES:
                known = ", ".join(TITLES)
                raise Unreadable(f"no title {recording.title}; titles: {known}{ELSEWHERE_HINT}")
            title = TITLES[recording.title]
            if args.optimal and title.compiled_module:
                import_module(title.compiled_module)
            report = replay(recording, title, clock=clock)
        except (OSError, Unreadable) as error:
            hint = EXPORT_HINT if file.suffix == ".json" else ""
            print(f"{file}: cannot be read: {error}{hint}", file=sys.stderr)
            worst = 2
            continue
        for line in report.lines():
            print(line, flush=True)
        worst = max(worst, 1 if report.mismatches else 0)
    return worst


def _import(args: argparse.Namespace) -> int:
    for name in args.title:
        find_title(name)
    with limited(SECONDS, MEGABYTES):
        try:
            game = import_game(read_export(args.file))
            differences = [forgery] if (forgery := forgery_reason(game)) else rejudge(game)
            summary = _summary(game)
        except BadLog as error:
            raise BadLog(f"{error}{ELSEWHERE_HINT if 'no title' in str(error) else ''}") from error
        except FAULTS as error:
            print(f"{args.file}: cannot be read: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            return 2
    for line in summary:
        print(line)
    for difference in differences:
        print(f"differs: {difference}")
    return 1 if differences else 0


def _log(args: argparse.Namespace) -> int:
    """0 when the game is printed, 2 when the file cannot be read."""
    for name in args.title:
        find_title(name)
    try:
        game = import_game(read_export(args.file))
    except FAULTS as error:
        hint = ELSEWHERE_HINT if "no title" in str(error) else ""
        print(f"{args.file}: cannot be read: {str(error)[:200]}{hint}", file=sys.stderr)
        return 2
    for record in game.active_records:
        action = record.action
        values = " ".join(f"{key}={value}" for key, value in action.args.items()) if action else ""
        did = f"{action.player} {action.kind} {values}".rstrip() if action else record.kind
        print(record.number, did, *lines(game.view, record), sep="\t")
    return 0


def _summary(game: Game) -> list[str]:
    view = game.view
    scores = ", ".join(f"{view.name(p)} {s}" for p, s in sorted(game.scores().items(), key=lambda x: -x[1]))
    waiting = game.waiting()
    now = f"over ({game.state.ended})" if waiting is None else f"{game.round_title()}, {waiting.label}"
    return [
        f"{game.title.key}: {', '.join(game.setup.names)}; {game.revision} records",
        f"rules version: {game.setup.rules_version}",
        f"now: {now}",
        f"worth: {scores}",
    ]


if __name__ == "__main__":
    sys.exit(main())
