"""How a person's input becomes the data of an interaction, refusing what no client would send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .views import BUTTON, Component, DriverError, Message, modal_inputs
from .wire import Json

if TYPE_CHECKING:
    from .server import LoopbackServer

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = 1, 2, 3, 4, 5, 6, 7, 8, 10
TEXT_INPUT, STRING_SELECT, CHECKBOX, RADIO, CHECKBOX_GROUP = 4, 3, 23, 21, 22


def command_data(
    server: LoopbackServer, channel: Json, command: str, options: dict[str, Any], focused: str | None = None
) -> Json:
    """The data of a slash command or of its autocompletion."""
    guild_id = channel.get("guild_id", "")
    root, *path = command.removeprefix("/").split()
    record = _registered(server, guild_id, root)
    level, wraps = record["options"], []
    for part in path:
        step = next((o for o in level if o["name"] == part and o["type"] in (SUBCOMMAND, GROUP)), None)
        if step is None:
            raise DriverError(f"{command}: no {part!r} among {[o['name'] for o in level]}")
        wraps.append(step)
        level = step.get("options", [])
    resolved: Json = {}
    filled = _options(server, guild_id, command, level, options, focused, resolved)
    for wrap in reversed(wraps):
        filled = [{"name": wrap["name"], "type": wrap["type"], "options": filled}]
    data = {"id": record["id"], "name": root, "type": 1, "options": filled}
    extra = {"guild_id": record["guild_id"]} if "guild_id" in record else {}
    return {**data, **extra, **({"resolved": resolved} if resolved else {})}


def _registered(server: LoopbackServer, guild_id: str, name: str) -> Json:
    known = [*server.rest.commands[guild_id], *server.rest.commands[""]]
    for command in known:
        if command["name"] == name and command["type"] == 1:
            return command
    raise DriverError(f"/{name} is not registered; there are {[c['name'] for c in known]}")


def _options(
    server: LoopbackServer,
    guild_id: str,
    command: str,
    known: list[Json],
    given: dict[str, Any],
    focused: str | None,
    resolved: Json,
) -> list[Json]:
    by_name = {o["name"]: o for o in known}
    unknown = sorted(set(given) - set(by_name))
    missing = [o["name"] for o in known if o.get("required") and o["name"] not in given]
    if unknown or (missing and focused is None):
        raise DriverError(f"{command}: unknown {unknown}, missing {missing}; options are {sorted(by_name)}")
    filled = []
    for name, value in given.items():
        option = by_name[name]
        if name != focused:
            _check_value(command, option, value)
        entry = {
            "name": name,
            "type": option["type"],
            "value": _resolved(server, guild_id, option, value, resolved),
        }
        filled.append({**entry, "focused": True} if name == focused else entry)
    return filled


def _check_value(command: str, option: Json, value: Any) -> None:
    allowed = [c["value"] for c in option.get("choices") or []]
    low, high = option.get("min_value"), option.get("max_value")
    types: dict[int, Any] = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: (int, float)}
    wrong = not isinstance(value, types.get(option["type"], object))
    wrong |= bool(allowed) and value not in allowed
    wrong |= (low is not None and value < low) or (high is not None and value > high)
    if wrong:
        raise DriverError(
            f"{command}: {option['name']}={value!r} not accepted; choices {allowed}, from {low} to {high}"
        )


def _resolved(server: LoopbackServer, guild_id: str, option: Json, value: Any, resolved: Json) -> Any:
    if option["type"] == USER:
        resolved.setdefault("users", {})[value.id] = value.user
        if guild_id:
            member = {k: v for k, v in server.world.member(guild_id, value.id).items() if k != "user"}
            member["permissions"] = str(server.world.permissions(guild_id, value.id))
            resolved.setdefault("members", {})[value.id] = member
        return value.id
    if option["type"] == CHANNEL:
        resolved.setdefault("channels", {})[value["id"]] = {**value, "permissions": "0"}
        return value["id"]
    if option["type"] == ROLE:
        resolved.setdefault("roles", {})[value["id"]] = value
        return value["id"]
    return value


def component_data(server: LoopbackServer, message: Message, component: Component, values: list[str]) -> Json:
    """The data of a click (no values) or of a choice in a select."""
    if component.disabled:
        raise DriverError(f"{component.label or component.custom_id!r} is disabled")
    if not component.custom_id:
        raise DriverError(f"{component.label!r} is a link")
    data: Json = {
        "custom_id": component.custom_id,
        "component_type": component.kind,
        "id": component.raw["id"],
    }
    if component.kind == BUTTON:
        return data
    data["values"] = values = component_values(component, values)
    if component.kind in (5, 7):
        guild_id = server.world.channel(message.channel_id)["guild_id"]
        members = {v: {**server.world.member(guild_id, v), "permissions": "0"} for v in values}
        data["resolved"] = {"users": {v: server.world.user(v) for v in values}, "members": members}
    return data


def component_values(select: Component, values: list[str]) -> list[str]:
    """The values to send for a choice in a select, given by value or by label."""
    if select.kind == STRING_SELECT:
        values = [_option_value(select, v) for v in values]
    low, high = select.raw.get("min_values", 1), select.raw.get("max_values", 1)
    if not low <= len(values) <= high:
        raise DriverError(f"{len(values)} values chosen; {low} to {high} are allowed")
    return values


def _option_value(select: Component, wanted: str) -> str:
    if wanted in select.values:
        return wanted
    found = [str(o["value"]) for o in select.options if o["label"] == wanted]
    if len(found) != 1:
        labels = [o["label"] for o in select.options]
        raise DriverError(f"{wanted!r} is neither a value nor one label of {select.values} / {labels}")
    return found[0]


def modal_data(modal: Json, values: dict[str, Any]) -> Json:
    """The data of a submitted modal; inputs that are not named keep what they show."""
    _known(modal, values)
    return {"custom_id": modal["custom_id"], "components": _fill(modal["components"], values, "")}


def modal_values(modal: Json, values: dict[str, Any]) -> dict[str, Any]:
    """The same input by custom id: text, or the list of what is chosen."""
    _known(modal, values)
    filled = {}
    for label, part in modal_inputs(modal["components"]):
        given = _input(part, values, label)
        filled[part["custom_id"]] = given["value"] if "value" in given else given["values"]
    return filled


def _known(modal: Json, values: dict[str, Any]) -> None:
    names = {name for label, raw in modal_inputs(modal["components"]) for name in (label, raw["custom_id"])}
    if set(values) - names:
        raise DriverError(f"no input {sorted(set(values) - names)} in the modal; there are {sorted(names)}")


def _fill(parts: list[Json], values: dict[str, Any], label: str) -> list[Json]:
    filled = []
    for number, part in enumerate(parts, 1):
        entry: Json = {"type": part["type"], "id": part.get("id", number)}
        if "components" in part:
            entry["components"] = _fill(part["components"], values, label)
        elif "component" in part:
            entry["component"] = _fill([part["component"]], values, part.get("label", ""))[0]
        elif "custom_id" in part:
            entry.update(custom_id=part["custom_id"], **_input(part, values, part.get("label") or label))
        filled.append(entry)
    return filled


def _input(part: Json, values: dict[str, Any], label: str) -> Json:
    given = values.get(part["custom_id"], values.get(label))
    if part["type"] == TEXT_INPUT:
        text = str(part.get("value") or "" if given is None else given)
        low = part.get("min_length") or int(part.get("required", True))
        high = part.get("max_length") or 4000
        if (text and not low <= len(text) <= high) or (not text and part.get("required", True)):
            raise DriverError(f"{label}: {text!r} must have {low} to {high} characters")
        return {"value": text}
    if part["type"] in (CHECKBOX, RADIO):
        return {"value": given if given is not None else part.get("default")}
    if part["type"] == STRING_SELECT and given is not None:
        chosen = [given] if isinstance(given, str) else list(given)
        return {"values": [_option_value(Component(part), v) for v in chosen]}
    return {"values": list(given or [])}
