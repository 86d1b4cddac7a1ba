"""The card of a vote: the question, who decides, the buttons, and the result."""

from __future__ import annotations

import discord

from bot.chat.frame import Page, action_row, build_layout
from bot.chat.press import BotItem, Press, button, select_menu
from bot.store.game_rows import GameInfo
from bot.votes.kinds import VoteContext, vote_kind_of
from bot.votes.rows import Vote
from bot.words import t
from engine import Game

MAX_MEMBERS = 25
"""The maximum number of entries in a menu."""


def vote_page(info: GameInfo, game: Game, vote: Vote) -> Page:
    """Build the page of a vote's card: its question and buttons, or its result once the vote is closed.

    Raises KeyError for an unregistered kind of vote.
    """
    context, vote_kind = VoteContext(info, game, vote), vote_kind_of(vote)
    if vote.closed_at is not None:
        return Page(build_layout(*vote_kind.result_lines(context)))
    rows = [action_row(*items) for items in vote_component_rows(context)]
    return Page(
        build_layout(
            *vote_kind.question(context),
            vote_kind.status_text(context),
            *rows,
            vote_kind.end_condition_text(context),
        )
    )


def vote_component_rows(context: VoteContext) -> list[list[BotItem]]:
    """Return the component rows of a vote's card: buttons, and a menu of the options that name a member.

    Options without a label get no button. The menu has at most 25 entries, and is left out if it would have
    none. Raises KeyError for an unregistered kind of vote.
    """
    vote_kind, vote = vote_kind_of(context.vote), context.vote
    buttons, menu_options = [], []
    voter_ids = vote_kind.voter_ids(context.info, vote)
    for option in vote_kind.options:
        for ballot, user_id in zip(
            option.ballots(voter_ids), voter_ids if option.names_member else [0], strict=True
        ):
            label = option.label(context, user_id)
            if option.names_member:
                menu_options.append(discord.SelectOption(label=label[:100], value=ballot))
            elif label:
                press = Press(vote.game_id, vote.revision, "vote", f"{vote.id}.{ballot}")
                buttons.append(button(press, label, style=option.style))
    placeholder = t(vote_kind.menu_placeholder) if vote_kind.menu_placeholder else ""
    press = Press(vote.game_id, vote.revision, "vote", str(vote.id))
    member_menu = select_menu(press, menu_options[:MAX_MEMBERS], placeholder=placeholder)
    return [buttons, *([[member_menu]] if menu_options else [])]
