"""JSON from outside has one door; what lies in build folders and caches is from outside, too."""

import json
import re
from pathlib import Path

import pytest
from test_shape import answer, outcome

from league.base.errors import LeagueError
from league.claims import one
from league.records import schema
from league.run import build
from league.sweep import shape
from league.toolchains import probes, setup

PACKAGE = Path(schema.__file__).parents[1]
#: Modules that may call the parser: the door, and what reads a file of the package below it.
DOORS = {"records/schema.py", "base/models.py", "run/catalogue.py", "show/site/compilers.py",
         "base/exit_codes.py", "base/check_environment.py", "analysis/device.py",
         "profile/counters.py", "profile/phases.py"}  # fmt: skip
#: Writes a program that reads in another framework what League printed.
DOORS |= {"show/frameworks.py"}
#: Holds the program of a bundle, which looks at it before anything of League is imported.
DOORS |= {"bundle/pack.py"}
#: Names the emulated GPUs, of a table of the package.
DOORS |= {"run/emulator.py"}
#: Texts that are no JSON, or hold what cannot be computed with or written again.
HARMFUL = [
    "", "\0", "[]", "null", "[" * 100_000, '{"a": ' * 50_000, '{"fingerprint": NaN}',
    '{"fingerprint": 1e999, "targets": {}}', '{"fingerprint": ' + "9" * 400 + ', "targets": {}}',
    '{"fingerprint": "m", "fingerprint": "m", "targets": {}}',
    '{"fingerprint": "m", "targets": []}', '{"fingerprint": "m", "targets": {"x": ["one"]}}',
    '{"ok": "yes", "reason": "", "remedy": "", "fatal": 0}',
    '{"ok": true, "reason": [], "remedy": "", "fatal": false}',
]  # fmt: skip


def test_one_door() -> None:
    users = {
        file.relative_to(PACKAGE).as_posix()
        for file in PACKAGE.rglob("*.py")
        if re.search(r"\bjson\.loads?\b|JSONDecoder", file.read_text(encoding="utf-8"))
    }
    assert users == DOORS


@pytest.mark.parametrize("text", HARMFUL, ids=lambda text: text[:40])
def test_a_damaged_cache_is_no_cache(text: str, tmp_path: Path) -> None:
    for name in ("league-configure.json", "league-failures.json", "manifest.json", "build.ninja"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert not build.is_configured(tmp_path, ["cmake"])
    assert build._load_failures(tmp_path, "m") == {}
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/league.json").write_text(text, encoding="utf-8")
    assert setup._marker(tmp_path).get("requirements.lock") is None


@pytest.mark.parametrize("text", HARMFUL, ids=lambda text: text[:40])
def test_a_damaged_probe_is_tried_again(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = probes.Job("serial", ("c++",), device_here=False)
    found = probes.Capability(True)
    monkeypatch.setattr(probes, "_try", lambda job: found)
    (tmp_path / f"{job.key()}.json").write_text(text, encoding="utf-8")
    assert probes.probe(job, tmp_path) == found
    monkeypatch.setattr(probes, "_try", lambda job: pytest.fail("the cache was mended"))
    assert probes.probe(job, tmp_path) == found


@pytest.mark.parametrize("text", [*HARMFUL, '{"toolchain": "x"}'], ids=lambda text: text[:40])
def test_a_damaged_kit_is_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "kit.json").write_text(text, encoding="utf-8")
    with pytest.raises(LeagueError, match=r"^kit\.json is damaged \(.*\); configure"):
        one.read_kit(tmp_path / "kit.json")


def test_an_answer_of_the_probe_is_whole_or_garbage() -> None:
    told = answer("x86_64", 16)
    for gone in ("device", "regions", "lanes"):
        less = {name: value for name, value in told.items() if name != gone}
        assert shape.judge("x", "x86_64", outcome(0, json.dumps(less))).verdict == "garbage"
    for empty in ("regions", "lanes"):
        text = json.dumps({**told, empty: []})
        assert shape.judge("x", "x86_64", outcome(0, text)).verdict == "garbage"
    told["regions"][0]["teams"] = "four"
    assert shape.judge("x", "x86_64", outcome(0, json.dumps(told))).verdict == "garbage"
    assert shape.judge("x", "x86_64", outcome(0, "[" * 100_000)).verdict == "garbage"
