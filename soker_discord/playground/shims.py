"""Every change made to simcord's code and to its page, in one place. All rest on names simcord does not promise.

The pinned version is checked when this module is imported, each change of the page's texts when it is served;
tests/soker_discord/playground checks the behaviour.
"""

from __future__ import annotations

import copy
import functools
import html
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import linkify_it  # noqa: F401 - the page needs it; where it is missing, say so when the playground is imported
import regex  # noqa: F401
import simcord
import simcord.http.client as transport
import simcord.preview._markdown as markdown

SIMCORD = "3.2.1"
Tokens = list[dict[str, Any]]
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


def remembering(read: Callable[..., Tokens], most: int = 2000) -> Callable[..., Tokens]:
    """Read each text only once: every publication of a page reads the markdown of all its messages again."""
    known: dict[tuple[str, str, str], Tokens] = {}

    @functools.wraps(read)
    def tokens(value: object, profile: str = "message", *, context: Mapping[str, object] | None = None) -> Tokens:
        if value is None:
            return []
        key = (str(value), profile, repr(context))
        if key not in known:
            if len(known) >= most:
                known.clear()
            known[key] = read(value, profile, context=context)
        return copy.deepcopy(known[key])

    return tokens


def remember_markdown() -> None:
    """Let every module of the preview read markdown through one memory. Calling it again changes nothing."""
    original = markdown.markdown_tokens
    if hasattr(original, "__wrapped__"):
        return
    replacement = remembering(original)
    for name, module in list(sys.modules.items()):
        if name.startswith("simcord.preview") and getattr(module, "markdown_tokens", None) is original:
            setattr(module, "markdown_tokens", replacement)  # noqa: B010 - a module's name, found at run time


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
  showOtherPeople();
  document.title = `${ui.viewer.selectedOptions[0]?.textContent.trim() || "?"} · #${snapshot.channel?.name || ""}`;
  const openKey"""
_START = "\nbootstrap();"

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

# Enter runs a command that needs no options, as it does on Discord, instead of picking the first option.
_HIGHLIGHTED = "if (listItems.length) suggestionListbox.setActive(0, { scroll: false });"
_NOT_OPTIONAL = "if (listItems.length && !optional) suggestionListbox.setActive(0, { scroll: false });"

# What went well needs no words; what did not is said.
_DONE = 'return labels[kind || ""] || "Action completed";'
_READY = 'ready ? "Preview ready" : "Loading preview…"'
_LOADING = 'ready ? "" : "Loading…"'

_BRAND = "<span><strong>SimCord</strong><small>Preview</small></span>"
_OURS = "<span><strong>Soker</strong><small>Playground</small></span>"
_WHO = ">Viewing as\n"
_YOU_ARE = ">You are\n"
_TITLE = "<title>SimCord Preview</title>"
_OUR_TITLE = "<title>Soker</title>"
_EMPTY = '<p id="channel-empty" class="channel-empty" hidden>No messages in this channel.</p>'
_PAGE = Path(__file__).with_name("page")


def page_text(path: str, text: str, *, capability: str, first: str) -> str:
    """A static file of the page as the playground serves it. ``first`` is the command that people begin with."""
    match path:
        case "/":
            for old, new in ((_TITLE, _OUR_TITLE), (_BRAND, _OURS), (_WHO, _YOU_ARE)):
                text = _replace(text, old, new)
            return _replace(text, _EMPTY, _ours("welcome.html").replace("%FIRST%", html.escape(first)))
        case "/app.js":
            text = _replace(text, _CAPABILITY, f"const hash = {json.dumps(capability)};")
            text = _replace(text, _OPEN, _OPEN_AS)
            text = _replace(text, _PICK, _PICK_AND_KEEP)
            text = _replace(text, _RENDERED, _RENDERED_AND_TITLED)
            text = _replace(text, _START, _ours("tabs.js") + _START)
            return _replace(text, _READ, _READ_NEWS)
        case "/actions.js":
            return _replace(_replace(text, _DONE, 'return "";'), _READY, _LOADING)
        case "/session.js":
            return _replace(text, _INTERVAL, _NO_INTERVAL)
        case "/commands.js":
            return _replace(text, _HIGHLIGHTED, _NOT_OPTIONAL)
        case "/text.js":
            return _replace(text, _TIME, _TICKING_TIME) + _TICK
        case "/preview.css":
            return text + _ours("style.css")
        case _:
            return text


def _ours(name: str) -> str:
    return (_PAGE / name).read_text("utf-8")


def _replace(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise SimcordChanged(f"simcord's page no longer holds {old!r} once")
    return text.replace(old, new)


check_version()
