"""gettext for one reader."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent
DOMAIN = "soker"


class Speech:
    """Sentences in one language. Call it with an English sentence; ``{names}`` are filled after translation."""

    def __init__(self, translations: gettext.NullTranslations) -> None:
        self._translations = translations

    def __call__(self, text: str, /, **values: object) -> str:
        return self._translations.gettext(text).format(**values) if text else ""

    def plural(self, one: str, many: str, count: int, /, **values: object) -> str:
        """The sentence for ``count`` things; ``{count}`` is filled too."""
        return self._translations.ngettext(one, many, count).format(count=count, **values)

    def fill(self, text: str, values: Mapping[str, object]) -> str:
        """A sentence that came with its values from elsewhere (a refusal, an illegal move)."""
        return self(text, **values)


@lru_cache
def speech(locale: str = "en") -> Speech:
    """The speech of a locale as Discord writes it (``en-US``, ``ru``); English where there is no catalogue."""
    languages = [locale.replace("-", "_"), locale.split("-")[0]]
    return Speech(gettext.translation(DOMAIN, FOLDER, languages=languages, fallback=True))
