"""Soker's system players as the protocol promises them, with the kernel, without it and where nothing can be kept."""

from __future__ import annotations

import hashlib
import importlib
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import engine
from engine import catalogue
from engine.soker import SOKER, kernel, machine
from engine.soker.moves import Move
from engine.soker.players import search
from engine.soker.state import State
from engine.soker.system import SOKER_PLAYERS, open_to
from engine.system import Aim, SystemPlayers

CODE = Path(engine.__file__).parent
BUILT_FROM = [
    (kernel, ("packed.py", "cards.py", "learnt.py", "learnt.csv")),
    (search, ("kernel.py",)),
]
"""Whose numbers and functions the compiler builds into a module's machine code."""


@pytest.fixture
def fresh() -> Iterator[None]:
    """The kernel is looked for anew, and again after the test."""
    machine.machine.cache_clear()
    yield
    machine.machine.cache_clear()


def whole_game(seats: int, seed: int, ask_every: int = 3) -> State:
    """A game of system players of every strength, the odds asked for now and then."""
    rng = random.Random(seed)
    dealt = state = SOKER.deal(seats, 0, rng.randbytes(32))
    strengths = [rng.choice(SOKER_PLAYERS.strengths) for _ in range(seats)]
    moves: list[Move] = []
    while state.way is None:
        memory = SOKER_PLAYERS.memory(dealt, moves, state.turn)
        assert open_to(memory) == SOKER.legal_moves(state)
        if len(moves) % ask_every == 0:
            said = SOKER_PLAYERS.chances(state, strengths, rng)
            assert sum(said.seats) + said.nobody == pytest.approx(1)
            options = SOKER_PLAYERS.options(state, strengths, rng)
            for option in options:
                SOKER.apply(state, option.move)
            hint = SOKER_PLAYERS.hint(state, strengths, rng)
            hint.why.format(**hint.values)
        aim = rng.choice(list(Aim))
        moves.append(SOKER_PLAYERS.choose(memory, strengths[state.turn], aim, rng))
        state, _ = SOKER.apply(state, moves[-1])
    return state


def test_the_catalogue_finds_them_by_the_name_of_the_game():
    players: SystemPlayers[Any] | None = catalogue.system("soker")
    assert players is SOKER_PLAYERS
    assert SOKER_PLAYERS.strengths == ("amateur", "professional", "world class")
    with pytest.raises(LookupError):
        catalogue.system("chess")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_and_their_odds(seats: int):
    assert SOKER_PLAYERS.warm_up() is None
    assert whole_game(seats, seats, ask_every=5).way is not None


def dispatchers() -> dict[str, Any]:
    """All compiled functions, by name."""
    found = {**vars(kernel), **vars(search)}
    return {name: function for name, function in found.items() if hasattr(function, "targetoptions")}


def test_nothing_is_compiled_after_the_warm_up():
    """In a process of its own: what the tests before have compiled does not count."""
    script = (
        "from tests.engine.soker.test_system import dispatchers, whole_game, SOKER_PLAYERS\n"
        "assert SOKER_PLAYERS.warm_up() is None\n"
        "warm = {name: list(one.signatures) for name, one in dispatchers().items()}\n"
        "assert sum(map(bool, warm.values())) > 3\n"
        "for seats in (2, 4): whole_game(seats, seats, 8)\n"
        "assert warm == {name: list(one.signatures) for name, one in dispatchers().items()}\n"
    )
    assert run(script).returncode == 0


def test_everything_compiled_runs_without_the_lock_and_counts_no_references():
    """``_nrt`` is private to numba, whose version is pinned: it has to go on being taken."""
    assert len(dispatchers()) > 40
    for name, function in dispatchers().items():
        assert function.targetoptions["_nrt"] is False, name
        assert function.targetoptions["nogil"] is True, name


@pytest.mark.parametrize(("module", "names"), BUILT_FROM, ids=["kernel", "search"])
def test_what_numba_keeps_is_of_these_files(module: ModuleType, names: tuple[str, ...]):
    """It looks for changes in the file alone that a function stands in, so that file holds a digest of the others."""
    digest = hashlib.sha256(b"".join((CODE / "soker" / name).read_bytes() for name in names)).hexdigest()
    assert digest == module.BUILT_WITH, f"write {digest} into {module.__file__} as BUILT_WITH"


def test_choosing_out_of_turn_or_by_an_unknown_strength_is_refused():
    dealt = SOKER.deal(2, 0, bytes(32))
    with pytest.raises(ValueError):
        SOKER_PLAYERS.choose(SOKER_PLAYERS.memory(dealt, (), 1), "amateur", Aim.WIN, random.Random(1))
    with pytest.raises(ValueError):
        SOKER_PLAYERS.choose(SOKER_PLAYERS.memory(dealt, (), 0), "galactic", Aim.WIN, random.Random(1))


# Without machine code


