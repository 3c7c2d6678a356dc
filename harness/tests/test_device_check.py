"""Checks on an emulated GPU beside those of target regions: what they find, note and keep."""

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import fakes
import pytest
from fakes import FakeFound, launches

from league.analysis.standing import columns
from league.records import known_issues, reading, schema, store
from league.records.view import view
from league.run import catalogue, device_check
from league.show import evidence, text

ROOT = Path(__file__).resolve().parents[2]
THERE = FakeFound("gpu", toolchain=SimpleNamespace(environment={}, emulated=True))
FINDING = (
    "race: kernel __omp_offloading_fe00_5328f9__ZN3Toy3runEv_l18, function f, PTX line 266 of"
    " module 1 (target-data.cpp:19): block (0,0,0) thread (0,0,0): store of 8 bytes: not ordered"
)
FOUND = f"open(os.environ['GPU_EMULATOR_FINDINGS'], 'w').write({FINDING!r} + chr(10)); "
ABORTED = f"{FOUND}sys.exit(1)"
HERE = (
    "record['place'] = 'emulated'; open(os.environ['SEEN'], 'a').write(' '.join(words) + chr(10))"
)
NONE = "code = 77; record.update(answer='not-checked', place='unknown', samples=[], checks=[])"


@pytest.fixture()
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a host variant and one with target regions, which an emulated GPU has, too."""
    monkeypatch.setenv("SEEN", str(tmp_path / "seen"))
    fakes.add_program(tmp_path / "build", "omp")
    fakes.add_program(tmp_path / "build", "target-data")
    there(tmp_path)
    return tmp_path


def there(project: Path, body: str = "", **declared: str) -> None:
    """Let the emulated toolchain build another program."""
    (project / "build/gpu/manifest.json").unlink(missing_ok=True)
    fakes.add_program(
        project / "build", "target-data", f"{HERE}; {body}", toolchain="gpu", **declared
    )


def check(
    project: Path, *words: str, emulated: Sequence[FakeFound] = (THERE,)
) -> tuple[int, Path, list[dict[str, Any]]]:
    """Check everything; the exit code, the run, and the records of what has target regions."""
    made, folder = fakes.run(project, ["--seed", "1", *words], "check", emulated=emulated)
    faults = [fault for one in store.read_records(folder) for fault in schema.validate(one)]
    assert faults == []
    return made.exit_code, folder, launches(folder, mode="check", variant="target-data")


def seen(project: Path) -> list[str]:
    """The command lines with which the emulated GPU's program was launched."""
    file = project / "seen"
    return file.read_text().splitlines() if file.is_file() else []


def test_what_is_right_is_launched_there_once_and_names_the_toolchain(project: Path) -> None:
    code, folder, cells = check(project)
    assert code == 0
    assert [one["worst"] for one in cells] == ["pass", "pass"]  # of two precisions
    assert [one["emulated"] for one in cells] == [{"toolchain": "gpu", "note": ""}] * 2
    (beside,) = launches(folder, mode="emulated")
    assert (beside["toolchain"], beside["worst"], "kept_from" in beside) == (
        "gpu",
        "emulated",
        False,
    )
    assert len(seen(project)) == 1 and "--guard" in seen(project)[0]
    assert not any("emulated" in one for one in launches(folder, variant="omp"))
    run = view(store.read_records(folder))
    assert {key.toolchain for key in run.cells} == {"fake"} and "gpu" not in run.toolchains
    assert "gpu" not in text.league_table_text(store.read_records(folder))


@pytest.mark.parametrize("body", [f"{FOUND}record['answer'] = 'device-error'; code = 1", ABORTED])
@pytest.mark.parametrize("own", ["", NONE])
def test_a_finding_is_the_verdict_of_every_cell_with_kind_line_and_kernel(
    project: Path, body: str, own: str
) -> None:
    """Whether the program goes on or dies of it, and whether or not the cell has a device."""
    fakes.add_program(project / "build", "target-data", own)
    there(project, body)
    code, folder, cells = check(project)
    assert code == 1
    told = "gpu: race at target-data.cpp:19, kernel _ZN3Toy3runEv_l18: block (0,0,0)"
    for one in cells:
        assert one["worst"] == one["verdict"]["answer"] == "device-error"
        assert one["reason"].startswith(told)
    failed = [one for one in view(store.read_records(folder)).cells.values() if one.word.failed]
    assert {one.outcome for one in failed} == {"device-error"}
    assert told[:30] in text.league_table_text(store.read_records(folder))


