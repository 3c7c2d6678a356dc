"""Manifests changed at random: each is refused in one way or is one that bundle could have made."""

import contextlib
import copy
import json
from pathlib import Path
from typing import Any

import pytest

from league.base import bounds
from league.base.errors import LeagueError
from league.bundle import archive, contents
from tests import bundles

hypothesis = pytest.importorskip("hypothesis")
st = hypothesis.strategies

#: Values of every type and some that have done harm elsewhere.
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(1 << 70), 1 << 70),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(
        ["", ".", "..", "../../victim", "/etc/passwd", "run.py", "a\0b", "\x1b[2J", "é", "\ud800"]
    ),
    st.lists(st.integers(0, 9), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("made")
    folder = archive.unpack(bundles.made(home, "omp"), home / "away")
    bundles.without_runner(folder)
    return folder


#: Examples are the same in every run.
usual = hypothesis.settings(
    max_examples=150, derandomize=True, deadline=None, database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)  # fmt: skip


def changed(draw: Any, manifest: dict[str, Any]) -> dict[str, Any]:
    """Drop, replace, double or rename some of what a manifest holds."""
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(bundles.places(manifest)))
        inside: Any = manifest
        for key in way:
            inside = inside[key]
        how = draw(st.sampled_from(["drop", "replace", "replace", "double", "rename"]))
        value = inside.pop(last) if how in ("drop", "rename") else inside[last]
        if how == "replace":
            inside[last] = draw(VALUES)
        elif how == "double" and isinstance(inside, list):
            inside.append(copy.deepcopy(value))
        elif how == "rename" and isinstance(inside, dict):
            inside[draw(st.text(max_size=20))] = value
    return manifest


@usual
@hypothesis.given(data=st.data())
def test_a_manifest_changed_at_random_is_refused_or_sound(bundle: Path, data: Any) -> None:
    file = bundle / contents.MANIFEST
    good = file.read_bytes()
    manifest = changed(data.draw, json.loads(good))
    if data.draw(st.integers(0, 9)):
        with contextlib.suppress(ValueError):  # half a character has no bytes
            manifest["id"] = contents.identity(manifest)
    file.write_bytes(json.dumps(manifest).encode())
    before = bundles.seen(bundle)
    try:
        found = contents.verified(bundle)
    except LeagueError as error:
        assert "\n" not in str(error)
        assert str(error).isprintable()
        assert len(str(error)) < 500
    else:
        assert found.manifest["id"] == contents.identity(manifest)
        assert {"run.py", "build/fake/manifest.json"} <= {
            entry["path"] for entry in manifest["files"]
        }
        for entry in manifest["files"]:
            assert bounds.is_path(entry["path"])
            assert (bundle / entry["path"]).stat().st_size == entry["bytes"]
    finally:
        assert bundles.seen(bundle) == before
        file.write_bytes(good)


@usual
@hypothesis.given(at=st.integers(0, 1 << 20), data=st.binary(max_size=8), cut=st.integers(0, 200))
def test_bytes_changed_at_random_are_refused_in_one_way(
    bundle: Path, at: int, data: bytes, cut: int
) -> None:
    file = bundle / contents.MANIFEST
    good = file.read_bytes()
    start = at % len(good)
    file.write_bytes(good[:start] + data + good[start + cut :])
    try:
        contents.verified(bundle)
    except LeagueError as error:
        assert str(error).isprintable()
    else:
        assert json.loads(file.read_bytes()) == json.loads(good)
    finally:
        file.write_bytes(good)
