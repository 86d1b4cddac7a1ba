"""Discord's documented limits on messages, modals, autocompletion and commands, as error 50035."""

from __future__ import annotations

import re

from .wire import V2, Json, invalid_form, walk

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT, GALLERY, CONTAINER = 1, 2, 3, 4, 9, 10, 12, 17
SELECTS = (3, 5, 6, 7, 8)
LINK_STYLE = 5
CLASSIC_ROWS, V2_COMPONENTS, V2_CHARACTERS = 5, 40, 4000
COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")


def need(ok: bool, path: str, message: str) -> None:
    """Raise error 50035 at `path` unless `ok`."""
    if not ok:
        raise invalid_form(path, message)


def need_length(value: str, low: int, high: int, path: str) -> None:
    """Raise error 50035 at `path` unless `value` has `low` to `high` characters."""
    need(
        low <= len(value) <= high,
        path,
        f"Must be {low} to {high} in length, not {len(value)}: {value[:60]!r}",
    )


def check_message(data: Json, flags: int, file_count: int) -> None:
    """A message as it is sent or edited; `flags` are those it has afterwards."""
    need_length(data.get("content") or "", 0, 2000, "content")
    need(file_count <= 10, "attachments", "Must be 10 or fewer files.")
    _check_embeds(data.get("embeds") or [])
    components = data.get("components") or []
    if flags & V2:
        legacy = data.get("content") or data.get("embeds")
        need(not legacy, "content", "Not allowed together with IS_COMPONENTS_V2.")
        _check_v2(components)
    else:
        need(len(components) <= CLASSIC_ROWS, "components", "Must be 5 or fewer rows.")
        need(all(c["type"] == ROW for c in components), "components", "Only rows without IS_COMPONENTS_V2.")
    _check_ids(components)
    for component in walk(components):
        _check_component(component)


def _check_embeds(embeds: list[Json]) -> None:
    need(len(embeds) <= 10, "embeds", "Must be 10 or fewer.")
    total = 0
    for embed in embeds:
        need_length(embed.get("title", ""), 0, 256, "embeds.title")
        need_length(embed.get("description", ""), 0, 4096, "embeds.description")
        need(len(embed.get("fields", [])) <= 25, "embeds.fields", "Must be 25 or fewer.")
        texts = [
            embed.get("title", ""),
            embed.get("description", ""),
            embed.get("footer", {}).get("text", ""),
        ]
        texts += [f["name"] + f["value"] for f in embed.get("fields", [])]
        total += sum(map(len, texts))
    need(total <= 6000, "embeds", "Embed size exceeds maximum size of 6000.")


def _check_v2(components: list[Json]) -> None:
    everything = list(walk(components))
    need(len(everything) <= V2_COMPONENTS, "components", f"{len(everything)} components, at most 40.")
    characters = sum(len(c.get("content", "")) for c in everything if c["type"] == TEXT)
    need(characters <= V2_CHARACTERS, "components", f"{characters} characters of text, at most 4000.")
    need(
        all(c["type"] not in (BUTTON, *SELECTS) for c in components), "components", "Buttons belong in a row."
    )


def _check_ids(components: list[Json]) -> None:
    ids = [c["custom_id"] for c in walk(components) if "custom_id" in c]
    doubles = sorted({i for i in ids if ids.count(i) > 1})
    need(not doubles, "components", f"Component custom id cannot be duplicated: {doubles}")


