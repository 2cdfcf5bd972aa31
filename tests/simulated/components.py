"""What a message shows: its buttons, menus and words, found at any depth of a Components V2 layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, ComponentType

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a person sees it. A link has a ``url`` and no ``custom_id``."""

    custom_id: str | None
    label: str
    emoji: str
    style: int
    disabled: bool
    url: str | None


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu."""

    value: str
    label: str
    description: str
    emoji: str
    default: bool


@dataclass(frozen=True, slots=True)
class Select:
    """A menu; ``options`` is empty for menus of people, roles and channels."""

    custom_id: str
    kind: ComponentType
    placeholder: str
    options: tuple[Option, ...]
    least: int
    most: int
    disabled: bool

    @property
    def values(self) -> list[str]:
        """The values that may be chosen, in order."""
        return [option.value for option in self.options]


def buttons(components: Iterable[Payload]) -> list[Button]:
    """Every button, in reading order."""
    return [
        Button(
            component.get("custom_id"),
            component.get("label") or "",
            _emoji(component),
            component.get("style", 0),
            bool(component.get("disabled")),
            component.get("url"),
        )
        for component in _of_type(components, ComponentType.BUTTON)
    ]


def selects(components: Iterable[Payload]) -> list[Select]:
    """Every menu, in reading order. Works for the components of a modal too."""
    return [_select(component) for component in _of_type(components, *SELECT_TYPES)]


def text(components: Iterable[Payload]) -> str:
    """Every text display, in reading order, one a line."""
    return "\n".join(component["content"] for component in _of_type(components, ComponentType.TEXT_DISPLAY))


def with_control(message: Payload, data: Payload) -> Payload:
    """The message payload, with the control that ``data`` names added where the message no longer has it."""
    if any(component.get("custom_id") == data["custom_id"] for component in walk_components(message["components"])):
        return message
    control: Payload = {"type": data["component_type"], "custom_id": data["custom_id"]}
    if data["component_type"] == ComponentType.BUTTON:
        control |= {"style": 1, "label": "?"}
    else:
        control["options"] = [{"value": value, "label": value} for value in data["values"]]
    row = {"type": int(ComponentType.ACTION_ROW), "components": [control]}
    return message | {"components": [*message["components"], row]}


def _of_type(components: Iterable[Payload], *types: ComponentType) -> Iterator[Payload]:
    return (component for component in walk_components(list(components)) if component.get("type") in types)


def _emoji(component: Payload) -> str:
    return (component.get("emoji") or {}).get("name") or ""


def _select(component: Payload) -> Select:
    options = tuple(
        Option(
            option["value"],
            option["label"],
            option.get("description") or "",
            _emoji(option),
            bool(option.get("default")),
        )
        for option in component.get("options") or []
    )
    return Select(
        component["custom_id"],
        ComponentType(component["type"]),
        component.get("placeholder") or "",
        options,
        component.get("min_values", 1),
        component.get("max_values", 1),
        bool(component.get("disabled")),
    )
