"""Tabs of the playground's page without a browser: what its script sends and gets."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from typing import Any

from aiohttp import ClientSession

from soker_discord.playground.server import Playground

BUTTON, MENU = 2, 3
ROUNDS = 20
"""How often news are asked for before a test gives up; each is held for up to a second and a half."""


class Tab:
    """One person's tab."""

    def __init__(self, http: ClientSession, origin: str, capability: str) -> None:
        self._http = http
        self._origin = origin
        self._headers = {"X-Simcord-Capability": capability}
        self._sequence = 0
        self.snapshot: dict[str, Any] = {}

    @classmethod
    async def open(cls, http: ClientSession, playground: Playground, person: str) -> Tab:
        """Open the page as a browser does: its script brings the capability, the address names the person."""
        origin = playground.address.rstrip("/")
        async with http.get(f"{origin}/app.js") as response:
            found = re.search(r"const hash = (\".+?\");", await response.text())
        assert found is not None
        tab = cls(http, origin, json.loads(found[1]))
        tab.snapshot = await tab._ask("POST", "/api/pages", {"viewer_id": person})
        tab._headers["X-Simcord-Context"] = tab.snapshot["context"]["id"]
        return tab

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        async with self._http.request(method, f"{self._origin}{path}", json=body, headers=self._headers) as response:
            assert response.status == 200, (path, response.status, await response.text())
            return await response.json()

    @property
    def revision(self) -> int:
        return self.snapshot["publishedRevision"]

    @property
    def messages(self) -> list[dict[str, Any]]:
        """What the person sees, oldest first."""
        return [self.snapshot["messages"][key] for key in self.snapshot["timeline"]]

    @property
    def text(self) -> str:
        """All that the person reads in messages."""
        return "\n".join(_content(message) for message in self.messages)

    async def news(self) -> None:
        """Ask what is new, as the page does without end; the server answers when something is, or after a while."""
        self.snapshot = await self._ask("GET", f"/api/state?known={self.revision}")

    async def wait_for(self, words: str) -> None:
        """Ask for news until the person reads these words."""
        for _ in range(ROUNDS):
            if words in self.text:
                return
            await self.news()
        raise AssertionError(f"{words!r} is not in {self.text!r}")

    async def run(self, name: str, **options: Any) -> dict[str, Any]:
        """Run a slash command."""
        catalog = await self._ask("GET", "/api/commands")
        entry = next(entry for entry in catalog["entries"] if entry["invocation"] == name)
        return await self._act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    async def click(self, label: str) -> dict[str, Any]:
        """Press the newest button of that label, as soon as it is there."""
        return await self._act("click", **await self._control(BUTTON, "label", label))

    async def choose(self, placeholder: str, *values: str) -> dict[str, Any]:
        """Choose in the newest menu of that placeholder, as soon as it is there."""
        return await self._act("select", values=list(values), **await self._control(MENU, "placeholder", placeholder))

    async def _control(self, kind: int, field: str, wanted: str) -> dict[str, str]:
        for _ in range(ROUNDS):
            for message in reversed(self.messages):
                for component in _components(message["components"]):
                    if component["type"] == kind and component.get(field) == wanted:
                        return {"target_id": str(message["id"]), "control_key": component["control_key"]}
            await self.news()
        raise AssertionError(f"nothing like {wanted!r}")

    async def _act(self, kind: str, **body: Any) -> dict[str, Any]:
        self._sequence += 1
        return await self._ask(
            "POST",
            "/api/action",
            {
                "protocol_version": 3,
                "sequence": self._sequence,
                "request_id": uuid.uuid4().hex,
                "generation": self.snapshot["context"]["generation"],
                "bot_generation": self.snapshot["botGeneration"],
                "published_revision": self.revision,
                "kind": kind,
                **body,
            },
        )


def _components(items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for item in items:
        yield item
        yield from _components(item.get("components", []))
        if "accessory" in item:
            yield item["accessory"]


def _content(message: dict[str, Any]) -> str:
    texts = [item["content"] for item in _components(message["components"]) if "content" in item]
    return "\n".join([message.get("content") or "", *texts])