@pytest.mark.parametrize("name", ["operations", "bytes_touched", "launches_before_start"])
def test_less_work_than_stated_is_the_verdict_of_the_cell(project: Path, name: str) -> None:
    there(
        project,
        f"record['checks'].append({{'name': {name!r}, 'error': 0.3, 'tolerance': 0,"
        " 'passed': False, 'structural': True}); record['answer'] = 'wrong'; code = 1",
    )
    code, _, cells = check(project)
    assert code == 1
    assert {one["verdict"]["answer"] for one in cells} == {"wrong"}
    assert all(f"gpu: {name}: 0.3" in one["reason"] for one in cells)


def test_what_is_known_is_not_launched_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there(project, ABORTED)
    first = launches(check(project)[1], mode="emulated")[0]
    code, folder, cells = check(project)
    (again,) = launches(folder, mode="emulated")
    assert code == 1 and cells[0]["worst"] == "device-error" and len(seen(project)) == 1
    assert again.pop("kept_from") == first["time"]
    assert {**again, "id": "", "time": ""} == {**first, "id": "", "time": ""}

    kept = project / "build/gpu/league-device-checks/toy.target-data.json"
    for change in (
        lambda: there(project),  # other code
        lambda: monkeypatch.setenv("GPU_EMULATOR_SEED", "2"),  # another order
        lambda: there(project, small="n=7"),  # another size
        lambda: kept.write_text("{damaged"),
        lambda: kept.write_text(json.dumps({**json.loads(kept.read_text()), "record": {}})),
    ):
        before = len(seen(project))
        change()
        for _ in range(2):
            assert check(project)[0] == 0
            assert len(seen(project)) == before + 1


def test_the_size_is_the_benchmarks(project: Path) -> None:
    there(project, "record['class']['n'] = 7", small="n=7")
    _, folder, _ = check(project)
    (beside,) = launches(folder, mode="emulated")
    assert "--set n=7" in seen(project)[0] and beside["record"]["class"] == {"letter": "S", "n": 7}


def test_a_size_that_a_program_refuses_is_told(project: Path) -> None:
    there(project, small="n=2")
    assert note_of(project) == ("gpu", f"{NOT}: gpu: SMALL n=2 is outside 3 to 100; mend it")


def test_every_size_declared_is_of_parameters_that_the_benchmark_has() -> None:
    known = {one["benchmark"]: one["classes"][0] for one in catalogue.entries()}
    declared = 0
    for file in sorted(ROOT.glob("*/*/CMakeLists.txt")):
        pattern = r"league_add_benchmark\((\S+)[^()]*?SMALL ([^()]*)"
        for name, words in re.findall(pattern, file.read_text()):
            declared += 1
            for word in words.split():
                key, _, value = word.partition("=")
                assert key in known[name] and int(value) >= 0, (name, word)
    assert declared > 10


BROKEN = FakeFound("gpu", state="broken", toolchain=THERE.toolchain)
NOT = device_check.NOT_CHECKED


def note_of(project: Path, *, emulated: Sequence[FakeFound] = (THERE,)) -> tuple[str, str]:
    code, _, cells = check(project, emulated=emulated)
    assert code == 0 and {one["worst"] for one in cells} == {"pass"}
    return cells[0]["emulated"]["toolchain"], cells[0]["emulated"]["note"]


