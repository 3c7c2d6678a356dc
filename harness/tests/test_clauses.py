"""Directives and clauses that are dropped from claims, and what may pass without them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import cast

import pytest

from league.base.scratch import Scratch
from league.run.launch import Launcher
from proofs import clauses, pragmas

IN_C = """\
  #pragma omp target map(to : a, b), map(from : \\
      c) nowait, if(x ? f(1) : 2)
  run();
#pragma omp declare reduction(least:Least : omp_out = better(omp_in)) \\
    initializer(omp_priv = Least{1})
#pragma omp begin declare target
int inside;
#pragma omp end declare target
  [[omp::sequence(directive(parallel num_threads(2)), directive(for, nowait))]]
  _Pragma("omp atomic update seq_cst") x += 1;
"""
IN_FORTRAN = """\
  !$omp target teams distribute parallel do map(to: a) &
  !$omp   reduction(+: s), private(t)
  do i = 1, 2
  end do
  !$omp end target teams distribute parallel do nowait
"""


def test_directives_and_clauses_are_found() -> None:
    found = [(one.line, one.what) for one in pragmas.drops(IN_C)]
    assert found == [
        (1, "target"), (1, "target: map(to : a, b)"), (1, "target: map(from : c)"),
        (1, "target: nowait"), (1, "target: if(x ? f(1) : 2)"),
        (4, "declare reduction"), (4, "declare reduction: initializer(omp_priv = Least{1})"),
        (6, "begin declare target"),
        (9, "parallel"), (9, "parallel: num_threads(2)"), (9, "for"), (9, "for: nowait"),
        (10, "atomic"), (10, "atomic: update"), (10, "atomic: seq_cst"),
    ]  # fmt: skip


def test_what_is_dropped_is_gone_and_nothing_else() -> None:
    texts = {one.what: one.text for one in pragmas.drops(IN_C)}
    assert texts["target: map(from : c)"].splitlines()[:2] == [
        "  #pragma omp target map(to : a, b)             \\", "         nowait, if(x ? f(1) : 2)",
    ]  # fmt: skip
    assert "declare target" not in texts["begin declare target"]
    assert "int inside;" in texts["begin declare target"]
    assert "_Pragma" not in texts["atomic"]
    assert "x += 1;" in texts["atomic"]
    for text in texts.values():
        assert text.count("\n") == IN_C.count("\n")


def test_fortran_loses_what_ends_a_construct_with_it() -> None:
    texts = {one.what: one.text for one in pragmas.drops(IN_FORTRAN, fortran=True)}
    name = "target teams distribute parallel do"
    assert list(texts) == [
        name, f"{name}: map(to: a)", f"{name}: reduction(+: s)", f"{name}: private(t)",
        f"end {name}: nowait",
    ]  # fmt: skip
    assert "!$omp" not in texts[name]
    assert texts[f"{name}: reduction(+: s)"].splitlines()[1].split() == ["!$omp", "private(t)"]


def test_a_general_reason_is_none_for_a_claim_about_the_clause() -> None:
    general = [{"drop": ["*: num_threads(*)"], "reason": "asked for"}]
    [claim] = [one for one in clauses.all_claims() if clauses.shown(one) == "red.task-modifier"]
    drop = pragmas.Drop(1, "parallel: num_threads(4)", "")
    assert clauses.reason_for(claim, drop, general) == "asked for"
    about = replace(claim, ids=("par.target-parallel.num_threads",))
    assert clauses.reason_for(about, drop, general) == ""
    named = [{"claims": ["par.*"], "drop": ["parallel: num*"], "reason": "this one"}]
    assert clauses.reason_for(about, drop, named) == "this one"
    hinted = replace(about, hint="an implementation may ignore num_threads")
    assert clauses.reason_for(hinted, drop, []) == hinted.hint


def test_reasons_are_used() -> None:
    """An entry that fits nothing that can be dropped is stale."""
    drops = [(one, drop) for one in clauses.all_claims() for drop in clauses.dropped(one)]
    left = [entry for entry in clauses.REASONS
            if not any(clauses.reason_for(one, drop, [entry]) == entry["reason"]
                       for one, drop in drops)]  # fmt: skip
    made = [(batch.claim_of(cell), drop) for batch in clauses.generated(["*"], None, Random(0))
            for cell, drop, _ in batch.dropped()]  # fmt: skip
    for entry in left:
        fits = any(clauses.reason_for(one, drop, [entry]) == entry["reason"] for one, drop in made)
        assert fits, entry


def a_batch(*ids: str) -> clauses.Batch:
    cells = {one.id: one for one in clauses.all_cells() if one.language == "cpp"}
    return clauses.Batch(tuple(cells[one] for one in ids))


def test_what_a_generated_claim_says_twice_is_dropped_twice() -> None:
    batch = a_batch("atom.order.seq_cst.capture")
    made = {drop.what: changed for _, drop, changed in batch.dropped()}
    [cell] = batch.cells
    assert cell.code.count("atomic capture seq_cst") == 2
    assert "#pragma omp atomic" not in made["atomic"].code
    assert made["atomic: seq_cst"].code.count("#pragma omp atomic capture ") == 2
    assert "seq_cst" not in made["atomic: seq_cst"].code
    assert len({one.id for one in made.values()}) == len(made)
    assert all(one.code.count("\n") == cell.code.count("\n") for one in made.values())


def test_no_order_of_a_comparison_may_pass_without_its_atomic() -> None:
    cells = [one for one in clauses.all_cells() if "atomic compare" in one.code]
    made = [clauses.Batch((one,)) for one in cells]
    drops = [(one.claim_of(cell), drop) for one in made
             for cell, drop, _ in one.dropped() if drop.what == "atomic"]  # fmt: skip
    assert {one.values[0] for one in cells} == {"atom.order", "atom.compare-minmax"}
    assert len(drops) == len(cells) == 21
    assert not any(clauses.reason_for(claim, drop, clauses.REASONS) for claim, drop in drops)


def test_what_a_comparison_replaces_stands_in_braces() -> None:
    # So 5.1 wants it in 15.8.4, and GCC 12 refuses anything else.
    for cell in clauses.all_cells():
        for form in re.findall(r"#pragma omp atomic compare.*\n *(.*)", cell.code):
            assert re.fullmatch(r"if \(.*\) {", form), cell.id


def test_copies_of_a_generated_claim_share_a_program() -> None:
    batch = a_batch("form.dt.scalar.plain.int")
    names = ["form_dt_scalar_plain_int_0", "form_dt_scalar_plain_int_1"]
    outside = [changed.outside for _, _, changed in batch.dropped()][:2]
    assert all(name in text for name, text in zip(names, outside))


def test_a_sample_of_generated_claims_is_of_one_family_and_follows_from_the_seed() -> None:
    def sample(seed: int) -> list[str]:
        [batch] = clauses.generated([], 5, Random(seed))
        return [one.id for one in batch.cells]

    assert sample(1) == sample(1) != sample(2)
    assert len(set(sample(1))) == 5
    [batch] = clauses.generated([], 5, Random(1))
    assert len({(one.values[0], one.flags) for one in batch.cells}) == 1
    assert clauses.generated([], None, Random(1)) == []
    named = clauses.generated(["red.tdpf.*"], None, Random(1))
    assert named and all(one.id.startswith("red.tdpf.") for some in named for one in some.cells)


def test_twins_in_two_languages_are_two_lines_of_the_record() -> None:
    every = clauses.generated(["*"], None, Random(1))
    assert len({one.name for one in every}) == len(every)
    assert {cell.language for one in every for cell in one.cells} == {"cpp", "f90"}


def test_a_generated_claim_that_passes_without_something_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    batch = a_batch("red.tdpf.+.int", "red.tdpf.*.int")
    clause = "target teams distribute parallel for: reduction(+ : r, q)"

    class Kit:
        toolchain, offload = "here", True

        def lacks(self, _: object) -> str:
            return ""

    def together(_: object, __: object, cells: Sequence[clauses.Cell]) -> set[str]:
        whole = {one.id for one in batch.cells}
        lost = {changed.id for _, drop, changed in batch.dropped() if drop.what == clause}
        return {one.id for one in cells} & (whole | lost)

    monkeypatch.setattr(clauses.Bench, "__post_init__", lambda self: None)
    monkeypatch.setattr(clauses.Bench, "together", together)
    bench = clauses.Bench([], cast(Scratch, None), cast(Launcher, None))
    bench.kits = [cast(clauses.Kit, Kit())]
    end = bench.tried_together(batch)
    assert (end["outcome"], end["alive"]) == ("alive", [f"red.tdpf.+.int: {clause}"])
    assert list(batch.without_reason(end)) == [f"red.tdpf.+.int passes without {clause}"]
    assert not [*batch.without_reason({**end, "alive": []})]


@pytest.mark.slow()
def test_a_claim_that_passes_without_its_clause_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from proofs import door

    monkeypatch.setattr(clauses, "REASONS", [])
    words = ["clauses", "-b", "simd.linear-variable-step", "-b", "par.for.schedule-static",
             "-t", "gcc-12-host", "-o", str(tmp_path / "record.json"), "-j", "2"]  # fmt: skip
    assert door.main(words) == 1
    told = capsys.readouterr().out
    assert "unmet     simd.linear-variable-step" in told
    assert "passes without line" in told
    assert door.main(words) == 1
    assert "unmet     simd" not in capsys.readouterr().out  # all of it was done before
