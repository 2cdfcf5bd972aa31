"""System players, training

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

from soker_discord.store.types import UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("person") as batch:
        batch.add_column(sa.Column("strength", sa.String(), nullable=True))
        batch.create_index("uq_person_strength_name", ["strength", "name"], unique=True)
    with op.batch_alter_table("table") as batch:
        batch.add_column(sa.Column("mode", sa.String(), nullable=False, server_default="people"))
    with op.batch_alter_table("seat") as batch:
        batch.add_column(sa.Column("strength", sa.String(), nullable=True))
    with op.batch_alter_table("game") as batch:
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
