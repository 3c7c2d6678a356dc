"""The container that holds a bundle: linted, and its lines executed where there is little."""

import sys
from pathlib import Path
from typing import Any

import fakes
import pytest
from bundles import lines_of, packed
from saying import called

from league.base.errors import LeagueError, UsageError
from league.bundle import archive, container

HADOLINT = Path(sys.executable).parent / "hadolint"


def linted(file: Path) -> str:
    done = called([HADOLINT, "--no-color", file])
    return done.stdout + done.stderr if done.returncode else ""


def test_a_dockerfile_is_written_beside_the_archive(tmp_path: Path) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    packed(tmp_path, tmp_path / "b.tar.gz", containerise=True)
    identity = archive.unpack(tmp_path / "b.tar.gz", tmp_path / "away").name
    lines = lines_of(tmp_path / "b.Dockerfile")
    assert lines["FROM"] == "python:3.11-slim-bookworm"
    assert lines["ADD"] == "b.tar.gz /opt/"
    assert f"python3 /opt/{identity}/run.py --dry-run" in lines["RUN"]
    assert linted(tmp_path / "b.Dockerfile") == ""
    broken = tmp_path / "x.Dockerfile"
    broken.write_text((tmp_path / "b.Dockerfile").read_text().replace("RUN ", "RUN cd /tmp && "))
    assert "DL3003" in linted(broken)


def manifest(**needs: Any) -> dict[str, Any]:
    told = {"glibc": [2, 36], "libraries": [], **needs}
    of = {"record": {"device": needs.pop("device", "host")}, "needs": told}
    return {"id": "0123456789ab", "league": "1.0", "source": "1f3c2ab", "dirty": True,
            "toolchains": {"a": of}}  # fmt: skip


def told(image: str = "", **needs: Any) -> str:
    return container.definition(Path("b.tar.xz"), manifest(**needs), image)


def test_what_the_image_must_have_follows_from_the_bundle() -> None:
    text = told()
    assert "nvidia" not in text.lower() and "--gpus" not in text and "Expected" not in text
    assert "1f3c2ab-dirty" in text
    gpu = told(device="nvptx", libraries=["libcuda.so.1", "libcublas.so.13"])
    assert "# Expected of the machine or the base image: libcublas.so.13, libcuda.so.1\n" in gpu
    assert "--gpus all" in gpu
    assert "slim-bookworm" in told(glibc=[2, 17]) and "trixie" in told(glibc=[2, 37])
    with pytest.raises(LeagueError, match=r"need glibc 2\.99; name an image that has it with --b"):
        told(glibc=[2, 99])
    assert "registry.site:5000/py@sha256:ab" in told("registry.site:5000/py@sha256:ab")


def test_names_that_would_say_something_else_are_refused() -> None:
    with pytest.raises(UsageError, match=r"use another -o"):
        container.check(Path("a b.tar.gz"), "")
    with pytest.raises(UsageError, match=r"is no name of an image"):
        container.check(Path("b.tar.gz"), "x\nRUN y")
