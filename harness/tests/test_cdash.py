"""What CTest submits to a CDash, seen by a receiver that stands in for one."""

import hashlib
import json
import re
import shutil
import subprocess
import threading
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from fakes import script
from saying import called

from league.base.paths import project_root

ROOT = project_root()
MEASURE = ROOT / "harness" / "cmake" / "LeagueMeasure.cmake"


class Receiver(ThreadingHTTPServer):
    """Takes files as CDash's submit.php does, and says so."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files: dict[str, ET.Element] = {}
        self.asked: list[dict[str, list[str]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/submit.php?project=League"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_PUT(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        asked = parse_qs(urlsplit(self.path).query)
        digest = hashlib.md5(data).hexdigest()
        good = digest == asked["MD5"][0]
        if good:
            name = asked["FileName"][0].rpartition("XML___")[2]
            self.server.files[name] = ET.fromstring(data)
            self.server.asked.append(asked)
        said = "OK" if good else "ERROR"
        body = f"<cdash><status>{said}</status><message>no</message><md5>{digest}</md5></cdash>"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()


def call(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return called(command, cwd=cwd)


def run_script(build: Path, url: str, *more: str) -> subprocess.CompletedProcess[str]:
    words = ("-DTOOLCHAIN=gcc-12-host", "-DONLY=vadd", f"-DBUILD={build}", f"-DURL={url}")
    return call("ctest", "-S", "scripts/cdash.cmake", *words, *more)


@pytest.fixture(scope="module")
def submitted(receiver: Receiver, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build folder of what scripts/cdash.cmake built, measured and submitted."""
    if not all(map(shutil.which, ("g++-12", "ninja", "ctest"))):
        pytest.skip("needs GCC 12, Ninja and CTest")
    build = tmp_path_factory.mktemp("cdash")
    told = run_script(build, receiver.url, "-DSITE=a-machine")
    assert told.returncode == 0, told.stdout + told.stderr
    return build


def measurements(file: ET.Element, test: str) -> dict[str, str]:
    found = next(one for one in file.iter("Test") if one.findtext("Name") == test)
    assert found.get("Status") == "passed"
    return {
        str(one.get("name")): str(one.findtext("Value")) for one in found.iter("NamedMeasurement")
    }


