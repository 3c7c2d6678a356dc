"""Sizes other than those of the classes: what is launched, recorded, compared and refused."""

from pathlib import Path

import fakes
import pytest
from sweeps import GOOD

from league.analysis import standing
from league.base.errors import UsageError
from league.records import known_issues, reading, schema, store
from league.run import catalogue, dry
from league.run.terms import Terms
from league.show import evidence

#: A size of 50 is wrong, in less time than a process lives.
_WRONG = """
if record["class"]["n"] == 50:
    record["samples"][0].update(compute=50000, total=50002)
    record["answer"], record["checks"][0]["passed"], code = "wrong", False, 1
"""


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """Two benchmarks whose programs take ``--set n=N``, from 3 to 100."""
    for benchmark in ("toy", "other"):
        for variant in ("serial", "omp"):
            fakes.add_program(tmp_path / "build", variant, GOOD + _WRONG, benchmark=benchmark)
    return tmp_path


def sizes(folder: Path, mode: str) -> dict[str, set[str]]:
    """The sizes of the launches of a mode, by benchmark; every record is as the schema says."""
    found: dict[str, set[str]] = {}
    assert not [fault for one in store.read_records(folder) for fault in schema.validate(one)]
    for one in fakes.launches(folder, mode=mode):
        found.setdefault(one["benchmark"], set()).add(one["class"])
        asked = int(one["class"].partition("n=")[2] or 1)
        assert one["record"]["class"] == {"letter": one["class"][0], "n": asked}
    return found


def test_a_size_is_checked_and_timed_under_a_name_of_its_own(project: Path) -> None:
    words = ["--precision", "fp64", "-l", "2", "--set", "toy.n=7"]
    done, folder = fakes.run(project, [*words, "-c", "W"])
    assert done.exit_code == 0
    assert sizes(folder, "check") == {"toy": {"S n=7"}, "other": {"S"}}
    assert sizes(folder, "timed") == {"toy": {"W n=7"}, "other": {"W"}}
    done, folder = fakes.run(project, ["--set", "n=9,toy.n=8"], verb="check")
    assert sizes(folder, "check") == {"toy": {"S n=8"}, "other": {"S n=9"}}
    begun = store.read_records(folder)[0]
    assert begun["options"]["sets"] == ["n=9", "toy.n=8"]
    again, _ = fakes.run(project, ["--resume", str(folder)], verb="check")
    assert (again.exit_code, len(fakes.launches(folder))) == (0, 12)
    with pytest.raises(UsageError, match="--set says otherwise; leave --set out"):
        fakes.run(project, ["--resume", str(folder), "--set", "n=10"], verb="check")


def test_what_is_wrong_in_a_size_is_repeated_by_its_command(project: Path) -> None:
    words = ["-v", "omp", "-b", "toy", "--set", "n=50", "--precision", "fp64"]
    done, folder = fakes.run(project, words, verb="check")
    assert done.exit_code == 1
    columns = standing.columns([reading.read_run(folder)])
    (told,) = evidence.evidence_of(columns, "toy", "omp")
    assert dict(told.commands)["Again"].endswith(" -c S --set n=50 --precision fp64")
    assert " --class S --set n=50 --precision fp64 " in dict(told.commands)["Program"]


def test_only_the_sizes_of_classes_mend_a_known_issue(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    issue = known_issues.KnownIssue("fake", ">=0", (("answer", "wrong"),), "why", benchmark="toy")
    monkeypatch.setattr(known_issues, "known", lambda: (issue,))
    words = ["-v", "omp", "-b", "toy", "--precision", "fp64"]
    told = {"--set n=7": (0, "as-expected"), "--set n=50": (4, "xfail(why)"), "": (1, "xpass")}
    for more, ended in told.items():
        done, folder = fakes.run(project, [*words, *more.split()], verb="check")
        told_each = {one["verdict"]["expectation"] for one in fakes.launches(folder)}
        assert (done.exit_code, told_each) == (ended[0], {ended[1]})


def test_what_passes_on_an_emulated_device_is_a_surprise_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fakes.add_program(tmp_path / "build", "target-data", GOOD + "record['place'] = 'emulated'")
    issue = known_issues.KnownIssue("fake", ">=0", (("answer", "wrong"),), "why", benchmark="toy")
    monkeypatch.setattr(known_issues, "known", lambda: (issue,))
    done, folder = fakes.run(tmp_path, ["-b", "toy", "--precision", "fp64"], verb="check")
    assert {one["verdict"]["expectation"] for one in fakes.launches(folder)} == {"xpass"}
    assert done.exit_code == 1


def test_a_dry_run_says_the_size(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [fakes.FakeFound("fake")]
    asked = fakes.asked(project, ["--set", "toy.n=5", "-c", "S", "--precision", "fp64"], "check")
    work = fakes.FakeFolders(asked, asked.progress(), found)  # type: ignore[arg-type]
    monkeypatch.setattr(work, "line", lambda found: ["cmake"])
    assert dry.tell(asked, agreed=Terms.fresh(asked), work=work) == 0
    said = capsys.readouterr().out
    assert "2 x toy.omp S n=5 fp64 fake check" in said
    assert "2 x other.omp S fp64 fake check" in said
    assert "--set toy.n=5" in said


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("n", "--set: 'n' is not KEY=N"),
        ("n=", "--set: 'n=' is not KEY=N"),
        ("=4", "--set: '=4' is not KEY=N"),
        ("n=-4", "--set: 'n=-4' is not KEY=N"),
        ("n=4.5", "--set: 'n=4.5' is not KEY=N"),
        ("n=4,n=5", "--set n is given twice"),
        ("m=4", "unknown parameter of (toy|other) 'm'; "),
        ("toy.m=4", "unknown parameter of toy 'm'; "),
        ("n=2", "--set n=2 is outside 3 to 100"),
        ("tyo.n=4", "unknown benchmark in --set 'tyo'; did you mean toy"),
    ],
)
def test_a_size_that_cannot_be_is_one_line(project: Path, given: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        fakes.run(project, ["--set", given], verb="check")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--set tyo.n=4", "unknown benchmark in --set 'tyo'; did you mean toy"),
        ("--set m=4", "unknown parameter of (toy|other) 'm'"),
        ("-c w", "unknown class 'w'; did you mean W"),
    ],
)
def test_what_nothing_has_is_refused_before_anything_is_built(
    project: Path, monkeypatch: pytest.MonkeyPatch, words: str, message: str
) -> None:
    classes = [{"letter": letter, "n": 5, "resident_bytes": {}} for letter in "SW"]
    entries = [{"benchmark": name, "classes": classes} for name in ("toy", "other")]
    monkeypatch.setattr(catalogue, "entries", lambda: entries)
    monkeypatch.setattr(fakes.FakeFolders, "build", lambda *_: pytest.fail("it was built"))
    with pytest.raises(UsageError, match=message):
        fakes.run(project, words.split(), verb="check")
