"""The progress display: one line on a terminal, plain lines elsewhere."""

import io

import pytest

from league.base import progress, words


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")


def play(stream: io.StringIO, no_color: bool = False) -> str:
    shown = progress.Progress(stream, no_color=no_color)
    shown.phase("timing", 2)
    shown.step("first")
    shown.done("first", "pass")
    shown.step("second")
    shown.done("second", "wrong", good=False, reason="error 3")
    shown.finish()
    return stream.getvalue()


def test_elsewhere_failures_and_ends_have_a_plain_line() -> None:
    assert play(io.StringIO()) == "second: wrong (error 3)\ntiming 2/2 (100 %): second\n"


def test_elsewhere_there_is_a_line_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    stream = io.StringIO()
    shown = progress.Progress(stream)
    shown.phase("timing", 1400)
    for step in range(1400):
        now[0] += 0.5  # 700 s in all
        shown.done(f"launch {step}", "pass")
    lines = stream.getvalue().splitlines()
    assert len(lines) == 12
    assert lines[0] == "timing 120/1400 (8 %), about 10 min 40 s left: launch 119"
    assert lines[-1] == "timing 1400/1400 (100 %): launch 1399"


def test_a_terminal_keeps_only_what_is_not_good() -> None:
    text = play(Terminal())
    assert "\r\033[Ktiming 0/2 (0 %): first" in text
    assert text.count("\n") == 1
    assert text.endswith("\033[31msecond: wrong (error 3)\033[0m\n")


@pytest.mark.parametrize("how", ["flag", "NO_COLOR", "TERM"])
def test_colour_can_be_forbidden(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    if how == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    if how == "TERM":
        monkeypatch.setenv("TERM", "dumb")
    assert "\033[31m" not in play(Terminal(), no_color=how == "flag")


def test_the_time_left_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    stream = Terminal()
    shown = progress.Progress(stream)  # 0
    shown.phase("timing", 4)  # 10
    shown.done("first", "pass")
    shown.step("second")  # 20: repaint?  30: painted  40: after 30 s one of four is done
    assert "timing 1/4 (25 %), about 1 min 30 s left: second" in stream.getvalue()


def test_a_long_line_is_cut_to_the_terminal() -> None:
    stream = Terminal()
    shown = progress.Progress(stream)
    shown.phase("timing", 1)
    shown.step("x" * 500)
    assert len(stream.getvalue().replace("\r\033[K", "")) == 59


def test_a_reader_that_goes_away_does_not_end_the_run() -> None:
    stream = io.StringIO()
    shown = progress.Progress(stream)
    stream.close()
    shown.line("nobody reads this")


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0.2, "0 s"), (59.4, "59 s"), (59.6, "1 min 00 s"), (185, "3 min 05 s"), (7800, "2 h 10 min")],
)
def test_durations(seconds: float, expected: str) -> None:
    assert words.long_duration(seconds) == expected
