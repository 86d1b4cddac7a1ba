"""What exists on the simulated Discord: users, guilds, roles, channels, threads and permissions."""

from __future__ import annotations

from .wire import DM, GUILD_TEXT, THREAD, THREAD_KINDS, ApiError, Json, now, snowflake

VIEW, SEND, EMBED, ATTACH, HISTORY, COMMANDS = 1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16, 1 << 31
PUBLIC_THREADS, THREAD_SEND, REACT, MANAGE_MESSAGES, MANAGE_THREADS = (
    1 << 35,
    1 << 38,
    1 << 6,
    1 << 13,
    1 << 34,
)
ADMINISTRATOR = 1 << 3
EVERYTHING = (1 << 53) - 1
MEMBER = VIEW | SEND | EMBED | ATTACH | HISTORY | COMMANDS | PUBLIC_THREADS | THREAD_SEND | REACT


class World:
    """The state that outlives the bot process; every record has the shape Discord sends."""

    def __init__(self, bot_name: str) -> None:
        self.bot = _user(bot_name, bot=True)
        self.users: dict[str, Json] = {self.bot["id"]: self.bot}
        self.guilds: dict[str, Json] = {}
        self.channels: dict[str, Json] = {}

    @property
    def app_id(self) -> str:
        """The application's id, which is also the bot user's id."""
        bot_id: str = self.bot["id"]
        return bot_id

    def add_user(self, name: str) -> Json:
        """A new human user."""
        user = _user(name)
        self.users[user["id"]] = user
        return user

    def add_guild(self, name: str) -> Json:
        """A new guild that holds the bot and nobody else."""
        guild = _guild(name)
        self.guilds[guild["id"]] = guild
        role = _role("Bot", MEMBER | MANAGE_MESSAGES | MANAGE_THREADS)
        role.update(managed=True, position=1, tags={"bot_id": self.app_id})
        guild["roles"].append(role)
        self.join(guild, self.bot, [role["id"]])
        return guild

    def join(self, guild: Json, user: Json, roles: list[str] | None = None) -> Json:
        """Make `user` a member of `guild`."""
        member: Json = {"user": user, "nick": None, "avatar": None, "roles": roles or [], "joined_at": now()}
        member.update(deaf=False, mute=False, flags=0, pending=False)
        guild["members"].append(member)
        # equal to the number of members sent, so that the client does not ask for chunks
        guild["member_count"] = len(guild["members"])
        return member

    def add_role(self, guild: Json, name: str, permissions: int) -> Json:
        """A new role in `guild`."""
        role = _role(name, permissions)
        guild["roles"].append(role)
        return role

    def add_channel(self, guild: Json, name: str, kind: int = GUILD_TEXT) -> Json:
        """A new channel in `guild`."""
        channel: Json = {"id": snowflake(), "type": kind, "guild_id": guild["id"], "name": name, "flags": 0}
        channel.update(position=len(guild["channels"]), permission_overwrites=[], parent_id=None, nsfw=False)
        channel.update(topic=None, last_message_id=None, rate_limit_per_user=0)
        guild["channels"].append(channel)
        self.channels[channel["id"]] = channel
        return channel

    def add_thread(self, parent: Json, name: str, message_id: str | None, archive: int) -> Json:
        """A new public thread below `parent`, from a message if one is given."""
        stamp = now()
        metadata: Json = {"archived": False, "locked": False, "auto_archive_duration": archive}
        metadata.update(archive_timestamp=stamp, create_timestamp=stamp)
        thread: Json = {"id": message_id or snowflake(), "type": THREAD, "guild_id": parent["guild_id"]}
        thread.update(parent_id=parent["id"], owner_id=self.app_id, name=name, last_message_id=None, flags=0)
        thread.update(message_count=0, member_count=1, total_message_sent=0, rate_limit_per_user=0)
        thread.update(thread_metadata=metadata)
        thread["member"] = {"id": thread["id"], "user_id": self.app_id, "join_timestamp": stamp, "flags": 0}
        self.channels[thread["id"]] = thread
        self.guilds[parent["guild_id"]]["threads"].append(thread)
        return thread

    def dm(self, user_id: str) -> Json:
        """The direct channel between the bot and a user, made when it does not exist."""
        for channel in self.channels.values():
            if channel["type"] == DM and channel["recipients"][0]["id"] == user_id:
                return channel
        if user_id not in self.users:
            raise ApiError(400, 50033, "Invalid Recipient(s)")
        channel = {"id": snowflake(), "type": DM, "recipients": [self.users[user_id]], "flags": 0}
        channel.update(last_message_id=None, closed=False)
        self.channels[channel["id"]] = channel
        return channel

    def channel(self, channel_id: str) -> Json:
        """A channel by id, or error 10003."""
        if channel_id not in self.channels:
            raise ApiError(404, 10003, "Unknown Channel")
        return self.channels[channel_id]

    def guild(self, guild_id: str) -> Json:
        """A guild by id, or error 10004."""
        if guild_id not in self.guilds:
            raise ApiError(404, 10004, "Unknown Guild")
        return self.guilds[guild_id]

    def user(self, user_id: str) -> Json:
        """A user by id, or error 10013."""
        if user_id not in self.users:
            raise ApiError(404, 10013, "Unknown User")
        return self.users[user_id]

    def member(self, guild_id: str, user_id: str) -> Json:
        """A member of a guild, or error 10007."""
        for member in self.guild(guild_id)["members"]:
            if member["user"]["id"] == user_id:
                found: Json = member
                return found
        raise ApiError(404, 10007, "Unknown Member")

    def permissions(self, guild_id: str, user_id: str, channel: Json | None = None) -> int:
        """The permission bits of a member, in a channel if one is given."""
        guild, member = self.guild(guild_id), self.member(guild_id, user_id)
        if guild["owner_id"] == user_id:
            return EVERYTHING
        mine = {guild_id, *member["roles"]}
        bits = 0
        for role in guild["roles"]:
            bits |= int(role["permissions"]) if role["id"] in mine else 0
        if bits & ADMINISTRATOR:
            return EVERYTHING
        if channel is None:
            return bits
        if channel["type"] in THREAD_KINDS:
            channel = self.channels[channel["parent_id"]]
        return _overwritten(bits, channel["permission_overwrites"], [guild_id], member["roles"], [user_id])

    def require(self, channel: Json, *bits: int) -> None:
        """Raise error 50013 unless the bot has all `bits` in `channel`."""
        if "guild_id" not in channel:
            return
        have = self.permissions(channel["guild_id"], self.app_id, channel)
        if not have & VIEW:
            raise ApiError(403, 50001, "Missing Access")
        if any(not have & bit for bit in bits):
            raise ApiError(403, 50013, "Missing Permissions")


