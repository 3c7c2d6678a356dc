"""What all tests need of the process that runs them."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import CHROMIUM, chromium

from league.base import locks

# A shell without job control starts what it puts into the background with SIGINT ignored, and every
# program started from there would ignore it too: tests that interrupt a run could not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# What tests launch proves no time: they wait for no other test, and for nobody who measures.
_PREFIX = locks.PREFIX = os.environ["LEAGUE_LOCK_PREFIX"] = f"league-test-{os.getpid()}-"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that build and run real programs come first: no worker waits for them at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(autouse=True)
def _usual_locks() -> Iterator[None]:
    """A test, or what it was set up with, may give locks names of its own; each begins as usual."""
    locks.PREFIX = _PREFIX
    yield
    locks.PREFIX = _PREFIX


@pytest.fixture
def cli_says(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Call a verb in this process and return what it says."""
    from league import cli

    def says(*words: str, code: int = 0) -> Any:
        assert cli.main(list(words)) == code
        return capsys.readouterr()

    return says


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bin folder of a machine without a compiler."""
    from fake_machine import empty_machine

    return empty_machine(tmp_path, monkeypatch)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dashboard over the simulated nights, made once; nobody changes it."""
    import simulated

    from league.analysis.board import board_of
    from league.show.site.write import write_site

    return write_site(board_of(simulated.simulated()), tmp_path_factory.mktemp("site")).folder


@pytest.fixture(scope="session")
def report_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a run that was made up, made once; nobody changes it."""
    from synthetic import records

    from league.records.view import view
    from league.show.report import write_html_of

    return write_html_of([view(records(), "a-run")], tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium, one for all tests of a process; see browser.py."""
    if not CHROMIUM:
        pytest.skip("there is no Chromium here; scripts/test_all.sh --setup installs one")
    with chromium() as started:
        yield started
