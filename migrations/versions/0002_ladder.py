"""The ladder

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

from soker_discord.store.types import UtcDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ladder_board",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("spans_servers", sa.Boolean(), nullable=False),
        sa.Column("last_position", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_ladder_board")),
    )
    op.create_table(
        "ladder_event",
        sa.Column("board", sa.String(), nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=False),
        sa.Column("group_key", sa.String(), nullable=False),
        sa.Column("entrants", sa.JSON(), nullable=False),
        sa.Column("unrated", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["board"], ["ladder_board.name"], name=op.f("fk_ladder_event_board_ladder_board")),
        sa.PrimaryKeyConstraint("board", "event", name=op.f("pk_ladder_event")),
        sa.UniqueConstraint("board", "position", name=op.f("uq_ladder_event_board_position")),
    )
    op.create_index("ix_ladder_event_group", "ladder_event", ["board", "group_key", "finished_at"])
    op.create_index("ix_ladder_event_event", "ladder_event", ["event"])
    _create_journal()
    _create_standings()
    op.add_column("person", sa.Column("hidden_from_ladder", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index(
        "ix_person_hidden",
        "person",
        ["id"],
        sqlite_where=sa.text("hidden_from_ladder = 1"),
        postgresql_where=sa.text("hidden_from_ladder"),
    )


def _create_journal() -> None:
    op.create_table(
        "ladder_journal",
        sa.Column("board", sa.String(), nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("entrants", sa.Integer(), nullable=False),
        sa.Column("before_mu", sa.Float(), nullable=False),
        sa.Column("before_sigma", sa.Float(), nullable=False),
        sa.Column("aged_mu", sa.Float(), nullable=False),
        sa.Column("aged_sigma", sa.Float(), nullable=False),
        sa.Column("after_mu", sa.Float(), nullable=False),
        sa.Column("after_sigma", sa.Float(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("met", sa.Integer(), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("last_active", UtcDateTime(), nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("unrated", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["board", "event"],
            ["ladder_event.board", "ladder_event.event"],
            name=op.f("fk_ladder_journal_board_ladder_event"),
        ),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_ladder_journal_person_id_person")),
        sa.PrimaryKeyConstraint("board", "event", "person_id", name=op.f("pk_ladder_journal")),
    )
    op.create_index("ix_ladder_journal_person", "ladder_journal", ["board", "person_id", "position"])


def _create_standings() -> None:
    op.create_table(
        "ladder_standing",
        sa.Column("board", sa.String(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("rank_key", sa.Float(), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("last_active", UtcDateTime(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["board"], ["ladder_board.name"], name=op.f("fk_ladder_standing_board_ladder_board")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_ladder_standing_person_id_person")),
        sa.PrimaryKeyConstraint("board", "person_id", name=op.f("pk_ladder_standing")),
    )
    order = ["rank_key", "person_id", "sigma"]
    op.create_index("ix_ladder_standing_order", "ladder_standing", ["board", *order])
    op.create_index("ix_ladder_standing_season", "ladder_standing", ["board", "season", *order])


def downgrade() -> None:
    with op.batch_alter_table("person") as batch:
        batch.drop_index("ix_person_hidden")
        batch.drop_column("hidden_from_ladder")
    for table in ("ladder_standing", "ladder_journal", "ladder_event", "ladder_board"):
        op.drop_table(table)
