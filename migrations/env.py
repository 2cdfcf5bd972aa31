"""Alembic's environment: the connection comes from the caller, the models from the store."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import soker_discord.store.ladder_models
import soker_discord.store.models  # noqa: F401

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
