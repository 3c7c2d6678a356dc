"""Whole sweeps over programs that are scripts, and one over real programs."""

import json
from collections import Counter
from pathlib import Path

import pytest
from saying import run_all

from league.base.errors import UsageError
from league.commands import sweep as verb
from league.records import schema, store
from league.run import dry, options
from league.sweep import axes, plan, results, shape
from tests import fakes
from tests.fakes import launches
from tests.sweeps import GOOD, add_probe, sweep

HARNESS = Path(__file__).parents[1]
ROOT = HARNESS.parent

AT_2_4 = "if (teams, threads) == (2, 4): "
GRID = ("--teams", "1,2", "--threads", "2,4", "--size", "n=5,10")
FEW = ("-l", "2", "--precision", "fp64", "--seed", "3")


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """A project with one good program that offloads, and a probe."""
    fakes.add_program(tmp_path / "build", "target-data", GOOD, device="x86_64")
    add_probe(tmp_path)
    return tmp_path


def best(folder: Path) -> dict[str, tuple[int | None, int | None]]:
    found = results.places(results.results(store.read_records(folder)))
    firsts = {some.place.size.label: some.first for some in found}
    return {label: (one.shape.teams, one.shape.threads) for label, one in firsts.items() if one}


def test_every_point_is_launched_verified_and_recorded(project: Path) -> None:
    code, folder = sweep(project, *GRID, *FEW)
    assert code == 0
    records = store.read_records(folder)
    assert [fault for one in records for fault in schema.validate(one)] == []
    made = launches(folder)
    assert {one["mode"] for one in made} == {"sweep"}
    assert len({store.key_of(one) for one in made}) == len(made) == 2 * 4 * 2
    points = [one["sweep"] for one in made]
    places = Counter((one["teams"], one["threads"], one["set"]["n"]) for one in points)
    assert set(places.values()) == {2}
    for one in made:
        asked = one["sweep"]
        assert one["environment"]["OMP_NUM_TEAMS"] == str(asked["teams"])
        assert one["environment"]["OMP_TEAMS_THREAD_LIMIT"] == str(asked["threads"])
        assert one["environment"]["OMP_TARGET_OFFLOAD"] == "MANDATORY"
        assert asked["got"] == {"teams": asked["teams"], "threads": asked["threads"]}
        assert one["record"]["class"]["n"] == asked["set"]["n"]
    assert best(folder) == {"W n=5": (2, 4), "W n=10": (2, 4)}
    session = records[0]
    assert (session["verb"], session["seed"]) == ("sweep", 3)
    assert session["options"]["grid"]["size"] == {"n": [5, 10]}
    table = results.text(records)
    assert "W n=10  fp64       fake       2 × 4  2 × 4  1.00 ms  4.00" in table
    assert "fake: got 4 shapes as asked for" in table


FAULTS = [
    ("record['answer'] = 'wrong'; record['checks'][0]['passed'] = False; code = 1", "wrong"),
    ("record['place'] = 'host-fallback'; code = 3", "host-fallback"),
    ("os.kill(os.getpid(), signal.SIGSEGV)", "crash(SIGSEGV)"),
    ("record['class']['n'] = 7", "not-checked"),
    ("record['checks'] = []", "not-checked"),
]


@pytest.mark.parametrize(("fault", "value"), FAULTS)
def test_a_bad_point_is_marked_and_never_the_best(project: Path, fault: str, value: str) -> None:
    (project / "build" / "fake" / "manifest.json").unlink()
    fakes.add_program(project / "build", "target-data", GOOD + AT_2_4 + fault, device="x86_64")
    code, folder = sweep(project, *GRID[:4], "--size", "n=5", *FEW)
    assert code == 1
    bad = [one for one in launches(folder) if one["worst"] != "pass"]
    assert [(one["sweep"]["teams"], one["sweep"]["threads"]) for one in bad] == [(2, 4)]
    assert bad[0]["worst"] == value
    assert len(launches(folder)) == 3 * 2 + 1
    assert best(folder)["W n=5"] == (1, 4)
    assert f"{value} at 1 point, never the best" in results.text(store.read_records(folder))


@pytest.mark.parametrize("broken", ["", "#!/bin/sh\nexit 3\n", "#!/bin/sh\necho {} > $2\n"])
def test_a_shape_nobody_told_is_unknown(project: Path, broken: str) -> None:
    program = project / "build" / "fake" / shape.PROGRAM
    program.write_text(broken) if broken else program.unlink()
    code, folder = sweep(project, "--teams", "2", "--threads", "4", *FEW)
    assert code == 0
    assert [one["sweep"]["got"] for one in launches(folder)] == [None, None]
    assert "the shapes got are not known" in results.text(store.read_records(folder))


