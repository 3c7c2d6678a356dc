"""The gallery: its page shows every picture that its script makes, and each is small."""

import re
import struct
from pathlib import Path

import pytest

from league.base import paths
from league.show.site import documents
from proofs import gallery

PAGE = paths.project_root() / "harness" / "docs" / "gallery.md"


def _pictures() -> dict[str, str]:
    text = PAGE.read_text(encoding="utf-8")
    return {file: told for told, file in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text)}


def _size(file: Path) -> tuple[int, ...]:
    return struct.unpack(">II", file.read_bytes()[16:24])


def test_the_page_shows_the_pictures_of_the_script_and_of_each_study() -> None:
    shown = _pictures()
    own = [name for name in shown if name.startswith("gallery/")]
    assert own and sorted(own) == sorted(f"gallery/{name}.png" for name in gallery.SHOTS)
    made = {f"gallery/{one.name}" for one in gallery.FOLDER.iterdir()}
    assert made == set(own)
    assert all(len(told.split()) > 3 for told in shown.values())  # for who does not see them
    studies = {Path(name).name.split("-")[0] for name in shown if name.endswith(".svg")}
    assert studies == {"one", "ptx", "lambda", "course", "tutorial"}


def test_the_pictures_are_as_large_as_their_window_and_quickly_there() -> None:
    for name, shot in gallery.SHOTS.items():
        file = gallery.FOLDER / f"{name}.png"
        assert file.stat().st_size <= gallery.MOST, name
        assert _size(file) == shot.window, name


def test_the_site_has_the_gallery_and_its_pictures() -> None:
    known = documents.load(paths.project_root())
    assert any(one.source == "harness/docs/gallery.md" for one in known)
    images = documents.images(paths.project_root(), known)
    assert all(one.is_file() for one in images.values())
    assert {f"files/harness/docs/gallery/{name}.png" for name in gallery.SHOTS} <= set(images)


def test_a_picture_is_made_small() -> None:
    image = pytest.importorskip("PIL.Image")
    import io
    import random

    dice = random.Random(3)
    noise = image.frombytes("RGB", (300, 300), bytes(dice.randrange(256) for _ in range(270_000)))
    whole = io.BytesIO()
    noise.save(whole, "PNG")
    made = gallery.small(whole.getvalue())
    assert len(made) < gallery.MOST < len(whole.getvalue())
    assert image.open(io.BytesIO(made)).size == (300, 300)
