"""The recipes for CI services: what they call exists, and the script does a night end to end."""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fakes
import pytest
import yaml
from saying import called, until

from league import cli

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "harness/docs/ci.md"


def recipes() -> list[Any]:
    blocks = re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.M)
    return [yaml.safe_load(block) for block in blocks]


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value


def test_recipes_call_what_there_is() -> None:
    github, gitlab = recipes()
    choice = github["jobs"]["offload"]["env"]["CHOICE"]
    called = [text for one in (github, gitlab) for text in strings(one) if "scripts/" in text]
    assert len(called) == 3
    for line in called:
        words = shlex.split(line.replace("$CHOICE", choice).replace("$SAVE", "--no-save"))
        assert words[:2] == ["scripts/nightly.sh", "store"]
        options = [word for word in words[2:] if word != "--no-save"]
        cli.parser_of("run", cli.load("run")).parse_args(options)


def test_recipes_keep_the_folder_and_show_comment_tests_failures_and_dashboard() -> None:
    github, gitlab = recipes()
    job = github["jobs"]["offload"]
    steps = {step.get("uses", "").partition("@")[0]: step for step in job["steps"]}
    uses = list(steps)
    assert uses.index("actions/cache/restore") < uses.index("actions/cache/save")
    assert any("store/comment.md" in step.get("run", "") for step in job["steps"])
    assert gitlab["offload"]["cache"]["paths"] == ["store"]
    assert any("store/comment.md" in line for line in gitlab["offload"]["after_script"])
    (sarif,) = (step for use, step in steps.items() if "upload-sarif" in use)
    assert sarif["with"] == {"sarif_file": "store/failures.sarif"}
    assert job["permissions"]["security-events"] == "write"
    assert gitlab["offload"]["artifacts"]["reports"] == {"junit": "store/junit.xml"}
    (pages,) = (step for use, step in steps.items() if "upload-pages-artifact" in use)
    assert pages["with"]["path"] == "store/site"
    assert any("deploy-pages" in use for use in uses)
    assert gitlab["pages"]["script"] == ["cp -r store/site public"]
    script = (ROOT / "scripts/nightly.sh").read_text(encoding="utf-8")
    assert re.search(r'^ *league dashboard .* -o "\$store/site"', script, re.MULTILINE)


def test_without_a_folder_the_script_says_how() -> None:
    line = [ROOT / "scripts/nightly.sh"]
    told = called(line)
    assert told.returncode == 2
    assert told.stderr.startswith("Measure, hold against a baseline")


FAKE = """#!/bin/sh
# stands in for run_all.py: notes what it is asked, and copies a run
echo "$@" >> "$NOTES"
case $1 in
  run)
    [ -z "${WAITS:-}" ] || { mkdir -p "$3/20261121-00"; echo $$ > "$WAITS"; exec sleep 60; }
    n=$(grep -c '^run' "$NOTES")
    mkdir -p "$3/20261121-0$n" && exit "${RUN_CODE:-0}" ;;
  gate) exit "${GATE_CODE:-0}" ;;
  baseline) [ "${BASELINE_CODE:-0}" = 0 ] && mkdir -p "$6/main" ; exit "${BASELINE_CODE:-0}" ;;
  history) [ "$2" = save ] && mkdir -p "$5" && touch "$5/$3.json" ;;
esac
exit 0
"""


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "scripts"
    fakes.script(folder / "run_all.py", FAKE)
    monkeypatch.setenv("NOTES", str(tmp_path / "notes"))
    library = tmp_path / "harness/league/batch/night.sh"
    library.parent.mkdir(parents=True)
    shutil.copy(ROOT / library.relative_to(tmp_path), library)
    real = (ROOT / "scripts/nightly.sh").read_text(encoding="utf-8")
    return fakes.script(folder / "nightly.sh", real)


def night(script: Path, *words: str, **codes: int) -> tuple[int, list[str]]:
    notes, store = script.parents[1] / "notes", script.parents[1] / "store"
    known = notes.read_text(encoding="utf-8") if notes.exists() else ""
    environment = {**os.environ, **{name: str(code) for name, code in codes.items()}}
    done = subprocess.run([script, store, *words], env=environment, check=False)
    lines = notes.read_text(encoding="utf-8").removeprefix(known).splitlines()
    return done.returncode, [" ".join(line.split()[:2]) for line in lines]


