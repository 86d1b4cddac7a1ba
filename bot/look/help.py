"""`/help`: how to use the bot, by topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.chat.completion import Completions, completions
from bot.chat.frame import PRIMARY, Page, action_row, build_layout
from bot.chat.markdown import escape
from bot.chat.press import button, press_without_game
from bot.chat.respond import Ack, respond_to
from bot.words import msg, t

HELP_TOPICS: Mapping[str, str] = {
    "start": msg("`/game new` makes a table here. Others press **Join** on its card, its owner **Start**."),
    "turn": msg(
        "**Take turn** on the card, or `/turn`, opens your page: press what you want. **Undo** and **Oops** "
        "take it back, and what is hard to mend asks first (`/me prefs` can ask before every move). "
        "The page is private; what you chose is kept, so you may close it and come back."
    ),
    "undo": msg(
        "**Undo step** and **Restart turn** take your own moves back as long as nobody else has acted; "
        "then the owner or a game master can (`/gm undo-to`). Nothing is lost: the log keeps undone moves."
    ),
    "offers": msg(
        "Deals with others are offers: the other side accepts or declines. "
        "**More** on your page lists them, also when it is not your turn."
    ),
    "track": msg(
        "Choose where by the numbered map (or type a name or coordinate), then the numbered picture."
    ),
    "run": msg(
        "The best routes are drawn. **Next best**, **Other routes** and **By hand** change them: type the "
        "stops of each train in order, with commas between."
    ),
    "commands": msg(
        "Everything on the pages is also a command: `/act` has a verb for each move, completed while "
        "you type; `/act choose` takes any move."
    ),
    "typing": msg(
        "The same wherever you type: a thing is its id or name, its number (`#3`), a word of it or its "
        "beginning; an amount is digits, with commas and the currency as you like; places have commas "
        "between, and `= 4` joins a train to another; the parts of a line are `name=value` or `name: value`, "
        "in quotes where a value holds such a sign."
    ),
    "look": msg(
        "`/show` shows map, market, companies, players, trains, tiles, order, privates (with what "
        "each can do), log, routes and rules; `as: text` says it in words, `public: yes` shows it to all."
    ),
    "rules": msg(
        "`/show rules` answers with the rule: ask by number, word or question. **The rule** on your page "
        "opens the one behind it. Without a question it lists all chapters, and how silences of the sources "
        "are read."
    ),
    "pings": msg(
        "Whoever is to act is pinged two minutes after his turn began (`/gm clock` changes it), again "
        "8, 24 and 48 hours later, then the table is told. `/remind settings` has your quiet hours, "
        "weekends, direct messages and a daily digest, `/remind timezone` your zone; buttons put a ping off."
    ),
    "away": msg(
        "`/remind vacation` before you go: nobody calls you, and clocks stand still. `/gm clock` gives a "
        "table a clock; when it runs out, the others vote: wait, play it safe, a proxy, or a free seat. "
        "`/game offer-seat` and `/game take-seat` change who plays, `/gm proxy` lets somebody play for you."
    ),
    "watch": msg(
        "`/game follow` calls you when rounds end, at the end, or at everything; `/show since` tells what "
        "happened since your last turn, `/show history` shows any moment."
    ),
    "settings": msg(
        "`/me prefs` sets colours, words before pictures and what asks first; `/server` sets language, "
        "colours, channels and threads, for those who manage the server."
    ),
    "privacy": msg(
        "`/me data what` says what is stored of you, `get` hands it out, `forget` takes it away; "
        "your games go on."
    ),
    "trouble": msg(
        "A private answer says why something is not possible and what is. Old buttons say so and "
        "offer the turn as it is now. `/game export` hands out the whole game."
    ),
}


@app_commands.command(name="help", description="How to play here")
@app_commands.describe(topic="What about")
async def help_command(interaction: discord.Interaction[Any], topic: str | None = None) -> None:
    """Handle `/help`: show how to use the bot, on all topics or those that contain ``topic``.

    Names and texts of the topics are searched. If none contains it, a sentence lists the topics. The response
    is an ephemeral message, and has a button to the introduction for newcomers.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        search = (topic or "").strip().casefold()
        texts = {name: t(text) for name, text in HELP_TOPICS.items()}
        matches = {name: text for name, text in texts.items() if search in f"{name} {text}".casefold()}
        lines = [f"**{name}**: {text}" for name, text in matches.items()]
        no_match_text = t(
            "Nothing on “{wanted}”; there is: {names}.",
            wanted=escape(search[:40]),
            names=", ".join(HELP_TOPICS),
        )
        introduction_button = button(
            press_without_game("first_steps", "0"), t("New to 18xx? Six cards"), style=PRIMARY
        )
        await response.show(
            Page(
                build_layout(t("## Help"), action_row(introduction_button), "\n".join(lines) or no_match_text)
            )
        )


@help_command.autocomplete("topic")
async def _complete_topics(interaction: discord.Interaction[Any], typed: str) -> Completions:
    """Autocomplete the topic of `/help`: the names in HELP_TOPICS that contain what is typed."""
    return completions([(name, name) for name in HELP_TOPICS], typed)


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command `/help`."""
    tree.add_command(help_command)
