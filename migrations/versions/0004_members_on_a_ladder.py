"""Members on a server's own ladder

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

from soker_discord.store.types import UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ladder_member",
        sa.Column("board", sa.String(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("checked_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["board"], ["ladder_board.name"], name=op.f("fk_ladder_member_board_ladder_board")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_ladder_member_person_id_person")),
        sa.PrimaryKeyConstraint("board", "person_id", name=op.f("pk_ladder_member")),
    )
    op.create_index(
        "ix_ladder_member_gone",
        "ladder_member",
        ["board"],
        sqlite_where=sa.text("gone = 1"),
        postgresql_where=sa.text("gone"),
    )


def downgrade() -> None:
    op.drop_index("ix_ladder_member_gone", table_name="ladder_member")
    op.drop_table("ladder_member")