def newest(script: Path) -> str:
    return max(one.name for one in (script.parents[1] / "store/runs").iterdir())


def test_nights_follow_one_another(script: Path) -> None:
    code, asked = night(script, RUN_CODE=1, BASELINE_CODE=2)
    assert code == 1 and "baseline save" in asked  # what is right in it, if anything, is one
    code, asked = night(script, "-b", "vadd")
    first = ["run --out", "export junit", "export sarif"]
    shown = ["history --history", "dashboard --history"]
    kept = ["history save", f"report {newest(script)}"]
    assert (code, asked) == (0, [*first, "baseline save", *kept, *shown])
    code, asked = night(script, "-b", "vadd", GATE_CODE=3)
    assert code == 3  # slower, and in the history all the same
    gate = f"gate {newest(script)}"
    assert asked == [*first, gate, "history save", f"report {newest(script)}", *shown]
    code, asked = night(script, "--no-save", GATE_CODE=1)
    assert (code, len(asked), asked[3][:5]) == (1, 6, "gate ")
    code, asked = night(script, RUN_CODE=1, GATE_CODE=0)
    assert code == 0  # failed before as well: the gate judges
    code, asked = night(script, RUN_CODE=5)
    assert (code, asked) == (5, ["run --out"])


def test_numbers_of_ones_own_are_added_before_the_gate(script: Path, tmp_path: Path) -> None:
    file = tmp_path / "numbers.json"
    file.write_text("{}", encoding="utf-8")
    asked = night(script, "--no-save", "--numbers", str(file))[1]
    assert asked == ["run --out", "history add", "export junit", "export sarif"]
    fakes.script(file, "#!/bin/sh\ntest -d $1\n")
    code, asked = night(script, "--numbers", str(file), "-b", "vadd")
    assert (code, asked[:2], asked[4]) == (0, ["run --out", "history add"], "baseline save")
    assert night(script, "-b", "vadd", "--compiler", "a b", "--build-root=c d")[0] == 0
    notes = (tmp_path / "notes").read_text(encoding="utf-8").splitlines()
    (gate,) = (line for line in notes if line.startswith("gate"))
    assert gate.endswith("comment.md --compiler a b --build-root=c d")


def test_an_old_answer_is_not_posted_again(script: Path) -> None:
    """The service restores the folder of another night; what is proposed has no baseline here."""
    store = script.parents[1] / "store"
    store.mkdir()
    for name in ("comment.md", "junit.xml", "failures.sarif"):
        (store / name).write_text("old", encoding="utf-8")
    assert night(script, "--no-save", RUN_CODE=5)[0] == 5
    assert [*store.rglob("*")] == [store / "runs"]


def test_a_store_that_is_none_is_told_before_anything_and_nothing_is_harmed(
    script: Path, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    (tmp_path / "comment.md").write_text("mine", encoding="utf-8")
    for words in ([""], [str(file)], ["--no-save"], []):
        done = subprocess.run([script, *words], cwd=tmp_path, check=False, capture_output=True)
        assert done.returncode == 2 and done.stderr
    assert not (tmp_path / "notes").exists()
    assert {one.name for one in tmp_path.iterdir()} == {"file", "comment.md", "harness", "scripts"}


def test_the_newest_nights_are_kept_and_no_proposed_one(script: Path) -> None:
    runs = script.parents[1] / "store/runs"
    for _ in range(4):
        assert night(script, "--keep", "2")[0] == 0
        assert night(script, "--keep", "2", "--no-save")[0] == 0
    assert len([*runs.iterdir()]) == 2 and newest(script).endswith("-07")


def test_a_signal_ends_the_run_and_its_folder(script: Path, tmp_path: Path) -> None:
    waits, store = tmp_path / "waits", tmp_path / "store"
    for words in ([], ["--no-save"]):
        waits.unlink(missing_ok=True)
        line = [script, store, *words, "-b", "vadd"]
        begun = subprocess.Popen(line, env={**os.environ, "WAITS": str(waits)})
        until(lambda: waits.exists() and waits.read_text(encoding="utf-8").endswith("\n"))
        child = int(waits.read_text(encoding="utf-8"))
        begun.terminate()
        assert begun.wait(30) == 130
        until(lambda: not Path(f"/proc/{child}").exists())  # noqa: B023
        assert [*store.rglob("*")] == [store / "runs"]
