"""Site files: what they may say, what is wrong in them, what the doctor makes of them."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from fakes import script
from saying import Says, called

from league import cli
from league.base.errors import LeagueError, UsageError
from league.batch import doctor, site
from league.batch.scheduler import Resources

PAGE = Path(__file__).parents[1] / "docs" / "site.md"


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "here.toml"
    file.write_text(text)
    return file


FULL = """schema = 1
name = "here"
scheduler = "slurm"
python = "python3"
exclusive = false
at_once = 4
setup = ["umask 022"]
[job]
account = "abc"
time = "2h"
options = ["--mail-type=NONE"]
[node.gpu]
partition = "gpu"
gres = "gpu:1"
[toolchain."clang-*"]
modules = ["llvm/19"]
spack = ["cuda@12"]
setup = ["ulimit -s ${STACK}"]
environment = { OMP_NUM_THREADS = "8" }
node = "gpu"
"""


def test_everything_a_site_can_say(tmp_path: Path) -> None:
    made = site.load(written(tmp_path, FULL))
    assert (made.name, made.scheduler, made.exclusive, made.at_once) == ("here", "slurm", False, 4)
    told = made.surroundings("clang-19-sm_90", Resources(partition="fast"))
    assert told.resources == Resources(
        partition="fast", account="abc", gres="gpu:1", minutes=120, options=("--mail-type=NONE",)
    )
    assert told.setup == (
        "umask 022", "ulimit -s ${STACK}", "module load llvm/19", "spack load cuda@12",
        "export OMP_NUM_THREADS=8",
    )  # fmt: skip
    assert made.surroundings("gcc-12-host", Resources()).setup == ("umask 022",)


def test_a_launcher_is_of_the_site_or_of_a_toolchain(tmp_path: Path) -> None:
    text = "schema = 1\nlauncher = \"apptainer exec --nv '/sw/a b.sif'\"\n"
    text += '[toolchain.own]\nlauncher = "podman run x"\n[toolchain.bare]\nlauncher = ""\n'
    made = site.load(written(tmp_path, text))
    found = [made.surroundings(name, Resources()).launcher for name in ("a", "own", "bare")]
    assert found == [("apptainer", "exec", "--nv", "/sw/a b.sif"), ("podman", "run", "x"), ()]
    told = [line for good, line in doctor.findings(made) if not good]
    assert "own: podman, its launcher, is not here" in told or shutil.which("podman")


WRONG = [
    ("name = 'x'", r"needs 'schema = 1'"),
    ("schema = 1\nscheduler = 'slrum'", r"unknown scheduler 'slrum'; did you mean slurm"),
    ("schema = 1\npartitoin = 'x'", r"here.toml:2: unknown key 'partitoin'"),
    ("schema = 1\n[job]\ntime = 'soon'", r"'soon' is no time for a job"),
    ("schema = 1\n[job]\ncpus = '4'", r"'cpus' has the wrong type; give a whole number"),
    ("schema = 1\n[toolchain.a]\nnode = 'gpu'", r"toolchain a: unknown node type 'gpu'"),
    ("schema = 1\n[job", r"not valid TOML"),
    ("schema = 1\nlauncher = 'x \"y'", r"here.toml:2: launcher = 'x \"y': No closing quotation"),
    ("schema = 1\n[toolchain.a]\nlauncher = '\"'", r"No closing quotation"),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_what_is_wrong_is_one_line_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(LeagueError, match=told):
        site.load(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "minutes"), [("90", 90), ("90m", 90), ("2h", 120), ("1:30:00", 90), ("0:00:30", 1)]
)
def test_times(text: str, minutes: int) -> None:
    assert site.minutes_of(text) == minutes


@pytest.mark.parametrize("text", ["", "0", "-5", "1.5h", "1:30", "9" * 30])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(UsageError, match="is no time for a job"):
        site.minutes_of(text)


def test_the_variable_names_a_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(site.VARIABLE, raising=False)
    assert site.chosen(None) == site.Site()
    monkeypatch.setenv(site.VARIABLE, str(written(tmp_path, FULL)))
    assert site.chosen(None).name == "here"
    assert site.chosen(written(tmp_path, "schema = 1"), shared=True).exclusive is False


def stub(folder: Path, *names: str) -> None:
    for name in names:
        script(folder / name, "#!/bin/sh\nexit 0\n")


def test_the_doctor_tells_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stub(tmp_path, "qsub", "qstat", "qdel")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    text = f"""schema = 1
scheduler = "pbs"
python = "{sys.executable}"
[toolchain.good]
setup = ["true"]
[toolchain.bad]
setup = ["true", "echo no module of that name; false", "touch x"]
"""
    told = list(doctor.findings(site.load(written(tmp_path, text))))
    assert [good for good, _ in told] == [True, True, True, True, False]
    lines = [line for _, line in told]
    assert lines[1] == "here: pbs was never run on a real one, only on stubs"
    assert lines[3] == "good: true: works here"
    assert lines[4] == (
        f"bad: no module of that name: {site.FAILED} echo no module of that name; false;"
        " mend the site file"
    )


def test_the_first_line_of_a_set_up_that_fails_ends_the_job(tmp_path: Path) -> None:
    after = tmp_path / "after"
    setup = ("true", "module-of-nobody load llvm/19", f"touch {after}")
    lines = site.Surroundings(Resources(), setup).script()
    made = called(["bash", "-c", "\n".join([*lines, "exec true"])])
    assert made.returncode == 127 and not after.exists()
    assert made.stderr.splitlines()[-1] == f"{site.FAILED} module-of-nobody load llvm/19"


def test_the_doctor_misses_a_batch_system_and_a_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    text = f'schema = 1\nscheduler = "lsf"\npython = "{tmp_path}/none"\n'
    told = list(doctor.findings(site.load(written(tmp_path, text))))
    assert [good for good, _ in told] == [False, True, False]


def test_doctor_of_a_site_is_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli_says: Says
) -> None:
    stub(tmp_path, "sbatch", "squeue", "scancel", "scontrol")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    file = written(tmp_path, f'schema = 1\npython = "{sys.executable}"\n')
    assert "slurm is here" in cli_says("doctor", "--site", str(file)).out
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    (tmp_path / "sbatch").unlink()
    file.write_text('schema = 1\nscheduler = "flux"\n')
    assert cli.main(["doctor", "--site", str(file)]) == 2


def test_the_sites_of_the_page_are_good_and_short(tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 3
    for block in blocks:
        assert len(block.splitlines()) <= 12
        site.load(written(tmp_path, block))