def test_what_says_nothing_there_is_a_note_and_no_verdict(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert note_of(project, emulated=[BROKEN]) == ("gpu", f"{NOT}: gpu is broken")
    there(project, "sys.exit(9)")
    assert note_of(project) == ("gpu", "nonzero(9) with gpu: it said nothing before it ended")
    there(project, "record['answer'] = 'wrong'; record['checks'][0]['passed'] = False; code = 1")
    assert note_of(project)[1].startswith("wrong with gpu: max_error")
    monkeypatch.setattr(device_check, "TIMEOUT_S", 0.3)
    for _ in range(2):  # which another time may be different
        there(project, "time.sleep(60)")
        assert note_of(project) == ("gpu", f"{NOT}: gpu: no end within 0.3 s")
    assert len(seen(project)) == 4
    fakes.add_program(project / "build", "serial", toolchain="gpu")
    there(project)
    manifest = project / "build/gpu/manifest.json"
    told = json.loads(manifest.read_text())
    told["variants"][0].update(executable="", unavailable="it shares no memory")
    manifest.write_text(json.dumps(told))
    assert note_of(project) == ("gpu", f"{NOT}: gpu: unavailable: it shares no memory")
    manifest.write_text(json.dumps({**told, "variants": []}))
    assert note_of(project) == ("gpu", f"{NOT}: gpu: it has none")


def test_without_an_emulated_toolchain_of_its_compiler_the_cell_says_so(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(project / "build/gpu")
    toolchain, note = note_of(project, emulated=[])
    assert toolchain == "" and note.startswith(NOT)
    assert f"1 variant: {NOT}" in capsys.readouterr().err


def test_a_known_defect_there_is_a_note(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = known_issues.KnownIssue("gpu", "", (("launch", "nonzero(1)"),), "lost (10.4)")
    monkeypatch.setattr(known_issues, "known", lambda: (known,))
    there(project, ABORTED)
    assert note_of(project) == ("gpu", f"{NOT}: a known defect of gpu: lost (10.4)")


def test_it_is_left_out_where_it_is_not_wanted_and_of_what_is_emulated(project: Path) -> None:
    _, _, cells = check(project, "--no-emulated")
    assert "emulated" not in cells[0] and seen(project) == []
    _, folder = fakes.run(project, ["-l", "1"], "run", emulated=[THERE])
    assert launches(folder, mode="emulated") == []
    own = [FakeFound("gpu", toolchain=THERE.toolchain)]
    _, folder = fakes.run(project, ["-v", "target-data"], "check", others=own, emulated=own)
    assert launches(folder, mode="emulated") == []
    told = launches(folder, toolchain="fake")[0]["emulated"]
    assert told == {"toolchain": "gpu", "note": "it is in this run itself"}
    assert not any("emulated" in one for one in launches(folder, toolchain="gpu"))


def test_the_evidence_of_a_cell_says_where_else_it_was_checked(project: Path) -> None:
    for emulated, told in (([THERE], "gpu"), ([BROKEN], f"{NOT}: gpu is broken")):
        _, folder, _ = check(project, emulated=emulated)
        (column,) = columns([reading.read_run(folder)])
        facts = dict(next(evidence.evidence_of([column], "toy", "target-data")).facts)
        assert facts["On an emulated GPU, too"] == told


@pytest.mark.parametrize(
    ("finding", "told"),
    [
        (FINDING, "race at target-data.cpp:19, kernel _ZN3Toy3runEv_l18: block (0,0,0) thread"),
        ("trap: kernel k, PTX line 3: block 1", "trap, kernel k: block 1"),
        ("stream-race: copy of 8 bytes", "stream-race: copy of 8 bytes"),
        (f"race: kernel {'k' * 300}, PTX line 1 (a.cpp:1): x", "race at a.cpp:1, kernel kkk"),
    ],
)
def test_a_line_of_the_device_begins_with_what_and_where(finding: str, told: str) -> None:
    assert device_check.detail([finding]).startswith(told)


def test_the_other_lines_of_a_finding_are_named_once() -> None:
    lines = [FINDING.replace(":19)", f":{number})") for number in (19, 32, 19, 32, 40, 41, 42, 43)]
    others = [FINDING.replace("race:", "trap:"), FINDING.replace("target-data.cpp:19", "b.hpp:7")]
    told = device_check.detail([*lines[:2], *others, *lines[2:]])
    assert told.startswith("race at target-data.cpp:19 and 32, 40, 41, 42, kernel _ZN3Toy")