def _overwritten(bits: int, overwrites: list[Json], *layers: list[str]) -> int:
    for layer in layers:
        allow = deny = 0
        for overwrite in overwrites:
            if overwrite["id"] in layer:
                allow, deny = allow | int(overwrite["allow"]), deny | int(overwrite["deny"])
        bits = bits & ~deny | allow
    return bits


def _user(name: str, bot: bool = False) -> Json:
    user: Json = {"id": snowflake(), "username": name.lower().replace(" ", "_"), "discriminator": "0"}
    return {**user, "global_name": None if bot else name, "avatar": None, "bot": bot, "public_flags": 0}


def _role(name: str, permissions: int, role_id: str | None = None) -> Json:
    colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    role: Json = {"id": role_id or snowflake(), "name": name, "color": 0, "colors": colours, "hoist": False}
    role.update(position=0, permissions=str(permissions), managed=False, mentionable=False, flags=0)
    return role


def _guild(name: str) -> Json:
    guild_id = snowflake()
    guild: Json = {"id": guild_id, "name": name, "icon": None, "owner_id": "1", "unavailable": False}
    guild.update(
        verification_level=0, default_message_notifications=0, explicit_content_filter=0, mfa_level=0
    )
    guild.update(nsfw_level=0, premium_tier=0, preferred_locale="en-GB", afk_timeout=300, large=False)
    guild.update(system_channel_flags=0, joined_at=now(), roles=[_role("@everyone", MEMBER, guild_id)])
    lists = (
        "features emojis stickers voice_states presences stage_instances guild_scheduled_events "
        "soundboard_sounds channels threads members"
    )
    guild.update({key: [] for key in lists.split()})
    return guild
