"""Every sentence of the report follows from records: other records are planted, and it changes."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from synthetic import records, whole
from test_device_code import launch

from league.records.launches import Key
from league.records.view import view
from league.show import anchors, layout
from league.show.model import MOST_FAILURES, Report, report_of

Json = dict[str, Any]
CELL = Key("clang-22-x86_64", "jacobi", "target-data", "W", "fp64")


def told(lines: list[Json]) -> Report:
    return report_of([view(lines, "r")], figures=False)


def answer(lines: list[Json]) -> str:
    return " ".join(told(lines).heads[0].answer)


def planted(lines: list[Json], change: Callable[[Json], None], **names: str) -> list[Json]:
    """Return records of which those with these fields were changed."""
    made = []
    for line in lines:
        fits = line["kind"] == "launch" and all(line[key] == name for key, name in names.items())
        copy = {**line}
        if fits:
            copy["verdict"] = {**line["verdict"]}
            change(copy)
        made.append(copy)
    return made


def wrong(line: Json) -> None:
    line["verdict"]["answer"] = line["worst"] = "wrong"
    line["reason"] = "max_error: error 7.5, tolerance 0.25"
    line["output_tail"] = "planted words"


def test_the_first_sentence_says_who_how_far_how_right_and_where() -> None:
    first, second = told(records()).heads[0].answer
    assert re.fullmatch(
        r"Clang 22\.1\.8 \(clang-22-x86_64\) comes first of 2 compilers that ran target regions on"
        r" a device: its best variants take 1\.\d\d× \(1\.\d\d–1\.\d\d\) the time of the fastest"
        r" host omp, over 4 problems; 10 of the 13 variants it built are right, 4 failed; they ran"
        r" on the CPU as device x86_64 \(AMD EPYC 9B14, 2 cores\)\.",
        first,
    )
    assert second.startswith("Next is Clang 19.1.7 (clang-19-x86_64) with 1.")


def test_the_fastest_is_named_unless_launches_do_not_tell_it_apart() -> None:
    alike = answer(records(slower=1.075))
    assert " cannot be told apart from Clang " in alike and "Beside it is Clang" in alike
    other = answer(records(slower=1.5))
    assert other.startswith("Clang 19.1.7 (clang-19-x86_64) comes first")
    assert "told apart" not in other and "Next is Clang 22.1.8" in other


def test_a_planted_failure_turns_the_answer_and_the_list() -> None:
    before = told(records())
    lines = planted(records(), wrong, toolchain=CELL.toolchain, benchmark="jacobi",
                    variant="target-data", precision="fp64")  # fmt: skip
    after = told(lines)
    assert "9 of the 13 variants it built are right, 5 failed" in after.heads[0].answer[0]
    first, second = ({one.failure for _, _, one in each.failures} for each in (before, after))
    (cell,) = second - first
    assert cell == anchors.failure(anchors.cell(CELL.toolchain, CELL))
    row = next(one for _, _, one in after.failures if one.failure == cell)
    assert row.reason == "max_error: error 7.5, tolerance 0.25"


def test_of_very_many_failures_the_first_are_listed_and_the_others_counted() -> None:
    report = told(records())
    assert report.left_out == ""
    many = replace(report, failures=report.failures * 400)
    text = layout.report(many)
    more = len(many.failures) - MOST_FAILURES
    assert f"{more:,} more failures, each with its benchmark." in text
    assert text.count('<td class="words">') == MOST_FAILURES


def test_on_a_gpu_the_answer_names_it_and_the_reference() -> None:
    first = told(records(gpu=True)).heads[0].answer[0]
    assert first.startswith("GNU 12.2.0 (gcc-12-nvptx) ")
    assert "the time of CUDA on the same GPU" in first
    assert "they ran on NVIDIA H200." in first
    lines = [{**one, "gpus": [{"name": "Planted GPU"}]} if one["kind"] == "machine" else one
             for one in records(gpu=True)]  # fmt: skip
    assert "they ran on Planted GPU." in answer(lines)


def test_few_launches_rank_nobody_and_who_is_alone_is_told_to_be_the_reference() -> None:
    first = answer(records(launches=1))
    assert "cannot be told apart from" in first and "comes first" not in first
    alone = [one for one in records() if one.get("toolchain", "gcc-12-host") == "gcc-12-host"]
    first = answer(alone)
    assert first.startswith("GNU 12.2.0 (gcc-12-host) is the only compiler that ran threads on the")
    assert "its best variants are themselves the reference, over 4 problems" in first


def test_without_times_the_answer_counts_what_is_right() -> None:
    checks = [one for one in records() if one.get("mode") != "timed"]
    assert re.match(
        r"\d+ cells verified, \d+ failed, 1 variant failed as expected; no time here",
        answer(checks),
    )
    assert answer([one for one in checks if one["kind"] == "session"]) == (
        "These records hold no cell that was timed or checked."
    )


def test_what_an_emulated_device_got_right_is_counted() -> None:
    """Every launch on the device is made one on an emulated device: nothing of it is verified."""
    checks = [one for one in records() if one.get("mode") != "timed"]
    emulated = [
        {**one, "verdict": {**one["verdict"], "place": "emulated"}, "worst": "emulated"}
        if one["kind"] == "launch" and one["verdict"]["place"] == "device" else one
        for one in checks
    ]  # fmt: skip
    assert "emulated" not in answer(checks)
    assert re.search(r", [1-9]\d* right on an emulated device; no time here", answer(emulated))
    tiles = {label: number for _, number, label in told(emulated).tiles}
    assert int(tiles["verified, emulated"]) > 0


@pytest.mark.parametrize("kept", [3, 1])
def test_of_claims_the_share_is_told(kept: int) -> None:
    worst = ["pass"] * kept + ["wrong"] * (4 - kept)
    lines = [whole({"kind": "claim", "claim": f"c{n}", "toolchain": "t", "worst": one})
             for n, one in enumerate(worst)]  # fmt: skip
    told = f"t keeps {kept} of 4 claims about a device ({25 * kept} %), {4 - kept} it does not."
    assert answer([whole({"kind": "session"}), *lines]) == told


def test_every_field_of_the_matrix_leads_to_its_evidence() -> None:
    report = told(records())
    known = {one.anchor for part in report.benchmarks for one in part.evidence}
    known |= {anchors.toolchain(one.column.label) for one in report.toolchains}
    lines = [line for block in report.matrix.blocks for row in block.rows
             for box in row.boxes for line in box.lines]  # fmt: skip
    assert len(lines) > 100
    assert {line.link[1:] for line in lines if line.mark.label != "not in this run"} <= known


def test_links_of_the_document_lead_somewhere() -> None:
    text = layout.report(told(records()))
    document = (Path(__file__).parents[1] / "docs" / "reading.md").read_text(encoding="utf-8")
    part = document.partition("links stay the same")[2].partition("\n\n")[0]
    links = re.findall(r"`#([^`]+)`", part)
    assert len(links) == 6
    for link in links:
        assert re.search(f'id="{re.escape(link)}', text), link


def test_evidence_holds_launches_checks_commands_flags_and_last_words() -> None:
    report = told(records())
    found = {one.anchor: one for part in report.benchmarks for one in part.evidence}
    good = found[anchors.cell(CELL.toolchain, CELL)]
    assert good.launches == "5 launches, each the median of 5 repetitions"
    assert len(good.times) == 5 and not any(one.struck or one.note for one in good.times)
    (check,) = good.checks
    assert (check.name, check.error, check.tolerance) == ("max_error", "1.3e-14", "8.9e-14")
    assert dict(good.facts)["Flags"] == "-O3 -fopenmp"
    assert dict(good.commands) == {
        "Again": "scripts/run_all.py run -b jacobi -v target-data -t clang-22-x86_64 -c W"
                 " --precision fp64",
        "Program": "OMP_TARGET_OFFLOAD=MANDATORY build/clang-22-x86_64/kernels/jacobi/"
                   "jacobi.target-data --class W --precision fp64 --repeat 5 --warmup 1",
    }  # fmt: skip
    crashed = Key("clang-19-x86_64", "jacobi", "target-nested", "W", "fp64")
    ended = found[anchors.cell(crashed.toolchain, crashed)]
    assert "Aborted & lost" in ended.tail
    assert dict(ended.facts)["Flags of the toolchain"] == "-O3 -march=native -fopenmp"
    unbuilt = found[anchors.build("clang-22-x86_64", "triad", "target-nested")]
    assert "1 error generated." in unbuilt.tail
    fell = Key("clang-22-x86_64", "triad", "target-usm", "W", "fp64")
    assert all(one.struck for one in found[anchors.cell(fell.toolchain, fell)].times)


def test_the_largest_error_of_all_launches_is_told() -> None:
    def worse(line: Json) -> None:
        if line["index"] == 3:
            checks = [{**one, "error": 5e-14} for one in line["record"]["checks"]]
            line["record"] = {**line["record"], "checks": checks}

    lines = planted(records(), worse, toolchain=CELL.toolchain, benchmark="jacobi",
                    variant="target-data", precision="fp64")  # fmt: skip
    found = {one.anchor: one for part in told(lines).benchmarks for one in part.evidence}
    assert found[anchors.cell(CELL.toolchain, CELL)].checks[0].error == "5e-14"


def test_what_holds_nothing_is_folded() -> None:
    report = told(records())
    folded = report.matrix.folded()
    assert set(report.matrix.labels) - set(folded.labels) == {"nvcc-13-sm_90"}
    assert [one.about for one in folded.rest] == [
        "4 rows that hold nothing", "1 toolchain that holds nothing"
    ]  # fmt: skip
    rows = {(block.name, row.name) for block in folded.blocks for row in block.rows}
    assert ("jacobi", "acc") not in rows and ("jacobi", "omp") in rows
    silent = {row.column.label for row in report.silent}
    assert silent == {"gcc-12-nvptx", "nvcc-13-sm_90", "clang-14-x86_64", "nvhpc-25-sm_90"}
    with_gpu = told(records(gpu=True))
    assert with_gpu.matrix.folded().labels == with_gpu.matrix.labels


# Nothing constant

_NAMES = re.compile(r"\bfp(32|64)\b|x86_64|clang-\d+|gcc-\d+|nvcc-\d+|nvhpc-\d+|sm_\d+|class [SW]")


def otherwise() -> list[Json]:
    """Return records in which everything that is told is another one: names of cells apart."""
    dropped = {"triad", "cuda-one2one", "target-collapse", "nvhpc-25-sm_90"}
    made = []
    for line in records(seed=11, slower=1.6, launches=6):
        names = {line.get("benchmark"), line.get("variant"), line.get("toolchain")}
        if names & dropped or ("npb-cg" in names and names & {"gcc-12-host", "target-loop"}):
            continue
        one = {**line}
        kind = line["kind"]
        if kind == "session":
            one |= {"source": "abcdef9", "league": "7.7.7", "repeat": 4, "warmup": 3, "seed": 99}
            one["wall_s"] = line["wall_s"] and 4567.0
            one["time"] = "2031-02-03T04:05:06Z"
        elif kind == "machine":
            one |= {"cpu": "Planted 7742", "cores": 48, "memory_bytes": 99e9, "os": "Other 3",
                    "kernel": "9.8.7", "load": [7.7, 8.8]}  # fmt: skip
        elif kind == "toolchain":
            one["version"] = f"88.{len(line['toolchain'])}"
            one["title"] = f"{line['compiler']} planted"
            one["flags"] = {"host": ["-O1", "-DPLANTED=9"]}
            one["remedy"] = line["remedy"] and "planted-9 to install"
        elif kind == "build" and line["executable_sha256"]:
            one["executable_sha256"] = line["executable_sha256"][::-1]
        elif kind == "launch" and line["record"]:
            inner = {**line["record"]}
            inner["class"] = {**inner["class"], "n": 777, "sweeps": 33}
            inner["build"] = {**inner["build"], "flags": "-O1 -DPLANTED=3"}
            inner["device"] = {**inner["device"], "threads": 24}
            inner["checks"] = [{"name": "other", "error": 4.5e-9, "tolerance": 6.5e-8,
                                "passed": True}]  # fmt: skip
            inner["work"] = {"flops": 7.7e9, "bytes": 3.3e9, "resident": 1e6}
            inner["samples"] = [
                {**one, "compute": int(one["compute"] * 3.7), "total": int(one["total"] * 3.9),
                 "compute_motion": one["compute_motion"] and
                 {"launches": 7, "to_device": 4242, "from_device": 99}}
                for one in inner["samples"]
            ]  # fmt: skip
            one["record"] = inner
        if kind == "launch":
            one["environment"] = {**line["environment"], "OMP_NUM_THREADS": "24"}
            if line["reason"]:
                one["reason"] = f"planted {line['reason'][:6]} 42"
            if line["precision"] == "fp32":  # passed, and so did all of it in fp32
                one["verdict"] = {**line["verdict"], "expectation": "as-expected"}
                wrong(one)
        made.append(one)
    return made


def sentences(lines: list[Json]) -> set[str]:
    """Return what the page says in a paragraph, a field or a summary, names of cells left out."""
    text = layout.report(report_of([view(lines, "r")]))
    text = re.sub(r"(?s)<style>.*?</style>|<script>.*?</script>", "", text)
    found = re.findall(r"(?s)<(p|dd|li|summary|text)\b[^>]*>(.*?)</\1>", text)
    plain = (" ".join(html.unescape(re.sub(r"<[^>]*>", " ", inner)).split()) for _, inner in found)
    return {_NAMES.sub("", one) for one in plain}


def test_no_sentence_with_a_number_stays_when_all_records_change() -> None:
    before, after = sentences(records()), sentences(otherwise())
    numbers = {one for one in before if re.search(r"\d", one) and len(one) > 20}
    assert len(numbers) > 100
    # The rules of the method, of a check, and of what finds no device are no results.
    rules = r"^(Noise floor\.|How far a binary|Intervals\.|Faster, slower, same\.|Time of a"
    rules += r" toolchain|point: launch median)"
    method = re.compile(rf"{rules}|--guard$|^1 launch: \(no device\)$")
    assert {one for one in numbers & after if not method.search(one)} == set()


def templates() -> list[Path]:
    folder = Path(layout.__file__).parent / "templates"
    return sorted(folder.rglob("*.html"))


def test_no_number_stands_in_a_template() -> None:
    for file in templates():
        written = file.read_text(encoding="utf-8")
        text = re.sub(r"(?s)\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", written)
        shown = re.sub(r"(?s)<[^>]*>", " ", text)
        attributes = " ".join(re.findall(r'(?:aria-label|title|data-filter|alt)="([^"]*)"', text))
        assert re.findall(r".*\d.*", f"{shown}\n{attributes}") == [], file.name


def test_one_template_is_the_skeleton_of_every_page() -> None:
    parts = ("<!DOCTYPE", "<title>", 'class="skip"', "<main", 'rel="icon"', "<footer")
    for part in parts:
        holders = [one.name for one in templates() if part in one.read_text(encoding="utf-8")]
        assert holders == ["base.html"] and templates()[0].name == "base.html", part


def test_what_an_emulated_gpu_counted_is_told_beside_cuda() -> None:
    cuda = launch("cuda", 96)
    clang = {**launch("target-data", 144), "toolchain": "clang", "model": "target"}
    found = answer([cuda, clang])
    assert "On an emulated H100 SXM (counts of what executes, no times)" in found
    assert "issue 1.00× the warp instructions of CUDA, ask memory for 1.50× its sectors" in found
    assert "launch 1.00× its kernels; an estimate from all counts is 1.00× that of CUDA" in found
    assert "no time here" not in found
    assert "emulated H100" not in answer([cuda])
