"""The documents keep their limits, and every command in them is accepted as it is written."""

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from saying import called, run_all

from league import cli
from league.base import exit_codes
from league.base.errors import LeagueError, ToolchainError
from league.published import problems
from proofs import documents, door

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "results" / "reference" / "debian12-2core"
RUN_ALL = "scripts/run_all.py"

#: Verbs that say what they would do, and do nothing.
DRY = {"", "build", "check", "run", "sweep"}
#: Verbs that read a run, and a committed run to read.
READ = {
    "compare": "quick-fresh-machine", "export": "quick-fresh-machine", "figures": "npb-offload-B",
    "report": "quick-fresh-machine", "list": "quick-fresh-machine", "query": "quick-fresh-machine",
    "baseline": "quick-fresh-machine", "gate": "quick-fresh-machine",
    "history": "quick-fresh-machine", "dashboard": "quick-fresh-machine", "matrix": "conformance",
}  # fmt: skip
#: Options that name what is kept beside runs, or where it goes.
KEPT = {"baseline": "--baselines", "gate": "--baselines", "history": "--history",
        "dashboard": "--output"}  # fmt: skip
#: Commands that are parsed here and executed by `-m documents` only, or not at all; why.
PARSED = {
    f"{RUN_ALL} --setup": "installs packages of the system",
    f"{RUN_ALL} doctor": "tries every compiler: a minute",
    f"{RUN_ALL} probe": "compiles and runs programs with every toolchain",
    f"{RUN_ALL} selftest": "builds: minutes",
    f"{RUN_ALL} conformance": "compiles and runs claims: minutes",
    f"{RUN_ALL} bundle": "builds for GPUs: minutes, and needs patchelf",
    f"{RUN_ALL} import": "needs the results of another machine",
    f"{RUN_ALL} emulate": "needs a program of nvcc, and builds the emulated device: minutes",
    f"{RUN_ALL} run-bundle": "needs a bundle, and a machine to run it on",
    f"{RUN_ALL} submit": "needs a batch system",
    f"{RUN_ALL} collect": "needs a run that was submitted",
    f"{RUN_ALL} cancel": "needs a run that was submitted",
    f"{RUN_ALL} counts": "needs a check on the emulated device",
    f"{RUN_ALL} merge": "needs the results of other machines",
    f"{RUN_ALL} portability": "needs runs of several machines",
}
#: Of those, what is not executed by `-m documents` either.
NEVER = (
    "--setup", "bundle", "cancel", "collect", "counts", "emulate", "import", "merge",
    "portability", "run-bundle", "submit",
)  # fmt: skip
#: Verbs that measure until they are done, which can take hours, or until a budget ends.
BOUNDED = ("run", "check", "sweep")
#: What reads a run whose program failed and is here; test_faulty executes it.
FAILED = "case"
#: What names something that the reader has: a run with failures, a file of selections or of a site;
#: test_again and test_batch_sites execute them (and --where, which may ask for earlier times).
OWN = {"--failed", "--since", "--select", "here.toml"}
#: Other programs in the documents, and why they are not called.
ELSEWHERE = {
    "scp": "copies to another machine",
    "ssh": "runs on another machine",
    "git": "goes through a repository's history",
    "python3": "runs in an unpacked bundle on another machine",
    "scripts/test_all.sh": "runs every test, this one included",
    "scripts/published.py": "builds the mini-apps with every toolchain and runs them for minutes",
    "scripts/studies.py": "measures for the figures of the studies: minutes",
    "scripts/prove.py": "takes minutes; the tests of harness/proofs try each",
    "scripts/claims.py": "tries every claim with four compilers: an hour",
    "scripts/gallery.py": "needs a browser, and changes pictures",
    "scripts/check_tree.py": "is a test of its own",
    "scripts/render.py": "is a step of scripts/test_all.sh",
    "scripts/nightly.sh": "builds and measures; test_nightly runs it",
}
#: What stands for a name of the reader's own.
PLACES = {
    "RUN": "committed", "EMULATED": "committed", "OLD": "committed", "NEW": "committed",
    "FILE": "results.tar.gz",
    "FORMAT": "csv",
}  # fmt: skip


def block_commands(text: str) -> Iterator[str]:
    """Lines of the blocks marked as sh; a backslash goes on in the next line."""
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for line in block.replace("\\\n", " ").splitlines():
            if line.strip():
                yield line


def inline_commands(text: str) -> Iterator[str]:
    """Commands in the running text and in tables."""
    outside = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    yield from re.findall(r"`((?:scripts/\w[^`]*|(?:cmake|ctest|python3) [^`]*))`", outside)