def test_another_shape_than_asked_for_is_told_and_one_set_by_clauses(project: Path) -> None:
    _, folder = sweep(project, "--teams", "2,8", "--threads", "4", *FEW)
    assert [one["sweep"]["got"]["teams"] for one in launches(folder)] == [2] * 4
    told = results.text(store.read_records(folder))
    assert "fake: not the shape asked for: 8 × 4 got 2 × 4" in told
    fakes.add_program(project / "build", "target-tuned", GOOD, device="x86_64", shape="clauses")
    _, folder = sweep(project, "--teams", "2", "-v", "target-tuned", *FEW)
    got = [(one["sweep"]["got"], one["sweep"]["own_shape"]) for one in launches(folder)]
    assert got == [(None, True), (None, True)]
    assert "asks for a shape by clauses" in results.text(store.read_records(folder))


def test_a_shape_is_given_to_variants_that_take_it(project: Path) -> None:
    declared = {"shape": "parameters"}
    fakes.add_program(project / "build", "cuda-shape", GOOD, **declared)
    another = GOOD + 'record["class"]["teams"] = 1\n'
    fakes.add_program(project / "build", "acc-shape", another, **declared)
    _, folder = sweep(project, "-v", "*-shape", "--teams", "1,2", *FEW)
    told = [(one["variant"], one["sweep"]["teams"], one["verdict"]["answer"], one["reason"])
            for one in launches(folder)]  # fmt: skip
    assert Counter(told) == {
        ("cuda-shape", 1, "pass", ""): 2, ("cuda-shape", 2, "pass", ""): 2,
        ("acc-shape", 1, "pass", ""): 2,
        ("acc-shape", 2, "not-checked", "the record is of teams=1, not 2"): 1,
    }  # fmt: skip
    assert all(one["sweep"]["own_shape"] for one in launches(folder))


def test_models_without_teams_have_one_point_per_size(project: Path) -> None:
    fakes.add_program(project / "build", "cuda", GOOD)
    fakes.add_program(project / "build", "omp", GOOD)
    _, folder = sweep(project, *GRID, *FEW)
    count = Counter(one["variant"] for one in launches(folder))
    assert count == {"target-data": 2 * 4 * 2, "omp": 2 * 2 * 2, "cuda": 2 * 2}
    cuda = [one for one in launches(folder) if one["variant"] == "cuda"]
    assert {(one["sweep"]["teams"], one["sweep"]["threads"]) for one in cuda} == {(None, None)}
    assert not any("OMP_NUM_TEAMS" in one["environment"] for one in cuda)
    omp = [one for one in launches(folder) if one["variant"] == "omp"]
    assert {one["environment"]["OMP_NUM_THREADS"] for one in omp} == {"2", "4"}
    told = results.text(store.read_records(folder))
    assert "teams × threads do not apply to cuda: one point per size" in told


def test_simd_sweeps_over_the_two_halves_of_a_pair(project: Path) -> None:
    fakes.add_program(project / "build", "target-simd", GOOD, without_simd="target-data")
    for name in ("target-loop", "omp"):
        fakes.add_program(project / "build", name, GOOD)
    _, folder = sweep(project, "--simd", "on,off", "-v", "target-*", *FEW)
    seen = {(one["variant"], one["sweep"]["simd"]) for one in launches(folder)}
    assert seen == {("target-simd", True), ("target-data", False)}
    assert sweep(project, "--resume", str(folder), "-v", "target-simd", "--simd", "on,off")[0] == 0
    _, folder = sweep(project, "--simd", "off", *FEW)
    assert {one["variant"] for one in launches(folder)} == {"target-data"}


def test_toolchains_that_are_absent_are_recorded_only_if_asked_for(project: Path) -> None:
    def recorded(*words: str) -> list[str]:
        _, folder = sweep(project, *GRID, *FEW, *words, absent=("elsewhere",))
        kinds = store.read_records(folder)
        return [one["toolchain"] for one in kinds if one["kind"] == "toolchain"]

    assert recorded() == ["fake"]
    assert recorded("-t", "fake", "-t", "elsewhere") == ["fake", "elsewhere"]


