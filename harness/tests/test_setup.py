"""Packages, side-by-side runtimes and the virtual environment, without network and without root."""

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from fakes import script

from league.base.errors import ToolchainError
from league.toolchains import packages, runtimes, setup
from league.toolchains.files import load_all

PROJECT = Path(__file__).resolve().parents[2]


class Says(list[str]):
    """Collects what would be printed."""

    def __call__(self, line: str) -> None:
        assert "\n" not in line
        self.append(line)


# --- lock files --------------------------------------------------------------------------------


def pins(name: str) -> set[str]:
    text = (PROJECT / "harness" / name).read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9-]+==\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_locks_pin_every_package_with_a_hash_and_name_no_server(name: str) -> None:
    text = (PROJECT / "harness" / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) > 10
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_the_locks_agree_and_hold_what_was_asked_for() -> None:
    assert pins("requirements.lock") < pins("requirements-dev.lock")
    held = {pin.split("==")[0] for pin in pins("requirements-dev.lock")}
    for name in ("requirements.in", "requirements-dev.in"):
        text = (PROJECT / "harness" / name).read_text(encoding="utf-8")
        for line in text.splitlines():
            if line and not line.startswith(("#", "-")):
                assert re.split(r"[=<>; ]", line)[0] in held


# --- the environment ---------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "harness").mkdir()
    for name in ("requirements.lock", "requirements-dev.lock"):
        (tmp_path / "harness" / name).write_text(f"{name} 1\n", encoding="utf-8")
    return tmp_path


class Commands(list[list[str]]):
    """Stands for running commands; `trouble` is what pip complains of."""

    def __init__(self) -> None:
        super().__init__()
        self.trouble = ""

    def __call__(self, command: Sequence[str]) -> str:
        if "import ensurepip" in command:
            return ""
        self.append(list(command))
        if "venv" in command:
            python = Path(command[-1]) / "bin" / "python"
            python.parent.mkdir(parents=True)
            python.touch()
            return ""
        return self.trouble


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    recorded = Commands()
    monkeypatch.setattr(setup, "_call", recorded)
    return recorded


def test_an_environment_is_made_once_and_again_for_a_changed_lock(
    project: Path, commands: Commands
) -> None:
    says = Says()
    python = setup.ensure_venv(project, say=says)
    assert python == project / ".venv" / "bin" / "python"
    assert [command[1:4] for command in commands] == [["-I", "-m", "venv"], ["-I", "-m", "pip"]]
    assert "--require-hashes" in commands[1]
    assert commands[1][-1] == str(project / "harness" / "requirements.lock")
    assert setup.ensure_venv(project, say=says) == python
    assert (len(commands), len(says)) == (2, 1)
    (project / "harness" / "requirements.lock").write_text("changed\n", encoding="utf-8")
    setup.ensure_venv(project, say=says)
    assert [command[3] for command in commands] == ["venv", "pip", "pip"]
    (project / ".venv" / "league.json").write_text("[", encoding="utf-8")  # a damaged marker
    assert setup.ensure_venv(project, say=says) is not None
    assert len(commands) == 4


def test_the_tools_of_a_developer_come_when_asked_for_and_are_not_taken_away(
    project: Path, commands: Commands
) -> None:
    setup.ensure_venv(project, say=Says())
    setup.ensure_venv(project, dev=True, say=Says())
    assert [command[3] for command in commands] == ["venv", "pip", "pip"]
    assert commands[-1][-1].endswith("requirements-dev.lock")
    assert setup.ensure_venv(project, say=Says()) is not None
    assert len(commands) == 3  # the tools' environment holds the other
    (project / "harness" / "requirements.lock").write_text("changed\n", encoding="utf-8")
    setup.ensure_venv(project, say=Says())
    assert commands[-1][-1].endswith("requirements-dev.lock")


