"""The local chat: Stationmaster on a simulated Discord, in a page of the browser, without token or network.

    world.py     the server: its members, channels and threads, with the same ids at each start
    chat.py      the page: its clock, one action at a time, the channel that it shows
    errands.py   what the bot does for an action, and how long the chat waits for it
    news.py      a page is made anew when its viewer looks and there is news
    memory.py    texts that a page has read once
    guard.py     what is no action of the page is refused
    written.py   a command that somebody wrote out as text, such as `/game join`
    greeting.py  the first card of each channel, a table at once, the way to other channels

Only this room knows simcord. Everybody at the page may speak as any of the members. The simulated Discord
lives in memory and is new at each start, the bot's database is not: old messages are gone, tables stay.
"""

from bot.local.chat import run_local
from bot.local.world import CHANNELS, MEMBERS, THREADS, World, build_world

__all__ = ["CHANNELS", "MEMBERS", "THREADS", "World", "build_world", "run_local"]
