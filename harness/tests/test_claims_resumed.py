"""A run of claims that was interrupted goes on by --resume alone."""

import json
import shutil
from pathlib import Path

import pytest
from saying import Says

from league import cli
from league.claims import plan
from league.records import store
from league.run.options import Options

pytestmark = pytest.mark.skipif(shutil.which("g++-12") is None, reason="needs g++-12")

CLAIMS = ("-b", "env.OMP_NUM_THREADS.list", "-b", "map.to")
QUIET = ("-j", "2", "--no-color")


def cut(run: Path, claim: str) -> Path:
    """Take the records of a claim away, and the end: as if the run had been killed before it."""
    file = run / store.FILE_NAME
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    kept = [one for one in lines if one.get("claim") != claim and one.get("state") != "finished"]
    assert len(kept) < len(lines) - 1
    file.write_text("".join(json.dumps(one) + "\n" for one in kept))
    return run


def tried(run: Path) -> list[tuple[str, str]]:
    records = [one for one in store.read_records(run) if one["kind"] == "claim"]
    return sorted((one["claim"], one["change"]) for one in records)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with mutants, ended."""
    out = tmp_path_factory.mktemp("runs")
    words = ["conformance", "--mutants", *CLAIMS, "-t", "gcc-12-host", "--out", str(out), *QUIET]
    assert cli.main(words) in (0, 1)
    (run,) = out.iterdir()
    return run


@pytest.fixture()
def killed(whole: Path, tmp_path: Path) -> Path:
    """The same, as if it had been killed before the last claim."""
    return cut(Path(shutil.copytree(whole, tmp_path / whole.name)), tried(whole)[-1][0])


def test_looks_and_choice_need_not_be_said_again(whole: Path, killed: Path) -> None:
    assert tried(killed) != tried(whole)
    assert cli.main(["conformance", "--resume", str(killed), *QUIET]) in (0, 1)
    assert tried(killed) == tried(whole)
    assert any(change.startswith("mutant") for _, change in tried(whole))


def test_check_goes_on_with_claims_without_the_name_of_the_suite(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--suite", "validation", *CLAIMS, "-t", "gcc-12-host", "--out", str(tmp_path), *QUIET]
    code = cli.main(["check", *words])
    (run,) = tmp_path.iterdir()
    every = tried(run)
    cut(run, every[0][0])
    assert cli.main(["check", "--resume", str(run), *QUIET]) == code
    assert tried(run) == every
    assert "nothing was launched" not in capsys.readouterr().out


def test_another_choice_is_refused_and_what_an_older_version_recorded_has_to_be_said_again(
    killed: Path, cli_says: Says
) -> None:
    before = tried(killed)
    for words, told in (
        ("conformance -b map.to", "-b says otherwise"), ("check", "resume it with conformance"),
        ("conformance -x map.to", "-x says otherwise"),
        ("conformance --controls", "--controls says otherwise"),
    ):  # fmt: skip
        assert told in cli_says(*words.split(), "--resume", str(killed), code=2).err
        assert tried(killed) == before
    file = killed / store.FILE_NAME
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    del lines[0]["options"]["claims"]
    file.write_text("".join(json.dumps(one) + "\n" for one in lines))
    options = Options(project=killed, verb="check", resume=killed)
    assert plan.as_begun(options, ("mutants",)) == (options, ("mutants",))
