"""The tutorial's matrix: which compiler is right on which platform, and with which benchmark."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from league.base import models
from league.show.plots.chart import Chart, Panel, Series, Value
from league.studies import published
from league.studies.measured import Record
from league.verdicts import judging, read

ID = "tutorial"
#: What a cell of the matrix says where nothing could run.
NO_DEVICE = "no device"
_Told = dict[str, dict[str, list[bool | None]]]


def matrix(runs: Sequence[Sequence[Record]]) -> Chart:
    """How many launches were right where they belong: by platform, and by benchmark."""
    right: _Told = {}
    there: set[str] = set()
    for record in (record for records in runs for record in records):
        if record.get("kind") != "launch" or record.get("mode") not in ("check", "timed"):
            continue
        offloads = models.of(record["model"]).offloads
        hosts = record["toolchain"].endswith("-host")
        if offloads == hosts or "lesson" in record["variant"]:  # which is meant to be wrong
            continue
        told = dict(record["verdict"])
        if told.get("place") == "emulated":  # no time counts there, but answers do
            told["place"] = "device"
        good = judging.is_right(told, offloads=offloads)
        if record["verdict"].get("place") != "unknown":
            there.add(record["toolchain"])
        ended = read(str(record["verdict"].get("launch")))
        absent = "no-device" in (ended.word, ended.detail)
        names = right.setdefault(record["toolchain"], {})
        names.setdefault(record["benchmark"], []).append(None if absent else good)
    for toolchain in right.keys() - there:  # nothing of it reached any place
        right[toolchain] = {name: [None] for name in right[toolchain]}
    by_platform = _panel("compilers by platforms", _platforms(right))
    offloading = {name: right[name] for name in sorted(right) if not name.endswith("-host")}
    by_benchmark = _panel("toolchains by benchmarks", offloading)
    return Chart(
        "tutorial-matrix",
        "What is right where it belongs, by compiler and platform",
        (by_platform, by_benchmark),
        (
            "Host: serial and host OpenMP; x86_64: offload to a plug-in device; nvptx: a GPU from"
            f" NVIDIA; emulated: such a GPU, emulated. '{NO_DEVICE}' was built, and had nothing to"
            " run on; an empty cell was not launched anywhere.",
            f"The tutorial ({published.of(ID)['source']}) shows the matrix of 2020 as a picture.",
        ),
    )


def _platforms(right: _Told) -> _Told:
    """Return the same by platform and compiler; the names of toolchains hold both."""
    found: _Told = {}
    for toolchain, names in right.items():
        compiler, _, platform = toolchain.rpartition("-")
        platform = "nvptx" if platform.startswith("sm_") else platform
        told = found.setdefault(platform, {}).setdefault(compiler, [])
        told += [good for several in names.values() for good in several]
    first = ("host", "x86_64", "nvptx", "emulated")
    known = {name: found[name] for name in first if name in found}
    return {**known, **{name: found[name] for name in sorted(found.keys() - known)}}


def _panel(title: str, right: _Told) -> Panel:
    series = tuple(
        Series(name, tuple(_cell(one, told) for one, told in sorted(right[name].items())))
        for name in right
    )
    return Panel(
        title, "", "% of launches right, at the place that counts", series, "matrix", log_y=False,
        missing="" if series else "run_all.py check gives them",
    )  # fmt: skip


def _cell(name: str, told: Sequence[bool | None]) -> Value:
    ran = [good for good in told if good is not None]
    if not ran:
        return Value(name, 0, launches=0, note=NO_DEVICE)
    return Value(name, 100 * statistics.mean(ran), launches=len(ran))
