"""Tournaments

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

from soker_discord.store.types import UtcDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("first_starter", sa.Integer(), nullable=False),
        sa.Column("unrated", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["table.id"], name=op.f("fk_tournament_table_id_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
        sa.UniqueConstraint("table_id", "number", name=op.f("uq_tournament_table_id_number")),
    )
    with op.batch_alter_table("table") as batch:
        batch.add_column(sa.Column("games", sa.Integer(), nullable=False, server_default="1"))
        batch.add_column(sa.Column("ranked", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch.add_column(sa.Column("break_ends", UtcDateTime(), nullable=True))
    with op.batch_alter_table("game") as batch:
        batch.add_column(sa.Column("tournament_id", sa.Integer(), nullable=True))
        batch.add_column(sa.Column("round", sa.Integer(), nullable=False, server_default="1"))
        batch.create_foreign_key(op.f("fk_game_tournament_id_tournament"), "tournament", ["tournament_id"], ["id"])
        batch.create_index(op.f("ix_game_tournament_id"), ["tournament_id"])
    with op.batch_alter_table("table") as batch:
        batch.alter_column("games", server_default=None)
        batch.alter_column("ranked", server_default=None)
    with op.batch_alter_table("game") as batch:
        batch.alter_column("round", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("game") as batch:
        batch.drop_index(op.f("ix_game_tournament_id"))
        batch.drop_constraint(op.f("fk_game_tournament_id_tournament"), type_="foreignkey")
        batch.drop_column("round")
        batch.drop_column("tournament_id")
    with op.batch_alter_table("table") as batch:
        batch.drop_column("break_ends")
        batch.drop_column("ranked")
        batch.drop_column("games")
    op.drop_table("tournament")
