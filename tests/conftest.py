"""Tests reach no host but this machine, and say themselves how wide their terminal is."""

import os

import pytest_socket

os.environ.pop("COLUMNS", None)  # pytest-xdist hands its workers a width, which a console would keep for good


def pytest_runtest_setup() -> None:
    pytest_socket.socket_allow_hosts(["127.0.0.1", "::1", "localhost"], allow_unix_socket=True)
