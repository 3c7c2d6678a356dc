"""The Dockerfile of a container that holds a bundle; Podman, Buildah and Apptainer read it, too.

The image is a small Python, the bundle unpacked below /opt, and nothing else: building it needs no
network beyond the base image.  The bundle verifies itself while the image is built, and again at
every start.  Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from league.base.errors import LeagueError, UsageError

#: What ``--container`` takes.
KINDS = ("docker",)
#: Debian's glibc and an image that has it, oldest first.
_IMAGES = (((2, 36), "python:3.11-slim-bookworm"), ((2, 41), "python:3.13-slim-trixie"))
#: Names that need no quotes in either kind of file.
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_IMAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@-]*")
# Exit code 5: this machine lacks what the programs need; the one that runs them may have it.
_VERIFY = "python3 {home}/run.py --dry-run || test $? -eq 5"

_DOCKER = """\
# A bundle of League as an image; needs no network beyond the base image.
#   docker build -f {file} -t league-bundle .
#   docker run --rm {gpus}-v "$PWD:/results" league-bundle --budget 25m
# The last one leaves results-<run>.tar.gz in the folder where it is typed.
{expected}FROM {image}
LABEL org.opencontainers.image.version="{version}" org.opencontainers.image.revision="{source}"
{variables}ADD {archive} /opt/
RUN {verify}
ENTRYPOINT ["python3", "{home}/run.py", "--out", "/results"]
"""


def check(archive: Path, image: str) -> None:
    """Raise UsageError for names that cannot stand in such a file."""
    if not _PLAIN.fullmatch(archive.name):
        raise UsageError(f"{archive.name} cannot be named in a container's file; use another -o")
    if image and not _IMAGE.fullmatch(image):
        raise UsageError(f"{image!r} is no name of an image; write NAME:TAG")


def file_of(archive: Path) -> Path:
    """Return the file that defines a container for an archive."""
    return archive.with_name(archive.name.partition(".tar")[0] + ".Dockerfile")


def definition(archive: Path, manifest: Mapping[str, Any], image: str = "") -> str:
    """Return the file that makes an image from an archive beside it.

    Raises LeagueError if no image is known that is new enough and none was named.
    """
    toolchains = manifest["toolchains"].values()
    gpu = any(one["record"]["device"] == "nvptx" for one in toolchains)
    wanted = sorted({name for one in toolchains for name in one["needs"]["libraries"]})
    expected = f"# Expected of the machine or the base image: {', '.join(wanted)}\n"
    # Without these the container toolkit hands in no driver, unless the base image is CUDA's.
    variables = "ENV NVIDIA_VISIBLE_DEVICES=all NVIDIA_DRIVER_CAPABILITIES=compute,utility\n"
    home = f"/opt/league-bundle-{manifest['id']}"
    return _DOCKER.format(
        image=image or _image(manifest),
        file=file_of(archive).name,
        archive=archive.name,
        home=home,
        verify=_VERIFY.format(home=home),
        version=manifest["league"],
        source=manifest["source"] + ("-dirty" if manifest["dirty"] else ""),
        expected=expected if wanted else "",
        variables=variables if gpu else "",
        gpus="--gpus all " if gpu else "",
    )


def _image(manifest: Mapping[str, Any]) -> str:
    least = max(tuple(one["needs"]["glibc"]) for one in manifest["toolchains"].values())
    for glibc, image in _IMAGES:
        if least <= glibc:
            return image
    told = ".".join(map(str, least))
    raise LeagueError(f"the programs need glibc {told}; name an image that has it with --base")