def test_without_network_there_is_one_line_and_what_there_was(
    project: Path, commands: Commands
) -> None:
    commands.trouble = "ERROR: No matching distribution found"
    says = Says()
    assert setup.ensure_venv(project, say=says) is None
    assert "No matching distribution" in says[-1]
    assert "--setup" in says[-1]
    commands.trouble = ""
    python = setup.ensure_venv(project, say=says)
    assert python is not None
    (project / "harness" / "requirements.lock").write_text("changed\n", encoding="utf-8")
    commands.trouble = "no network"
    assert setup.ensure_venv(project, say=says) == python
    assert "older than its lock file" in says[-1]


# --- system packages ---------------------------------------------------------------------------


class FakeApt:
    """Stands for apt: what it knows before and after an update, and what was done with it."""

    done: list[str]
    known: dict[str, str]
    after_update: dict[str, str]

    def __init__(self, private: Path | None = None) -> None:
        del private

    def candidates(self, packages: Sequence[str]) -> dict[str, str]:
        return {name: self.known[name] for name in packages if name in self.known}

    def update(self) -> str:
        self.done.append("update")
        self.known.update(self.after_update)
        return ""

    def install(self, packages: Sequence[str]) -> str:
        self.done.append("install " + " ".join(packages))
        FakeSystem.installed.update(packages)
        return ""


class FakeSystem:
    """What dpkg holds."""

    installed: set[str]


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> type[FakeApt]:
    """A Debian where every tool is there and no package is, seen by root."""
    FakeSystem.installed = set()
    FakeApt.done, FakeApt.known, FakeApt.after_update = [], {}, {}
    monkeypatch.setattr(packages, "is_debian", lambda: True)
    monkeypatch.setattr(packages, "is_root", lambda: True)
    monkeypatch.setattr(packages, "Apt", FakeApt)
    known = FakeSystem.installed
    missing = lambda names: [one for one in dict.fromkeys(names) if one not in known]  # noqa: E731
    monkeypatch.setattr(packages, "missing", missing)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(setup, "_can_make_venv", lambda: True)
    return FakeApt


GCC = [one for one in load_all(PROJECT / "harness" / "toolchains") if one.name == "gcc-12-nvptx"]
PACKAGES = ["g++-12", "gcc-12-offload-nvptx"]


def test_package_lists_are_refreshed_only_when_needed(system: type[FakeApt]) -> None:
    system.known = dict.fromkeys(PACKAGES, "1")
    assert setup._system_packages(GCC, False, Says())
    assert system.done == ["install g++-12 gcc-12-offload-nvptx"]
    FakeSystem.installed.clear()
    system.done.clear()
    system.known, system.after_update = {}, dict.fromkeys(PACKAGES, "1")
    for _ in range(2):  # what is installed is left alone
        assert setup._system_packages(GCC, False, Says())
        assert system.done == ["update", "install g++-12 gcc-12-offload-nvptx"]


def test_what_the_release_lacks_is_said_and_the_rest_installed(system: type[FakeApt]) -> None:
    system.known = {"g++-12": "1"}
    says = Says()
    assert not setup._system_packages(GCC, False, says)
    assert "this Debian release does not have: gcc-12-offload-nvptx" in says
    assert system.done == ["update", "install g++-12"]


def test_who_cannot_install_is_told_what_to_type_or_to_get(
    system: type[FakeApt], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "is_root", lambda: False)
    says = Says()
    assert not setup._system_packages(GCC, True, says)
    line = "sudo apt-get install --no-install-recommends g++-12 gcc-12-offload-nvptx"
    tests = " ".join(setup._TEST_PACKAGES)
    assert says == [f"missing packages; type: {line} gfortran-12 {tests}"]
    assert system.done == []
    monkeypatch.setattr(packages, "is_debian", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "g++-12" else name)
    assert not setup._system_packages(GCC, False, says)
    assert says[1:] == ["this is not a Debian: install by other means g++-12"]


