"""Two users of a node: they wait for one another, and neither ends what the other started."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import fakes
import pytest

from league.records import store

ROOT = Path(__file__).parents[1]
PYTHON = "/usr/bin/python3"  # which any user may start

BODY = """
if "--guard" not in words:
    began = time.monotonic()
    time.sleep(0.1)
    with open(LOG, "a") as out:
        out.write(json.dumps([os.getuid(), began, time.monotonic()]) + "\\n")
"""


def test_two_users_at_once(tmp_path: Path) -> None:
    if os.geteuid() != 0 or not Path(PYTHON).exists():
        pytest.skip("only root can become two other users")
    if any(not parent.stat().st_mode & 0o001 for parent in ROOT.parents):
        pytest.skip("other users cannot read this folder")
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        folder = Path(place)
        log = folder / "log"
        program = fakes.add_program(folder / "build", "serial", f"LOG = {str(log)!r}\n{BODY}")
        first, _, rest = program.read_text().partition("\n")
        program.write_text(f"#!{PYTHON} -IS\n{rest}")
        assert first.startswith("#!")
        log.touch()
        log.chmod(0o666)
        for path in (folder, *folder.rglob("*")):
            if path.is_dir() or path == program:
                path.chmod(0o755)
        started = []
        for user in (4711, 4712):
            own = folder / str(user)
            own.mkdir()
            os.chown(own, user, user)
            line = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", PYTHON,
                    str(ROOT / "tests" / "fakes.py"), str(folder), "--precision", "fp64", "-l", "6",
                    "--seed", "1", "--out", str(own),
                    "--build-root", str(folder / "build")]  # fmt: skip
            environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(own),
                           "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
            started.append(subprocess.Popen(
                line, env=environment, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True,
            ))  # fmt: skip
        for process in started:
            said, _ = process.communicate(timeout=120)
            assert process.returncode == 0, said
        for user in (4711, 4712):
            (run,) = store.runs_in(folder / str(user))
            made = [one for one in store.read_records(run) if one["kind"] == "launch"]
            assert {one["verdict"]["answer"] for one in made} == {"pass"}
        times = [json.loads(line) for line in log.read_text().splitlines()]
    assert len({user for user, *_ in times}) == 2
    # Whoever times has the node for itself.
    for user, began, ended in times:
        others = [one for one in times if one[0] != user]
        assert not any(began < other[2] and other[1] < ended for other in others)
