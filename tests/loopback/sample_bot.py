"""A tiny bot on which the loopback server is proved; run as `python -m tests.loopback.sample_bot`."""

from __future__ import annotations

import asyncio
import io
import os
import re
import sqlite3
from pathlib import Path
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from bot.operate.endpoints import use_endpoints

FRUITS = ("Apple", "Apricot", "Banana", "Cherry")


def picture(count: int) -> discord.File:
    """A small PNG whose colour tells the count."""
    data = io.BytesIO()
    Image.new("RGB", (64, 48), (count * 20 % 256, 120, 200)).save(data, "PNG")
    return discord.File(io.BytesIO(data.getvalue()), "map.png")


class Counter:
    """Counts presses on disk, once for each interaction."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(path)
        self.db.execute("CREATE TABLE IF NOT EXISTS press (interaction INTEGER PRIMARY KEY, who TEXT)")

    def press(self, interaction: int, who: str) -> bool:
        """Record a press; False when it is known already."""
        with self.db:
            cursor = self.db.execute("INSERT OR IGNORE INTO press VALUES (?, ?)", (interaction, who))
        return cursor.rowcount == 1

    def count(self) -> int:
        """All presses so far."""
        total: int = self.db.execute("SELECT count(*) FROM press").fetchone()[0]
        return total


class PressButton(ui.DynamicItem[ui.Button[Any]], template=r"s:press:(?P<step>\d+)"):
    """A button that works after any restart."""

    def __init__(self, step: int) -> None:
        super().__init__(ui.Button(label=f"Press +{step}", custom_id=f"s:press:{step}"))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str]) -> PressButton:
        return cls(int(match["step"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: SampleBot = interaction.client
        client.counter.press(interaction.id, interaction.user.display_name)
        card = client.card(interaction.user)
        await interaction.response.edit_message(view=card, attachments=[picture(client.counter.count())])


class OpenButton(ui.DynamicItem[ui.Button[Any]], template=r"s:open"):
    """Opens the private workspace."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Open", custom_id="s:open", style=discord.ButtonStyle.primary))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str]) -> OpenButton:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(view=Workspace("nothing"), ephemeral=True)


class FruitSelect(ui.DynamicItem[ui.Select[Any]], template=r"s:fruit"):
    """A select edited in place."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=f, value=f.lower()) for f in FRUITS]
        super().__init__(ui.Select(custom_id="s:fruit", placeholder="Which fruit?", options=options))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str]) -> FruitSelect:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        assert interaction.data is not None
        chosen: list[str] = interaction.data["values"]  # type: ignore[typeddict-item]
        await interaction.response.defer()
        await asyncio.sleep(0.05)
        await interaction.edit_original_response(view=Workspace(chosen[0]))


class NameButton(ui.DynamicItem[ui.Button[Any]], template=r"s:name"):
    """Opens a modal."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Name it", custom_id="s:name"))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str]) -> NameButton:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(NameModal())


class NameModal(ui.Modal, title="A name"):
    """One text and one select."""

    what: ui.Label[Any] = ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=10))
    size: ui.Label[Any] = ui.Label(
        text="Size",
        component=ui.Select(
            custom_id="size", options=[discord.SelectOption(label=s) for s in ("big", "small")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        assert isinstance(self.what.component, ui.TextInput)
        assert isinstance(self.size.component, ui.Select)
        text = f"{self.size.component.values[0]} {self.what.component.value}"
        await interaction.response.edit_message(view=Workspace(text))


class Workspace(ui.LayoutView):
    """The ephemeral page."""

    def __init__(self, chosen: str) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay(f"Chosen: {chosen}"))
        self.add_item(ui.ActionRow(FruitSelect()))
        self.add_item(ui.ActionRow(NameButton()))


class SampleBot(discord.Client):
    """The bot itself."""

    def __init__(self, data: Path) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0.1)
        self.counter = Counter(data / "sample.db")
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(Sample())

    async def setup_hook(self) -> None:
        self.add_dynamic_items(PressButton, OpenButton, FruitSelect, NameButton)
        await self.tree.sync()

    def card(self, who: discord.abc.User) -> ui.LayoutView:
        """The public card."""
        view = ui.LayoutView(timeout=None)
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://map.png", description="A map")
        )
        count = self.counter.count()
        box: ui.Container[Any] = ui.Container(ui.TextDisplay(f"## Card of {who.mention}"), gallery)
        box.add_item(ui.Separator()).add_item(ui.TextDisplay(f"{count} presses"))
        box.add_item(ui.ActionRow(PressButton(1), OpenButton()))
        return view.add_item(box)


class Sample(app_commands.Group, name="sample", description="Everything that the loopback server must bear"):
    """The slash commands."""

    @app_commands.command(description="Post the card")
    async def card(self, interaction: discord.Interaction[Any]) -> None:
        """Answer with the public card."""
        client: SampleBot = interaction.client
        await interaction.response.defer(thinking=True)
        allowed = discord.AllowedMentions(users=[interaction.user])
        await interaction.followup.send(
            view=client.card(interaction.user),
            files=[picture(client.counter.count())],
            allowed_mentions=allowed,
        )

    @app_commands.command(description="Eat a fruit")
    async def eat(
        self,
        interaction: discord.Interaction[Any],
        fruit: str,
        who: discord.Member,
        count: app_commands.Range[int, 1, 9] = 1,
    ) -> None:
        """Answer in private, with a follow-up."""
        await interaction.response.send_message(f"{who.display_name} eats {count} {fruit}", ephemeral=True)
        await interaction.followup.send("and is full", ephemeral=True)

    @eat.autocomplete("fruit")
    async def _fruit(
        self, interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        fits = [f for f in FRUITS if f.lower().startswith(typed.lower())]
        return [app_commands.Choice(name=f, value=f.lower()) for f in fits]

    @app_commands.command(description="Count in the database, then answer")
    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Count once for each interaction."""
        client: SampleBot = interaction.client
        first = client.counter.press(interaction.id, interaction.user.display_name)
        await interaction.response.send_message(f"{'new' if first else 'known'}: {client.counter.count()}")

    @app_commands.command(description="Write to the channel, a thread and a DM")
    async def spread(self, interaction: discord.Interaction[Any], notes: int = 1) -> None:
        """Use channel routes instead of the interaction's."""
        await interaction.response.defer(ephemeral=True)
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        async with channel.typing():
            message = await channel.send("base note")
        thread = await message.create_thread(name="log")
        for number in range(notes):
            await thread.send(f"line {number}")
        await message.edit(content="base note, edited")
        gone = await channel.send("to be deleted")
        await gone.delete()
        await interaction.user.send("hello in private")
        names = [m.content async for m in channel.history(limit=3)]
        await interaction.followup.send(f"done after {names[0]}", ephemeral=True)

    @app_commands.command(description="Answer too late")
    async def slow(self, interaction: discord.Interaction[Any], seconds: float) -> None:
        """Wait, then try to answer."""
        await asyncio.sleep(seconds)
        await interaction.response.send_message("late")


def main() -> None:
    """Run until killed."""
    env = dict(os.environ)
    use_endpoints(env)
    SampleBot(Path(env["STATIONMASTER_DATA"])).run(env["DISCORD_TOKEN"], root_logger=True)


if __name__ == "__main__":
    main()