def run(script: str, root: Path = CODE.parent, **environment: str) -> subprocess.CompletedProcess[str]:
    """A script in a process of its own. What it prints is shown if it fails."""
    found = subprocess.run(
        [sys.executable, "-c", script],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        text=True,
        timeout=200,
    )
    sys.stderr.write(found.stderr)
    return found


PLAIN = """
import random, sys
{before}
from engine.soker import SOKER
from engine.soker.system import SOKER_PLAYERS
from engine.system import Aim
print(SOKER_PLAYERS.warm_up())
rng = random.Random(1)
dealt = state = SOKER.deal(3, 0, bytes(32))
moves, errors = [], []
while state.way is None:
    said = SOKER_PLAYERS.chances(state, [None] * 3, rng)
    assert abs(sum(said.seats) + said.nobody - 1) < 1e-9
    errors.append(said.error)
    options = SOKER_PLAYERS.options(state, [None] * 3, rng)
    for option in options:
        SOKER.apply(state, option.move)
    hint = SOKER_PLAYERS.hint(state, [None] * 3, rng)
    hint.why.format(**hint.values)
    memory = SOKER_PLAYERS.memory(dealt, moves, state.turn)
    moves.append(SOKER_PLAYERS.choose(memory, rng.choice(SOKER_PLAYERS.strengths), Aim.POINTS, rng))
    state, _ = SOKER.apply(state, moves[-1])
assert 0.03 < max(errors) < 0.1, errors
"""


@pytest.mark.parametrize(
    "before",
    [
        "sys.modules['numba'] = None",
        "sys.modules['llvmlite'] = None",
        "import numba; numba.njit = lambda **options: 1 / 0",
    ],
    ids=["numba is missing", "llvmlite is missing", "numba is another than expected"],
)
def test_without_numba_everything_plays_on_and_the_host_is_told(before: str):
    found = run(PLAIN.format(before=before))
    assert found.returncode == 0
    assert found.stdout.startswith("The system players run without machine code, because numba does not work here (")
    assert "They play more simply" in found.stdout


def test_without_numba_nothing_imports_it():
    script = "import sys\nfrom engine import catalogue\ncatalogue.system('soker')\nassert 'numba' not in sys.modules"
    assert run(script).returncode == 0


class Broken:
    """A kernel of which nothing compiles."""

    def __getattr__(self, name: str) -> Any:
        def fail(*arguments: object) -> None:
            raise TypeError("cannot determine the type of anything")

        return 1 if name in ("LEARNT", "GREEDY", "RANDOM") else fail


@pytest.mark.usefixtures("fresh")
def test_a_kernel_that_does_not_compile_is_not_used(monkeypatch: pytest.MonkeyPatch):
    soker = importlib.import_module("engine.soker")
    monkeypatch.setitem(sys.modules, "engine.soker.kernel", Broken())  # pyright: ignore[reportArgumentType]
    monkeypatch.setattr(soker, "kernel", Broken())
    told = SOKER_PLAYERS.warm_up()
    assert told is not None
    assert "TypeError: cannot determine the type of anything" in told
    assert whole_game(2, 1).way is not None


@pytest.mark.usefixtures("fresh")
def test_a_search_that_does_not_compile_is_not_used(monkeypatch: pytest.MonkeyPatch):
    def fail(*arguments: object) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(search, "imagine", fail)
    told = SOKER_PLAYERS.warm_up()
    assert told is not None
    assert "RuntimeError: out of memory" in told
    assert whole_game(2, 1).way is not None


@pytest.mark.usefixtures("fresh")
def test_where_machine_code_cannot_be_kept_the_host_is_told_that_starting_takes_longer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kernel, "KEPT", False)
    assert SOKER_PLAYERS.warm_up() == machine.NOTHING_KEPT
    assert machine.machine().kernel is kernel


def test_without_a_folder_for_machine_code_the_kernel_works(tmp_path: Path):
    """Files stand where the folders would be: a process of root may write anywhere else."""
    root = tmp_path / "installed"
    shutil.copytree(CODE, root / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (root / "engine" / "soker", root / "engine" / "soker" / "players"):
        (folder / "__pycache__").write_text("")
    blocked = tmp_path / "a file"
    blocked.write_text("")
    nowhere = {"NUMBA_CACHE_DIR": f"{blocked}/x", "XDG_CACHE_HOME": f"{blocked}/y", "HOME": f"{blocked}/z"}
    script = (
        "from engine.soker import kernel, packed, rules\n"
        "from engine.soker.players import search\n"
        "position = packed.pack(rules.deal(2, 0, bytes(32))).position\n"
        "listed = packed.np.zeros(packed.LEGAL_SIZE, int)\n"
        "kernel.legal_moves(position, listed)\n"
        "assert listed.any()\n"
        "print(kernel.__file__, kernel.KEPT)"
    )
    found = run(script, root, **nowhere)
    assert found.returncode == 0
    assert found.stdout.split() == [str(root / "engine" / "soker" / "kernel.py"), "False"]
    assert not list(root.rglob("*.nb?"))