@pytest.mark.slow
def test_a_dashboard_gets_build_tests_and_named_measurements(
    receiver: Receiver, submitted: Path
) -> None:
    assert set(receiver.files) == {"Configure.xml", "Build.xml", "Test.xml", "Done.xml"}
    for file in ("Configure.xml", "Build.xml", "Test.xml"):
        site = receiver.files[file]
        assert site.tag == "Site"
        assert (site.get("Name"), site.get("BuildName")) == ("a-machine", "gcc-12-host")
        assert str(site.get("BuildStamp")).endswith("-Experimental")
    assert all(asked["project"] == ["League"] for asked in receiver.asked)
    assert receiver.files["Build.xml"].find("Build/Error") is None
    test = receiver.files["Test.xml"]
    assert all(one.get("Status") == "passed" for one in test.iterfind("Testing/Test"))
    for variant in ("serial", "omp"):
        told = measurements(test, f"kernels.vadd.{variant}.measure")
        for precision in ("fp32", "fp64"):
            assert told[f"place {precision}"] == "host"
            compute, total = (float(told[f"{n} {precision} (ms)"]) for n in ("compute", "total"))
            assert 0 < compute <= total
        [record, *_] = (submitted / "kernels" / "vadd").glob(f"vadd.{variant}.record.jsonl")
        [first, _] = [json.loads(line) for line in record.read_text().splitlines()]
        times = sorted(one["compute"] for one in first["samples"] if not one["warmup"])
        assert float(told["compute fp32 (ms)"]) == pytest.approx(times[len(times) // 2] / 1e6)


@pytest.mark.slow
def test_ctest_alone_submits_an_experiment(receiver: Receiver, submitted: Path) -> None:
    """`ctest -D Experimental` in a build folder, without the script."""
    told = call("cmake", str(submitted), f"-DCTEST_SUBMIT_URL={receiver.url}")
    assert told.returncode == 0, told.stderr
    receiver.files.clear()
    told = call("ctest", "-D", "Experimental", "-R", "vadd.omp.measure", cwd=submitted)
    assert told.returncode == 0, told.stdout + told.stderr
    assert {"Configure.xml", "Build.xml", "Test.xml"} <= set(receiver.files)
    site = receiver.files["Test.xml"]
    assert site.get("Name") == "unnamed"  # the host's name is for its owner to give
    assert re.fullmatch(r"gcc-12-host-12\.\d+\.\d+", str(site.get("BuildName")))
    assert "compute fp64 (ms)" in measurements(site, "kernels.vadd.omp.measure")


@pytest.mark.slow
def test_a_dashboard_that_is_not_there_fails(submitted: Path) -> None:
    told = run_script(submitted, "http://127.0.0.1:9/submit.php?project=League")
    assert told.returncode != 0
    assert f"something failed; {submitted}/Testing holds what" in " ".join(told.stderr.split())


def measure(folder: Path, does: str) -> subprocess.CompletedProcess[str]:
    """Run LeagueMeasure.cmake with a program that does something."""
    program = script(folder / "program", f"#!/bin/sh\n{does}\n")
    record = str(folder / "record.jsonl")
    return call("cmake", "-P", str(MEASURE), str(program), record, "--class", "S")


def a_record(answer: str, *compute: int) -> str:
    moved = {"launches": 7, "to_device": 4096, "from_device": 0}
    samples = [{"warmup": True, "compute": 10**12, "total": 10**12, "compute_motion": None}]
    samples += [{"warmup": False, "compute": one, "total": one + 1, "compute_motion": moved}
                for one in compute]  # fmt: skip
    return json.dumps(
        {"precision": "fp64", "place": "device", "answer": answer, "samples": samples}
    )


@pytest.mark.skipif(not shutil.which("cmake"), reason="needs CMake")
def test_the_middle_sample_and_the_counts_are_told(tmp_path: Path) -> None:
    line = a_record("pass", 9_000_000, 12_000_345, 1_000_000_000)
    told = measure(tmp_path, f'echo \'{line}\' > "$2"; test "$4" = S')
    assert told.returncode == 0, told.stderr
    found = dict(re.findall(r'name="([^"]+)">([^<]+)<', told.stderr))
    assert found == {
        "place fp64": "device", "compute fp64 (ms)": "12.000345", "total fp64 (ms)": "12.000346",
        "launches fp64": "7", "to device fp64": "4096", "from device fp64": "0",
    }  # fmt: skip


@pytest.mark.skipif(not shutil.which("cmake"), reason="needs CMake")
def test_a_wrong_answer_fails_and_has_no_time(tmp_path: Path) -> None:
    line = a_record("wrong", 9_000_000)
    told = measure(tmp_path, f"echo '{line}' > \"$2\"; exit 1")
    assert told.returncode != 0 and "CTestMeasurement" not in told.stderr
    told = measure(tmp_path, "kill -SEGV $$")
    assert told.returncode != 0 and "CTestMeasurement" not in told.stderr


@pytest.mark.skipif(not shutil.which("cmake"), reason="needs CMake")
def test_without_a_device_it_is_skipped(tmp_path: Path) -> None:
    told = measure(tmp_path, "exit 77")
    assert told.returncode == 0 and "skipped: no device" in told.stderr


@pytest.mark.skipif(not shutil.which("ctest"), reason="needs CTest")
def test_the_script_demands_a_toolchain(tmp_path: Path) -> None:
    told = call("ctest", "-S", str(ROOT / "scripts" / "cdash.cmake"), cwd=tmp_path)
    assert told.returncode != 0
    assert "name a toolchain: -DTOOLCHAIN=gcc-12-host" in told.stdout + told.stderr
