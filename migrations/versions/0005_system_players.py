"""System players, training

Revision ID: 0005
Revises: 0004
"""

from contextlib import AbstractContextManager

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

from soker_discord.store.types import UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def _lasting(table: str) -> AbstractContextManager[BatchOperations]:
    """Change a table so that SQLite never gives an id a second time, as PostgreSQL never does."""
    if op.get_bind().dialect.name != "sqlite":
        return op.batch_alter_table(table)
    return op.batch_alter_table(table, recreate="always", table_kwargs={"sqlite_autoincrement": True})


def upgrade() -> None:
    with op.batch_alter_table("person") as batch:
        batch.add_column(sa.Column("strength", sa.String(), nullable=True))
        batch.create_index("uq_person_strength_name", ["strength", "name"], unique=True)
    with _lasting("table") as batch:
        batch.add_column(sa.Column("mode", sa.String(), nullable=False, server_default="people"))
    with op.batch_alter_table("seat") as batch:
        batch.add_column(sa.Column("strength", sa.String(), nullable=True))
    with _lasting("game") as batch:
        batch.add_column(sa.Column("act_at", UtcDateTime(), nullable=True))
        batch.create_index("ix_game_act_at", ["act_at"])


def downgrade() -> None:
    with op.batch_alter_table("game") as batch:
        batch.drop_index("ix_game_act_at")
        batch.drop_column("act_at")
    with op.batch_alter_table("seat") as batch:
        batch.drop_column("strength")
    with op.batch_alter_table("table") as batch:
        batch.drop_column("mode")
    with op.batch_alter_table("person") as batch:
        batch.drop_index("uq_person_strength_name")
        batch.drop_column("strength")
