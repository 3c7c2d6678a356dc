"""The order of launches: interleaved, reproducible, with an A/A pair per time scale."""

from collections import Counter

from league.run import plan
from league.run.manifest import Variant


def cell(variant: str, benchmark: str = "jacobi", precision: str = "fp64") -> plan.Cell:
    model = variant.partition("-")[0]
    offloads = model not in ("serial", "omp")
    made = Variant("kernels", benchmark, variant, model, offloads, "gcc")
    return plan.Cell(made, "W", precision)


CELLS = [cell("serial"), cell("omp"), cell("target-data"), cell("target-loop")]


def test_every_turn_holds_every_cell_once() -> None:
    planned = plan.timed(CELLS, launches=5, seed=1)
    assert len(planned) == 20
    for turn in range(5):
        block = planned[4 * turn : 4 * turn + 4]
        assert {one.cell for one in block} == set(CELLS)
        assert {one.index for one in block} == {turn}


def test_turns_differ_in_order_and_follow_from_the_seed() -> None:
    planned = plan.timed(CELLS, launches=5, seed=1)
    orders = {tuple(one.cell for one in planned[4 * n : 4 * n + 4]) for n in range(5)}
    assert len(orders) > 1
    assert planned == plan.timed(CELLS[::-1], launches=5, seed=1)
    assert planned != plan.timed(CELLS, launches=5, seed=2)


def test_only_comparable_cells_take_turns() -> None:
    cells = [cell("serial"), cell("omp"), cell("serial", "vadd"), cell("serial", precision="fp32")]
    planned = plan.timed(cells, launches=2, seed=1)
    groups = [(one.cell.variant.benchmark, one.cell.precision) for one in planned]
    assert groups == sorted(groups, key=groups.index)  # one group after the other
    assert Counter(groups) == {("jacobi", "fp32"): 2, ("jacobi", "fp64"): 4, ("vadd", "fp64"): 2}


def test_the_pair_of_identical_launches_is_in_every_turn() -> None:
    (chosen,) = plan.choose_aa(dict.fromkeys(CELLS, 2e6), 7)
    assert chosen.variant.offloads
    planned = plan.timed(CELLS, launches=3, seed=7, aa=[chosen])
    for turn in range(3):
        block = planned[5 * turn : 5 * turn + 5]
        assert [one.pair for one in block if one.cell == chosen].count(plan.AA) == 1
        assert sum(one.cell == chosen for one in block) == 2
    assert all(one.pair == "" for one in planned if one.cell != chosen)
    assert len({one.key() for one in planned}) == len(planned)


def test_the_pair_is_chosen_by_the_seed_among_offloading_cells() -> None:
    times = dict.fromkeys(CELLS, 2e6)
    assert {plan.choose_aa(times, seed)[0] for seed in range(30)} == {CELLS[2], CELLS[3]}
    assert plan.choose_aa(dict.fromkeys(CELLS[:2], 2e6), 1)[0] in CELLS[:2]
    assert plan.choose_aa({}, 1) == []


def test_every_time_scale_has_a_pair() -> None:
    times = dict(zip(CELLS, [5e4, 3.5e8, 1e6, 2e6]))  # 50 µs, 350 ms, 1 ms, 2 ms
    chosen = plan.choose_aa(times, 3)
    assert chosen[0] == CELLS[0]
    assert chosen[1] in CELLS[2:]
    assert chosen[2] == CELLS[1]
    # A millisecond says little about ten: vadd of 1.02 ms once hid what jacobi of 9.9 ms lost.
    assert len(plan.choose_aa(dict(zip(CELLS, [1.02e6, 9.9e6])), 3)) == 2