def test_tools_from_elsewhere_are_not_installed_again(
    system: type[FakeApt], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = {"cmake", "git"}
    monkeypatch.setattr(shutil, "which", lambda name: name if name in here else None)
    assert setup.packages_wanted([], False) == ["ninja-build", "ccache"]


@pytest.fixture
def described(system: type[FakeApt], commands: Commands, project: Path) -> Path:
    """A project with every toolchain file, on a system that has all packages."""
    shutil.copytree(PROJECT / "harness" / "toolchains", project / "harness" / "toolchains")
    known = load_all(project / "harness" / "toolchains")
    FakeSystem.installed.update(package for one in known for package in one.packages)
    return project


def test_a_second_setup_does_nothing(
    described: Path, system: type[FakeApt], monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[int] = []

    def fetch(project: Path, version: int) -> Path:
        if not runtimes.is_ready(runtimes.folder(project, version)):
            fetched.append(version)
            lay_packages(runtimes.folder(project, version), version, flat=True)
        return runtimes.folder(project, version)

    monkeypatch.setattr(runtimes, "fetch", fetch)
    says = Says()
    assert setup.setup(described, say=says)
    assert sorted(fetched) == [19, 22]
    assert sorted(line.split()[0] for line in says) == ["fetching", "fetching", "preparing"]
    assert setup.setup(described, say=says)
    assert len(says) == 3
    assert system.done == []


def test_a_runtime_that_cannot_be_had_does_not_stop_the_rest(
    described: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch(project: Path, version: int) -> Path:
        raise ToolchainError(f"apt knows no package libomp-{version}-dev; check the network")

    monkeypatch.setattr(runtimes, "fetch", fetch)
    says = Says()
    assert not setup.setup(described, extra=["clang-16-sm_90"], say=says)
    assert [line for line in says if line.startswith("LLVM 16 runtime: apt knows no package")]
    assert setup.venv_python(described).exists()


# --- runtimes ----------------------------------------------------------------------------------


def lay_packages(prefix: Path, version: int, *, flat: bool = False) -> None:
    """What unpacking the packages of one LLVM leaves behind, as far as it matters here."""
    own = prefix / "root" / "usr" / "lib" / f"llvm-{version}" / "lib"
    include = own / "clang" / str(version) / "include"
    include.mkdir(parents=True)
    (include / "omp.h").touch()
    host = prefix / "root" / "usr" / "lib" / "llvm-19" / "lib"
    host.mkdir(parents=True, exist_ok=True)
    (host / "libomp-19.so.5").write_text("the runtime", encoding="utf-8")
    (own / f"libomptarget.so.{version}.1").touch()
    (own / "libomptarget.so").symlink_to(f"libomptarget.so.{version}.1")
    (own / "libomptarget-nvptx-sm_90.bc").touch()
    (own / "libomp.so").symlink_to("../../x86_64-linux-gnu/libomp.so.5")  # leads nowhere
    (own / "libgomp.so").symlink_to("libomptarget.so")
    if flat:
        runtimes.lay_view(prefix, version)
        (prefix / "stamp.json").write_text("{}", encoding="utf-8")


@pytest.mark.parametrize("version", [19, 22])
def test_the_view_is_complete_and_can_be_moved(
    tmp_path: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtimes, "SYSTEM_LIBRARIES", tmp_path / "system")
    lay_packages(tmp_path / "before", version, flat=True)
    moved = tmp_path / "elsewhere" / "after"
    moved.parent.mkdir()
    (tmp_path / "before").rename(moved)
    assert runtimes.is_ready(moved)
    for name in ("libomp.so", "libomp.so.5"):
        assert (moved / "lib" / name).read_text(encoding="utf-8") == "the runtime"
    assert (moved / "lib" / "libomptarget.so").exists()
    assert (moved / "lib" / "libomptarget-nvptx-sm_90.bc").exists()
    assert not list((moved / "lib").glob("libgomp*")), "it would shadow the library of GCC"
    for link in (*(moved / "lib").iterdir(), *(moved / "include").iterdir()):
        assert link.is_symlink()
        assert not link.readlink().is_absolute()


@pytest.mark.parametrize(("version", "name"), [(16, "libLLVM-16.so.1"), (19, "libLLVM.so.19.1")])
def test_the_view_shows_the_systems_libllvm(
    tmp_path: Path, version: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = tmp_path / "system"
    system.mkdir()
    monkeypatch.setattr(runtimes, "SYSTEM_LIBRARIES", system)
    prefix = runtimes.folder(tmp_path, version)
    lay_packages(prefix, version, flat=True)
    assert not (prefix / "lib" / name).exists()
    (system / name).touch()  # the compiler was installed after the runtime
    runtimes.fetch(tmp_path, version)
    assert (prefix / "lib" / name).exists()


def test_packages_of_newer_versions() -> None:
    assert runtimes.packages_of(16, []) == ["libomp-16-dev", "libomp5-16"]
    newer = ["libomp-22-dev", "libomp5-19", "liboffload-22-dev", "liboffload-22"]
    assert runtimes.packages_of(22, []) == newer
    assert "libomp5-22" in runtimes.packages_of(22, ["libomp5-22"])


class Network:
    """Stands for apt's downloads and dpkg's unpacking."""

    def __init__(self, known: dict[str, str]) -> None:
        self.known = known
        self.downloads: list[str] = []
        self.up = True

    def __call__(self, private: Path | None = None) -> "Network":
        return self

    def candidates(self, packages: Sequence[str]) -> dict[str, str]:
        return {name: self.known[name] for name in packages if self.up and name in self.known}

    def update(self) -> str:
        return "" if self.up else "could not resolve the server"

    def download(self, package: str, version: str, folder: Path) -> str:
        self.downloads.append(package)
        (folder / f"{package}_{version.replace(':', '%3a')}_amd64.deb").touch()
        return ""


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    net = Network({"libomp-19-dev": "1:19.1", "libomp5-19": "1:19.1"})
    monkeypatch.setattr(packages, "Apt", net)
    monkeypatch.setattr(packages, "is_debian", lambda: True)
    monkeypatch.setattr(packages, "is_sound", lambda deb: deb.is_file())

    def unpack(deb: Path, root: Path) -> bool:
        if deb.name.startswith("libomp-"):
            lay_packages(root.parent, 19)
        return True

    monkeypatch.setattr(packages, "unpack", unpack)
    return net


def test_a_runtime_is_fetched_once_and_again_without_network(
    tmp_path: Path, network: Network
) -> None:
    prefix = runtimes.fetch(tmp_path, 19)
    assert runtimes.is_ready(prefix)
    assert network.downloads == ["libomp-19-dev", "libomp5-19"]
    stamp = json.loads((prefix / "stamp.json").read_text(encoding="utf-8"))
    assert stamp["llvm"] == 19
    network.up = False
    runtimes.fetch(tmp_path, 19)
    shutil.rmtree(prefix)
    assert runtimes.is_ready(runtimes.fetch(tmp_path, 19))
    assert len(network.downloads) == 2
    leftovers = [path.name for path in prefix.parent.iterdir() if path.name.startswith(".new")]
    assert leftovers == []


def test_a_runtime_without_network_says_why(tmp_path: Path, network: Network) -> None:
    network.up = False
    with pytest.raises(ToolchainError, match=r"libomp-19-dev \(could not resolve the server\);"):
        runtimes.fetch(tmp_path, 19)
    assert not runtimes.folder(tmp_path, 19).exists()


def test_packages_that_hold_no_runtime_are_refused(
    tmp_path: Path, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "unpack", lambda deb, root: True)
    with pytest.raises(ToolchainError, match="hold no complete OpenMP runtime"):
        runtimes.fetch(tmp_path, 19)
    assert not runtimes.folder(tmp_path, 19).exists()


def test_dpkg_is_asked_for_all_packages_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "a installed\\nb config-files\\nc not-installed"
    script(tmp_path / "dpkg-query", f"#!/bin/sh\nprintf '{told}\\n'\n")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert packages.missing(["a", "b", "c", "d", "b"]) == ["b", "c", "d"]
    assert packages.missing([]) == []


def test_the_module_can_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def record(project: Path, *, tests: bool = False) -> bool:
        asked.append(tests)
        return tests

    monkeypatch.setattr(setup, "setup", record)
    assert setup.main(["--tests"]) == 0
    assert setup.main([]) == 1
    assert asked == [True, False]