def test_no_device_is_found_out_once(project: Path) -> None:
    (project / "build" / "fake" / "manifest.json").unlink()
    none = "code = 77; record.update(answer='not-checked', place='unknown', samples=[], checks=[])"
    fakes.add_program(project / "build", "target-data", none, device="nvptx")
    code, folder = sweep(project, *GRID, *FEW)
    assert code == 4
    assert [one["worst"] for one in launches(folder)] == ["no-device"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--size", "m=5"], "unknown parameter of toy 'm'; known are n"),
        ([], "nothing to sweep over"),
        ([*GRID, "-c", "B"], "unknown class 'B'; known are S, W"),
        (["--size", "n=5,500"], r"^--size n=500 is outside 3 to 100; mend it"),
        (["--simd", "on", "-v", "omp"], "toy has no chosen pair of variants"),
        ([*GRID, "-b", "*"], "one benchmark, not toy, other; name it with -b"),
    ],
)
def test_bad_grids_are_one_line(project: Path, words: list[str], told: str) -> None:
    fakes.add_program(project / "build", "omp", GOOD)
    if "-b" in words:
        fakes.add_program(project / "build", "target-data", GOOD, benchmark="other")
    with pytest.raises(UsageError, match=told):
        sweep(project, *words, *FEW)


def test_results_are_told_to_programs_and_a_resumed_sweep_cannot_become_another(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, folder = sweep(project, *GRID, *FEW)
    capsys.readouterr()
    verb.show(folder, options.Options(project, "sweep", json=True), None, code)
    said = json.loads(capsys.readouterr().out)
    assert len(said["points"]) == 8
    assert [(one["teams"], one["threads"]) for one in said["points"] if one["best"]] == [(2, 4)] * 2
    assert (folder / "sweep.svg").read_text().count("★ ") >= 2
    before = launches(folder)
    for words in ("--teams 1,4", "--threads 2", "--size n=5", "--simd on", "-l 3", "--seed 4",
                  "-c S", "--precision fp32"):  # fmt: skip
        with pytest.raises(UsageError, match="--resume goes on with what the run began with"):
            sweep(project, "--resume", str(folder), *words.split())
    assert sweep(project, "--resume", str(folder), *GRID, *FEW)[0] == 0
    assert sweep(project, "--resume", str(folder))[0] == 0
    assert launches(folder) == before
    with pytest.raises(UsageError, match="the verb says otherwise"):
        fakes.run(project, ["--resume", str(folder)])
    _, folder = fakes.run(project, ["-l", "1"])
    with pytest.raises(UsageError, match="the verb says otherwise"):
        sweep(project, "--resume", str(folder))


@pytest.mark.slow
def test_a_real_sweep(tmp_path: Path) -> None:
    """Builds two variants of jacobi for the host device and sweeps a tiny grid."""
    words = ["-b", "jacobi", "-v", "target-simd", "-t", "clang-19-x86_64", "--simd", "on,off"]
    words += ["--teams", "1,2", "--threads", "2", "--size", "n=34,66", "-c", "S", "-l", "2", "-j2"]
    result = run_all("sweep", *words, "--json", "--out", str(tmp_path / "out"))
    if result.returncode == 5:
        pytest.skip(result.stderr.strip().splitlines()[-1])
    assert result.returncode == 0, result.stderr
    points = json.loads(result.stdout)["points"]
    assert {(one["variant"], one["simd"]) for one in points} == {
        ("target-simd", True), ("target-rows", False)
    }  # fmt: skip
    assert len(points) == 2 * 2 * 2 * 2
    assert all(one["verdict"] == "pass" and one["launches"] == 2 for one in points)
    assert all(one["got"] == {"teams": one["teams"], "threads": 2} for one in points)
    assert sum(one["best"] for one in points) == 2 * 2 * 2


def test_a_dry_run_names_a_build_folder_of_an_older_version(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its manifest does not say which variants differ by simd, so none has a pair."""
    file = project / "build" / "fake" / "manifest.json"
    content = json.loads(file.read_text())
    for entry in content["variants"]:
        del entry["without_simd"]
    file.write_text(json.dumps(content))
    asked = fakes.asked(project, ["-b", "toy"], "sweep")
    work = fakes.FakeFolders(asked, asked.progress(), [fakes.FakeFound("fake")])  # type: ignore[list-item]
    monkeypatch.setattr(work, "line", lambda found: ["cmake"])
    swept = plan.Sweep(asked, axes.parse(None, None, None, "on,off"))
    assert dry.tell(asked, choose=swept.of_one_benchmark, launches=swept.planned, work=work) == 0
    told = capsys.readouterr().out
    assert "fake is not configured yet, or was by an older version" in told
    assert "what is not known yet of fake" in told
