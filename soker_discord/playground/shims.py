"""Every change made to simcord's code and to its page, in one place. All rest on names simcord does not promise.

The pinned version is checked when this module is imported, each change of the page's texts when it is served;
tests/soker_discord/playground checks the behaviour.
"""

from __future__ import annotations

import json
from urllib.parse import unquote

import linkify_it  # noqa: F401 - the page needs it; where it is missing, say so when the playground is imported
import regex  # noqa: F401
import simcord
import simcord.http.client as transport

SIMCORD = "3.2.1"
_quoted_path = transport._path_of


class SimcordChanged(Exception):
    """simcord is not the one that the playground was made for."""


def check_version() -> None:
    """Refuse any simcord but the one that the shims were written for."""
    if simcord.__version__ != SIMCORD:
        raise SimcordChanged(f"the playground needs simcord {SIMCORD}, found {simcord.__version__}")


def path_on_the_wire(url: str) -> str:
    """A request's path as Discord gets it: ``@original`` is quoted by discord.py and unquoted by its HTTP client."""
    return unquote(_quoted_path(url))


def unquote_paths() -> None:
    """Let simcord see paths as they are on the wire. Calling it again changes nothing."""
    transport._path_of = path_on_the_wire


# A page opens as ?viewer=NAME, so a reload keeps the person; picking another one changes the address. The capability
# comes with the script instead of the address: the server answers its own pages only (Host and Origin are checked).
_CAPABILITY = 'const hash = window.location.hash.startsWith("#") ? window.location.hash.slice(1) : "";'
_OPEN = 'request("/api/pages", "POST", {}, null)'
_OPEN_AS = 'request("/api/pages", "POST", { viewer_id: new URLSearchParams(location.search).get("viewer") }, null)'
_PICK = 'ui.viewer.addEventListener("change", () => dispatch("viewer", { viewer_id: ui.viewer.value }));'
_PICK_AND_KEEP = """ui.viewer.addEventListener("change", () => {
  const address = new URL(location.href);
  address.searchParams.set("viewer", ui.viewer.selectedOptions[0].textContent.trim());
  history.replaceState(null, "", address);
  dispatch("viewer", { viewer_id: ui.viewer.value });
});"""
_RENDERED = "  updatePickers(snapshot);\n  const openKey"
_RENDERED_AND_TITLED = """  updatePickers(snapshot);
  document.title = `${ui.viewer.selectedOptions[0]?.textContent.trim() || "?"} · #${snapshot.channel?.name || ""}`;
  const openKey"""

# The page asks again as soon as it has an answer, and the server holds the answer back until something is new.
_READ = 'read: (signal) => request("/api/state", "GET", undefined, state.contextId, signal),'
_READ_NEWS = (
    "read: (signal) => request(`/api/state?known=${state.pendingAction ? 0 : state.publishedRevision}`,"
    ' "GET", undefined, state.contextId, signal),'
)
_INTERVAL = "failure, interval = 500 }"
_NO_INTERVAL = "failure, interval = 20 }"

# <t:...:R> is drawn once a message; let it tick.
_TIME = 'const time = node("time", "discord-timestamp", rendered);'
_TICKING_TIME = f"""{_TIME} if (style === "R") time.dataset.relative = options.locale || "en-US";"""
_TICK = """
setInterval(() => {
  for (const time of document.querySelectorAll("time[data-relative]")) {
    const seconds = (new Date(time.dateTime) - Date.now()) / 1000, size = Math.abs(seconds);
    const [unit, value] = size < 60 ? ["second", seconds] : size < 3600 ? ["minute", seconds / 60]
      : size < 86400 ? ["hour", seconds / 3600] : ["day", seconds / 86400];
    const format = new Intl.RelativeTimeFormat(time.dataset.relative, { numeric: "auto" });
    time.textContent = format.format(Math.round(value), unit);
  }
}, 500);
"""

# Tools for people who develop a preview, not for those who play in it.
_STYLE = """
#refresh, #capture-open, .session-menu, #inspector-toggle { display: none !important; }
"""


def page_text(path: str, text: str, capability: str) -> str:
    """A static file of the page as the playground serves it."""
    if path == "/app.js":
        text = _replace(text, _CAPABILITY, f"const hash = {json.dumps(capability)};")
        text = _replace(text, _OPEN, _OPEN_AS)
        text = _replace(text, _PICK, _PICK_AND_KEEP)
        text = _replace(text, _RENDERED, _RENDERED_AND_TITLED)
        return _replace(text, _READ, _READ_NEWS)
    if path == "/session.js":
        return _replace(text, _INTERVAL, _NO_INTERVAL)
    if path == "/text.js":
        return _replace(text, _TIME, _TICKING_TIME) + _TICK
    if path == "/preview.css":
        return text + _STYLE
    return text


def _replace(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise SimcordChanged(f"simcord's page no longer holds {old!r} once")
    return text.replace(old, new)


check_version()
