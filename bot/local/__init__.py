"""The local chat: Stationmaster on a simulated Discord, on a page in the browser, without token or network.

    world.py          the server: its members, channels and threads, with the same ids at each start
    chat.py           the page: its clock, one action at a time, the channel that it shows
    actions.py        the bot's tasks for an action, and how long the chat waits for them
    page_updates.py   a page is rendered again when its viewer looks and something has changed
    stylesheet.py     light colours for a browser that prefers them, narrow margins on a phone (page.css)
    memory.py         a cache of the parsed texts of pages
    guard.py          requests that are not actions of the page are refused
    written.py        slash commands written out as messages, such as `/game join`
    greeting.py       the first card of each channel, an immediate game, buttons to other channels

Only this room imports simcord. Everybody at the page may act as any of the members. The simulated Discord
lives in memory and is new at each start; the bot's database persists: old messages are gone, games stay.
"""

from bot.local.chat import run_local
from bot.local.world import CHANNELS, MEMBERS, THREADS, World, create_simulated_server

__all__ = ["CHANNELS", "MEMBERS", "THREADS", "World", "create_simulated_server", "run_local"]
