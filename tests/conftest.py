"""Tests reach no host but this machine, and say themselves how wide their terminal is.

What was not tested for want of a browser is said at the end.
"""

import os

import pytest
import pytest_socket

os.environ.pop("COLUMNS", None)  # pytest-xdist hands its workers a width, which a console would keep for good


def pytest_runtest_setup() -> None:
    pytest_socket.socket_allow_hosts(["127.0.0.1", "::1", "localhost"], allow_unix_socket=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "browser" in report.keywords]
    if not skipped:
        return
    terminalreporter.section("browser tests were skipped", sep="!", yellow=True, bold=True)
    for report in skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        terminalreporter.write_line(f"{report.nodeid}: {reason}", yellow=True)
