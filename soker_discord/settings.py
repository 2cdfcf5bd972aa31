"""Settings, read from the environment or a ``.env`` file; ``soker settings`` lists them."""

from __future__ import annotations

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting of the bot. The name in the environment is the field's name in capitals."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = Field(
        default=None, description="The bot's token from the Discord developer portal. Needed by `soker bot` only."
    )
    database_url: SecretStr = Field(
        default=SecretStr("sqlite:///soker.db"),
        description="Where everything is kept: sqlite:///FILE, or postgres://USER:PASSWORD@HOST/NAME.",
    )
    log_level: str = Field(default="INFO", description="DEBUG, INFO, WARNING or ERROR.")
    playground_port: int = Field(default=8765, ge=0, le=65535, description="The local port of `soker play`.")