def commands() -> list[str]:
    """Every command of the top README and of the pages in harness/docs, once."""
    pages = [ROOT / "README.md", *sorted((ROOT / "harness" / "docs").glob("*.md"))]
    found: dict[str, None] = {}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for line in [*block_commands(text), *inline_commands(text)]:
            found[" ".join(line.split(" #")[0].split())] = None
    return list(found)


def verb_of(words: list[str]) -> str:
    return words[1] if len(words) > 1 and not words[1].startswith("-") else ""


def head_of(words: list[str]) -> str:
    """What a command is looked up by in the tables: program, and verb or first option."""
    if words[0] != RUN_ALL:
        return words[0]
    if "--setup" in words:
        return f"{RUN_ALL} --setup"
    return f"{RUN_ALL} {verb_of(words)}".strip()


def filled(words: list[str]) -> list[str]:
    """A command line's words with names of the reader's own, and what is committed by its path."""
    known = [PLACES.get(word, word) for word in words]
    return [str(ROOT / word) if word.startswith("results/reference/") else word for word in known]


def execute(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return run_all(*words, cwd=folder, env={**os.environ, "NO_COLOR": "1"})


def refused(line: str) -> str:
    """Why a command is no command of this project; empty if it is one."""
    if line.startswith(("cmake ", "ctest ")):
        return refused_cmake(line)
    words = filled(shlex.split(line))
    if words[0] == "scripts/nightly.sh":  # its options are those of run
        words = [RUN_ALL, "run", *words[2:]]
    if words[0] in ELSEWHERE:
        return "" if words[0] in ("scp", "ssh", "git", "python3") else refused_script(words)
    if words[0] != RUN_ALL:
        return f"{words[0]}: the test does not know this program"
    try:
        verb, rest = cli.split_verb(words[1:])
        cli.parser_of(verb, cli.load(verb)).parse_args(rest)
    except LeagueError as error:
        return str(error)
    return ""


def refused_script(words: list[str]) -> str:
    """A script has to be there, and to know its options."""
    script = ROOT / words[0]
    if not os.access(script, os.X_OK):
        return f"{words[0]} is no program"
    if words[0] == "scripts/prove.py":
        door.proof_of(words[1])[1].parse_args(words[2:])
        return ""
    if words[0] == "scripts/published.py":
        return refused_problems(words[1:])
    unknown = [word for word in words[1:] if word not in script.read_text(encoding="utf-8")]
    return f"{words[0]} does not know {unknown}" if unknown else ""


def refused_problems(words: list[str]) -> str:
    """A published problem has to be there."""
    known = {one.name for one in problems.load(ROOT)}
    asked = [glob for option, glob in pairwise(words) if option == "-p"]
    unknown = [glob for glob in asked if not fnmatch.filter(known, glob)]
    return f"there is no published problem {unknown}" if unknown else ""


def refused_cmake(line: str) -> str:
    """A preset has to exist, and the build folder to be its own."""
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    known = {one["name"] for one in presets["configurePresets"]}
    for step in line.split(" && "):
        if step.startswith("ctest -S "):
            if refused_script_of_ctest(step.split()[2:]):
                return f"{step}: {refused_script_of_ctest(step.split()[2:])}"
            continue
        options = dict(re.findall(r"(--preset|--build|--test-dir|-L) (\S+)", step))
        if len(options) * 2 != len(step.split()) - 1:
            return f"{step}: the test does not know these options"
        for option in ("--preset", "--build", "--test-dir"):
            name = options.get(option, "").removeprefix("build/")
            if name and name not in known:
                return f"{step}: there is no preset {name}"
    return ""


def refused_script_of_ctest(words: list[str]) -> str:
    """The script has to be there, and to say something of each variable."""
    script, *settings = words
    if not (ROOT / script).is_file():
        return f"there is no {script}"
    text = (ROOT / script).read_text(encoding="utf-8")
    names = [word.partition("=")[0] for word in settings]
    unknown = [name for name in names if not name.startswith("-D") or f"{name}=" not in text]
    return f"it does not know {unknown}" if unknown else ""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_documents_keep_their_limits() -> None:
    assert list(documents.complaints()) == []


#: Each command, and its words.
COMMANDS = [(line, shlex.split(line)) for line in commands()]


@pytest.mark.parametrize("line", [line for line, _ in COMMANDS])
def test_every_command_is_accepted_and_has_a_way_to_be_tried(line: str) -> None:
    """Dry, on a committed run, or in a table that says why not."""
    assert refused(line) == ""
    if line.startswith(("cmake ", "ctest ")):
        return  # executed by `-m documents`
    words = shlex.split(line)
    dry = words[0] == RUN_ALL and verb_of(words) in DRY
    head = head_of(words)
    assert head in PARSED or head in ELSEWHERE or verb_of(words) in READ or dry


@pytest.mark.parametrize(
    "line",
    [
        f"{RUN_ALL} measure -b jacobi",
        f"{RUN_ALL} run --benchmarks jacobi",
        f"{RUN_ALL} run -b jacobi -l many",
        "scripts/test_all.sh --everything",
        "scripts/no_such.py",
        "cmake --preset clang-19-x86-64",
        "cmake --preset clang-19-x86_64 && ctest --test-dir build/nowhere -L smoke",
        "cmake -G Ninja",
        "ctest -S scripts/no_such.cmake",
        "ctest -S scripts/cdash.cmake -DTOOLCHAINS=gcc-12-host",
    ],
)
def test_a_wrong_command_is_refused(line: str) -> None:
    assert refused(line) != ""


@pytest.mark.parametrize(
    "line",
    [line for line, words in COMMANDS if head_of(words) not in PARSED and words[0] == RUN_ALL
     and verb_of(words) in DRY and OWN.isdisjoint(words)],
)  # fmt: skip
def test_long_commands_run_dry(line: str, here: Path) -> None:
    words = [*shlex.split(line)[1:], "--dry-run", "--out", str(here / "runs")]
    # 5: a toolchain the command names is not on this machine.
    assert cli.main(words) in (0, ToolchainError.exit_code)
    assert list(here.iterdir()) == []
    assert cli.main(["run", "-t", "glang-19-host", "--dry-run"]) == 2


@pytest.mark.parametrize(
    "line", [line for line, words in COMMANDS if verb_of(words) in READ and FAILED not in words]
)
def test_reading_commands_run_on_committed_records(line: str, here: Path) -> None:
    words = filled(shlex.split(line)[1:])
    for name in ("runs/committed", "kept/main"):
        shutil.copytree(REFERENCE / READ[words[0]], here / name)
    kept = [KEPT[words[0]], str(here / "kept")] if words[0] in KEPT else []
    where = [*kept, "--out", str(here / "runs")]
    if words[:2] == ["history", "verify"]:
        assert cli.main(["history", "save", *where]) == 0
    if words[:2] == ["history", "add"]:
        give_numbers(here / PLACES["FILE"])
    assert cli.main([*words, *where]) == 0


def give_numbers(file: Path) -> None:
    """Write the numbers that the page on CI services shows."""
    page = (ROOT / "harness/docs/ci.md").read_text(encoding="utf-8")
    shown = re.search(r"^```json\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert shown is not None
    file.write_text(shown.group(1).replace("*nvptx*", "*x86_64"), encoding="utf-8")


def test_the_table_that_is_explained_is_that_of_the_committed_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from league.records import store
    from league.show import league_table_text

    monkeypatch.setenv("COLUMNS", "100")
    records = store.read_records(REFERENCE / "quick-fresh-machine")
    table = league_table_text(records).splitlines()
    page = (ROOT / "harness/docs/reading.md").read_text(encoding="utf-8")
    block = re.search(r"^```\n(Toolchain .*?)^```", page, re.DOTALL | re.MULTILINE)
    assert block is not None
    shown = block.group(1).splitlines()
    assert len(shown) > 2
    assert [line for line in shown if line not in table] == []


@pytest.mark.slow
@pytest.mark.documents
@pytest.mark.parametrize(
    "line",
    [line for line, words in COMMANDS if head_of(words).split()[-1] not in NEVER
     and head_of(words) not in ELSEWHERE and verb_of(words) not in READ
     and (OWN | {"--where"}).isdisjoint(words)],
)  # fmt: skip
def test_every_command_does_its_work(line: str, tmp_path: Path) -> None:
    """As it is written, but that what is measured goes to a folder of the test, for minutes."""
    words = shlex.split(line)
    if words[0] == RUN_ALL:
        more = ["--out", str(tmp_path / "runs")]
        bounded = verb_of(words) in BOUNDED and "--budget" not in words
        told = execute([*words[1:], *more, *(["--budget", "4m"] if bounded else [])], ROOT)
    else:
        bash = ["bash", "-c", line]
        told = called(bash, cwd=ROOT)
    ended = f"exit {told.returncode}\n{told.stdout}{told.stderr}"
    assert told.returncode in (exit_codes.GOOD, exit_codes.BUDGET), ended


@pytest.fixture()
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The rules looking at a small tree of its own with one good benchmark."""
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    folder = tmp_path / "kernels" / "toy"
    folder.mkdir(parents=True)
    (tmp_path / "README.md").write_text("# Toys\n\nSee [toy](kernels/toy/README.md).\n")
    (folder / "CMakeLists.txt").write_text("")
    (folder / "README.md").write_text(
        "# toy\n\n## Classes\n\n| class | n |\n|---|---|\n| S | 10 |\n\n40 % of it, 3 times.\n\n"
        "## Seen so far\n\nIt is fast. See [NOTES.md](NOTES.md#times).\n\n## Origin\n\n1 s.\n"
    )
    (folder / "NOTES.md").write_text(
        "# Notes\n\n<!-- rendered: times a-run -b toy -->\n| omp | 3.1 ms |\n"
        "<!-- end rendered -->\n\nClang 19 does not vectorise class S with 960 × 960 cells.\n"
    )
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return documents


@pytest.mark.parametrize(
    ("file", "before", "after", "complaint"),
    [
        ("README.md", "See", "word " * 700 + "See", "README.md: 703 words"),
        ("README.md", "toy/README.md", "toy/README", "README.md:3: there is no kernels/toy/README"),
        ("README.md", "See", "`scripts/gone.py` See", "README.md:3: there is no scripts/gone.py"),
        ("kernels/toy/README.md", "40", "word\n" * 80, "at most 80"),
        ("kernels/toy/README.md", "40", "word " * 800, "at most 800"),
        ("kernels/toy/README.md", "40", "x" * 160, "README.md:9: 178 columns"),
        ("kernels/toy/README.md", "fast", "1.5× as fast", "README.md:13: 'It is 1.5×'"),
        ("kernels/toy/README.md", "NOTES.md#", "NOTE.md#", "there is no NOTE.md#times"),
        ("kernels/toy/NOTES.md", "Clang", "It takes 3 ms. Clang", "NOTES.md:7: 'It takes 3 ms'"),
        ("kernels/toy/NOTES.md", "Clang", "40 % less. Clang", "'40 %'"),
        ("kernels/toy/NOTES.md", "Clang", "900 Mop/s. Clang", "'900 Mop/s'"),
        ("kernels/toy/NOTES.md", "Clang", "2 times slower. Clang", "'2 times'"),
        ("kernels/toy/NOTES.md", "<!-- end rendered -->", "", "has no end"),
        ("kernels/toy/NOTES.md", "<!-- rendered: times a-run -b toy -->", "", "no rendered block"),
    ],
)
def test_faults_of_documents_are_found(
    tree: ModuleType, file: str, before: str, after: str, complaint: str
) -> None:
    assert list(tree.complaints()) == []
    path = tree.ROOT / file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))
    assert any(complaint in line for line in tree.complaints())


def test_what_stands_twice_is_found(tree: ModuleType) -> None:
    """As a merge of two branches leaves it."""
    pages = tree.ROOT / "harness/docs/decisions"
    pages.mkdir(parents=True)
    for name in ("0001-first.md", "0002-second.md"):
        (pages / name).write_text("# x\n")
    log = tree.ROOT / "CHANGELOG.md"
    log.write_text("- A verb is new.\n- Another one is.\n")
    assert list(tree.complaints()) == []
    (pages / "0002-other.md").write_text("# x\n")
    log.write_text("- A verb is new.\n- A verb is new.\n")
    told = "\n".join(tree.complaints())
    assert "decision 0002: stands 2 times" in told
    assert "CHANGELOG.md: - A verb is new.: stands 2 times" in told


def test_words_are_counted_as_a_reader_does() -> None:
    link = "[a link](there/it/is.md) <!-- no word\nof this --> end"
    for text in ("One, two - three.", "| a | b c |\n|---|---|\n", link, "`run.py -b x` ÷ ×"):
        assert documents.words(text) == 3, text


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "harness/README.md", "validation/README.md"])
def test_files_that_a_page_names_exist(page: str) -> None:
    """A path in backticks, from the root or from the page's folder, without placeholders."""
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|json|toml|cmake|hpp|cpp|md|sh))`", text)
    assert named, page
    places = (ROOT, (ROOT / page).parent)
    assert [one for one in named if not any((place / one).exists() for place in places)] == []