def _check_component(component: Json) -> None:
    kind = component["type"]
    if "custom_id" in component:
        need_length(component["custom_id"], 1, 100, "components.custom_id")
    if kind == ROW:
        _check_row(component)
    elif kind == BUTTON:
        need_length(component.get("label") or "", 0, 80, "components.label")
        need(
            bool(component.get("label") or component.get("emoji")),
            "components.label",
            "A button needs a label.",
        )
        need(bool(component.get("custom_id") or component.get("url")), "components.custom_id", "Required.")
    elif kind in SELECTS:
        _check_select(component)
    elif kind == TEXT:
        need_length(component["content"], 1, V2_CHARACTERS, "components.content")
    elif kind == SECTION:
        need(1 <= len(component["components"]) <= 3, "components.section", "Must hold 1 to 3 texts.")
        need("accessory" in component, "components.section", "A section needs an accessory.")
    elif kind == GALLERY:
        need(1 <= len(component["items"]) <= 10, "components.items", "Must hold 1 to 10 items.")
        for item in component["items"]:
            need_length(item.get("description") or "", 0, 256, "components.items.description")
    elif kind == CONTAINER:
        need(bool(component["components"]), "components.container", "A container cannot be empty.")


def _check_row(row: Json) -> None:
    children = row["components"]
    need(1 <= len(children) <= 5, "components.row", f"Must hold 1 to 5, not {len(children)}.")
    wide = [c for c in children if c["type"] != BUTTON]
    need(not wide or len(children) == 1, "components.row", "A select stands alone in its row.")


def _check_select(select: Json) -> None:
    need_length(select.get("placeholder") or "", 0, 150, "components.placeholder")
    if select["type"] != STRING_SELECT:
        return
    options = select["options"]
    need(1 <= len(options) <= 25, "components.options", f"Must hold 1 to 25 options, not {len(options)}.")
    for option in options:
        need_length(option["label"], 1, 100, "components.options.label")
        need_length(option["value"], 1, 100, "components.options.value")
        need_length(option.get("description") or "", 0, 100, "components.options.description")
    values = [o["value"] for o in options]
    need(len(set(values)) == len(values), "components.options", "Option values must differ.")
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    need(
        0 <= low <= high <= len(options), "components.max_values", f"{low}..{high} of {len(options)} options."
    )


def check_modal(modal: Json) -> None:
    """A modal as it is opened."""
    need_length(modal["title"], 1, 45, "data.title")
    need_length(modal["custom_id"], 1, 100, "data.custom_id")
    need(1 <= len(modal["components"]) <= 5, "data.components", "Must hold 1 to 5 parts.")
    _check_ids(modal["components"])
    for part in walk(modal["components"]):
        if part["type"] in (TEXT_INPUT, 18) and part.get("label"):
            need_length(part["label"], 1, 45, "data.components.label")
        if part["type"] == TEXT_INPUT:
            need_length(part.get("placeholder") or "", 0, 100, "data.components.placeholder")
            need_length(part.get("value") or "", 0, part.get("max_length") or 4000, "data.components.value")
        elif part["type"] in SELECTS:
            _check_select(part)


def check_choices(choices: list[Json]) -> None:
    """The answer to an autocompletion."""
    need(len(choices) <= 25, "data.choices", f"Must be 25 or fewer, not {len(choices)}.")
    for choice in choices:
        need_length(str(choice["name"]), 1, 100, "data.choices.name")
        need_length(str(choice["value"]), 1, 100, "data.choices.value")


def check_commands(commands: list[Json]) -> None:
    """All commands of one scope as they are registered together."""
    for kind, most in ((1, 100), (2, 15), (3, 15)):
        count = sum(c.get("type", 1) == kind for c in commands)
        need(count <= most, "commands", f"{count} commands of kind {kind}, at most {most}.")
    for command in commands:
        if command.get("type", 1) == 1:
            _check_command(command, command["name"])


def _check_command(command: Json, path: str) -> None:
    name = command["name"]
    need(bool(COMMAND_NAME.match(name)) and name == name.lower(), path, "Not a valid command name.")
    need_length(command.get("description") or "", 1, 100, path + ".description")
    options = command.get("options", [])
    need(len(options) <= 25, path, f"{len(options)} options, at most 25.")
    need(len(command.get("choices") or []) <= 25, path, "At most 25 choices.")
    required = [bool(o.get("required")) for o in options if o["type"] > 2]
    need(required == sorted(required, reverse=True), path, "Required options come first.")
    for option in options:
        _check_command(option, f"{path}.{option['name']}")
