"""What is told of a machine, and what is cut out of text."""

import socket
from pathlib import Path

import pytest
from fakes import script

from league.base import machine, scrub
from league.records import schema


def test_the_machine_is_described_and_not_named() -> None:
    made = schema.stamp(machine.describe())
    assert schema.validate(made) == []
    assert made["cores"] >= 1
    assert made["memory_bytes"] > 10**8
    assert socket.gethostname() not in str({**made, "kernel": ""})


def test_gpus_are_read_from_the_drivers_tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = "#!/bin/sh\necho 'NVIDIA H200, 580.1, 143771'\necho 'odd line'\n"
    tool = script(tmp_path / "nvidia-smi", says)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert machine.gpus() == [
        {"name": "NVIDIA H200", "driver": "580.1", "memory_bytes": 143771 * 2**20}
    ]
    tool.write_text("#!/bin/sh\necho failed\nexit 9\n")
    assert machine.gpus() == []


def test_heat_is_counted_once_per_package(tmp_path: Path) -> None:
    for number, package in enumerate((0, 0, 1)):
        cpu = tmp_path / f"cpu{number}"
        (cpu / "thermal_throttle").mkdir(parents=True)
        (cpu / "topology").mkdir()
        (cpu / "thermal_throttle" / "package_throttle_count").write_text("5\n")
        (cpu / "topology" / "physical_package_id").write_text(f"{package}\n")
    counter = machine.HeatCounter(tmp_path)
    assert counter.count() == 10
    assert machine.HeatCounter(tmp_path / "none").count() == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/p/kernels/a.cpp:3: error", "kernels/a.cpp:3: error"),
        ("in /p: x", "in .: x"),
        ("-I/usr/include/c++ -isystem /opt/x/include", "-Ic++ -isystem include"),
        ("'/usr/bin/cc1plus'", "'cc1plus'"),
        ("rpath,/opt/x/lib:/opt/y/lib", "rpath,lib:lib"),
        ("1/2 and/or a//b // comment", "1/2 and/or a//b // comment"),
        ("https://gcc.gnu.org/bugs/", "https://gcc.gnu.org/bugs/"),
        ("a\x1b[31mred", "a\N{REPLACEMENT CHARACTER}[31mred"),
        ("<3/4>", "<3/4>"),
    ],
)
def test_paths_are_cut(text: str, expected: str) -> None:
    assert scrub.scrub(text, [Path("/p")]) == expected


def test_home_and_host_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setattr(socket, "gethostname", lambda: "node17.example")
    told = scrub.scrub("from /home/somebody on node17.example, not node17.example2")
    assert told == "from ~ on <host>, not node17.example2"


def test_the_tail_of_a_text() -> None:
    assert scrub.tail("a\nb\nc\n\n", lines=2) == "b\nc"
    assert scrub.tail("x" * 50, characters=10) == "..." + "x" * 10
