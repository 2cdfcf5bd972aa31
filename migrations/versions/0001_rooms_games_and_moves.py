"""Rooms, games and moves

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

from soker_discord.store.types import UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "fact",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_fact")),
    )
    op.create_table(
        "heartbeat",
        sa.Column("shard_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("beat_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("shard_id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("discord_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("attention_call", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("discord_id", name=op.f("uq_person_discord_id")),
    )
    op.create_table(
        "receipt",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_receipt")),
    )
    op.create_table(
        "table",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("host_id", sa.Integer(), nullable=False),
        sa.Column("home_guild_id", sa.BigInteger(), nullable=True),
        sa.Column("home_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("play_for_idle", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("first_starter", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("opened_at", UtcDateTime(), nullable=False),
        sa.Column("touched_at", UtcDateTime(), nullable=False),
        sa.Column("closed_because", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["host_id"], ["person.id"], name=op.f("fk_table_host_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table")),
    )
    with op.batch_alter_table("table", schema=None) as batch_op:
        batch_op.create_index("ix_table_status", ["status"], unique=False)
        batch_op.create_index(
            "uq_table_code_open",
            ["code"],
            unique=True,
            sqlite_where=sa.text("status != 'closed'"),
            postgresql_where=sa.text("status != 'closed'"),
        )

    op.create_table(
        "wrongcode",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_wrongcode_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wrongcode")),
    )
    with op.batch_alter_table("wrongcode", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_wrongcode_person_id"), ["person_id"], unique=False)

    op.create_table(
        "barred",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_barred_person_id_person")),
        sa.ForeignKeyConstraint(["table_id"], ["table.id"], name=op.f("fk_barred_table_id_table")),
        sa.PrimaryKeyConstraint("table_id", "person_id", name=op.f("pk_barred")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("starter", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("salt", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("deadline", UtcDateTime(), nullable=True),
        sa.Column("full_clock_at", UtcDateTime(), nullable=True),
        sa.Column("unattended", sa.Integer(), nullable=False),
        sa.Column("called_seq", sa.Integer(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["table.id"], name=op.f("fk_game_table_id_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("table_id", "number", name=op.f("uq_game_table_id_number")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index("ix_game_deadline", ["deadline"], unique=False)

    op.create_table(
        "screen",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("game_number", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(), nullable=True),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("expires", UtcDateTime(), nullable=True),
        sa.Column("shown_version", sa.Integer(), nullable=False),
        sa.Column("shown_seq", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_screen_person_id_person")),
        sa.ForeignKeyConstraint(["table_id"], ["table.id"], name=op.f("fk_screen_table_id_table")),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_screen")),
    )
    with op.batch_alter_table("screen", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_screen_table_id"), ["table_id"], unique=False)

    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("chair", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.Column("holds", sa.Boolean(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("timeouts", sa.Integer(), nullable=False),
        sa.Column("click_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("token", sa.String(), nullable=True),
        sa.Column("token_expires", UtcDateTime(), nullable=True),
        sa.Column("joined_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_seat_person_id_person")),
        sa.ForeignKeyConstraint(["table_id"], ["table.id"], name=op.f("fk_seat_table_id_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("table_id", "chair", name=op.f("uq_seat_table_id_chair")),
        sa.UniqueConstraint("table_id", "person_id", name=op.f("uq_seat_table_id_person_id")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_person_id"), ["person_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_table_id"), ["table_id"], unique=False)
        batch_op.create_index(
            "uq_seat_person_holds",
            ["person_id"],
            unique=True,
            sqlite_where=sa.text("holds"),
            postgresql_where=sa.text("holds"),
        )

    op.create_table(
        "game_player",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_player_game_id_game")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_game_player_person_id_person")),
        sa.PrimaryKeyConstraint("game_id", "position", name=op.f("pk_game_player")),
    )
    with op.batch_alter_table("game_player", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_player_person_id"), ["person_id"], unique=False)

    op.create_table(
        "move",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.JSON(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("made_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_move_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_move")),
    )
    op.create_table(
        "vote",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_vote_game_id_game")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_vote_person_id_person")),
        sa.PrimaryKeyConstraint("game_id", "person_id", name=op.f("pk_vote")),
    )


def downgrade() -> None:
    op.drop_table("vote")
    op.drop_table("move")
    with op.batch_alter_table("game_player", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_player_person_id"))

    op.drop_table("game_player")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index("uq_seat_person_holds", sqlite_where=sa.text("holds"), postgresql_where=sa.text("holds"))
        batch_op.drop_index(batch_op.f("ix_seat_table_id"))
        batch_op.drop_index(batch_op.f("ix_seat_person_id"))

    op.drop_table("seat")
    with op.batch_alter_table("screen", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_screen_table_id"))

    op.drop_table("screen")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index("ix_game_deadline")

    op.drop_table("game")
    op.drop_table("barred")
    with op.batch_alter_table("wrongcode", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_wrongcode_person_id"))

    op.drop_table("wrongcode")
    with op.batch_alter_table("table", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_table_code_open",
            sqlite_where=sa.text("status != 'closed'"),
            postgresql_where=sa.text("status != 'closed'"),
        )
        batch_op.drop_index("ix_table_status")

    op.drop_table("table")
    op.drop_table("receipt")
    op.drop_table("person")
    op.drop_table("heartbeat")
    op.drop_table("fact")
