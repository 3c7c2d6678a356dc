"""Launches until a time is known well enough, or there were too many."""

import math
from collections import Counter
from pathlib import Path
from typing import Any

import fakes
import numpy as np
import pytest
from fakes import launches

from league.analysis import stats
from league.base.errors import UsageError
from league.records import schema, store
from league.run import options, terms

#: A program whose time follows a list, launch by launch.
VARYING = """
import pathlib
log = pathlib.Path({log!r})
if value('--class', '') == 'W':
    count = len(log.read_text()) if log.exists() else 0
    log.write_text('x' * (count + 1))
    times = {times!r}
    record['samples'][0]['compute'] = int(50000 * times[count % len(times)])
"""


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """A project with a steady program, one that settles, and one that never does."""
    programs = {"serial": [1.0, 1.001], "omp": [1.0, 1.05, 1.0, 1.05, *[1.025] * 40],
                "serial-wild": [1.0, 1.5, 1.2]}  # fmt: skip
    for variant, times in programs.items():
        body = VARYING.format(log=str(tmp_path / f"{variant}.log"), times=times)
        fakes.add_program(tmp_path / "build", variant, body)
    return tmp_path


def run(project: Path, *words: str) -> tuple[int, Path]:
    made, folder = fakes.run(project, ("--precision", "fp64", "--seed", "3", *words))
    return made.exit_code, folder


def counts(folder: Path, pair: str = "") -> Counter[str]:
    return Counter(one["variant"] for one in launches(folder, mode="timed", pair=pair))


def test_each_cell_has_as_many_launches_as_it_needs(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, folder = run(project, "-l", "5", "--within", "2%", "--most", "14")
    assert code == 0
    found = counts(folder)
    assert (found["serial"], found["serial-wild"]) == (8, 14)  # 5 and half as many again
    assert 8 < found["omp"] < 14
    assert "1 cell not within 2.0 % after 14 launches" in capfd.readouterr().err
    records = store.read_records(folder)
    assert [fault for one in records for fault in schema.validate(one)] == []
    (begun, _) = (one for one in records if one["kind"] == "session")
    assert begun["options"]["within"] == 0.02
    assert (begun["options"]["most"], begun["launches"]) == (14, 5)


def test_rounds_are_interleaved_and_a_pair_goes_on_with_its_cell(project: Path) -> None:
    _, folder = run(project, "-l", "4", "--within", "1%", "--most", "7", "-v", "serial-wild")
    assert counts(folder) == counts(folder, "A2") == {"serial-wild": 7}
    late = [one["index"] for one in launches(folder, mode="timed") if one["index"] >= 4]
    assert late == sorted(late)


def test_an_adaptive_run_is_resumed_as_it_began(project: Path) -> None:
    _, folder = run(project, "-l", "4", "--within", "2%", "--most", "6")
    before = (folder / "records.jsonl").read_text().splitlines()
    kept = [n for n, line in enumerate(before) if '"kind":"launch"' in line]
    # as if it had been interrupted before its last two launches
    (folder / "records.jsonl").write_text("\n".join(before[: kept[-2]]) + "\n")
    lost = len(kept) - 2
    assert len(launches(folder)) == lost
    code, _ = run(project, "--resume", str(folder))
    assert code == 0
    names = [store.key_of(one) for one in launches(folder)]
    assert len(names) == len(set(names))
    assert counts(folder)["serial-wild"] == 6
    with pytest.raises(UsageError, match="--within says otherwise"):
        run(project, "--resume", str(folder), "--within", "3%")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        *((f"--within={text}", "is no share of a time such as 2%")
          for text in ("2", "0%", "x%", "-2%", "200%", "nan%", "%")),
        ("--most 9", "give that, too"),
        ("--within 2% -l 16", "less than -l"),
        ("--within 2% --most 3", "less than -l"),
    ],
)  # fmt: skip
def test_wishes_that_make_no_sense(project: Path, words: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        run(project, *words.split())


def test_terms_say_least_and_most(tmp_path: Path) -> None:
    chosen: dict[str, Any] = {"project": tmp_path, "verb": "run", "launches": 6}
    assert terms.Terms.fresh(options.Options(**chosen)).limit == 6
    assert terms.Terms.fresh(options.Options(**chosen, within=0.02)).limit == 15
    assert terms.Terms.fresh(options.Options(**chosen, within=0.02, most=8)).limit == 8


def test_precision_is_the_larger_reach_of_the_interval() -> None:
    values = [1.0, 1.01, 0.99, 1.02, 1.0]
    found = stats.median_interval(values)
    assert found is not None
    reach = max(found.high / 1.0, 1.0 / found.low) - 1.0
    assert stats.precision(values) == pytest.approx(reach)
    assert stats.precision([1.0]) is None
    assert stats.precision([2.0, 2.0]) == 0.0


NOISE: dict[str, Any] = {
    "normal": lambda dice, share: 1 + share * dice.standard_normal(15),
    "lognormal": lambda dice, share: np.exp(share * dice.standard_normal(15)),
    "two modes": lambda dice, share: (
        1 + 2.13 * share * (dice.random(15) < 0.3) + 0.2 * share * dice.standard_normal(15)),
}  # fmt: skip
ASKED = terms.Terms.fresh(options.Options(project=Path(), verb="run", within=0.02))


@pytest.mark.simulation
@pytest.mark.parametrize("noise", NOISE)
@pytest.mark.parametrize("share", [0.01, 0.02, 0.025, 0.04])
def test_intervals_cover_although_launches_stop_when_they_look_good(
    noise: str, share: float
) -> None:
    """Stopping early chooses; the intervals of two such cells still hold their ratio."""
    dice, held, rounds = np.random.default_rng(31), 0, 4000

    def draw(chance: np.random.Generator) -> Any:
        return NOISE[noise](chance, share)

    def cell() -> list[float]:
        values: list[float] = draw(dice).tolist()
        return values[: ASKED.wanted(values, stats.precision)]

    for _ in range(rounds):
        found = stats.ratio_interval(cell(), cell())
        assert found is not None and math.isfinite(found.high)
        held += found.low <= 1.0 <= found.high
    print(f"coverage, {noise} noise of {share:.1%}, stopped at 2 %: {held / rounds:.3f}")
    assert held >= 0.93 * rounds
