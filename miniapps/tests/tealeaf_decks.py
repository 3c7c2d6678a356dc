"""Run small TeaLeaf decks, narrow and square, and name every one that is called wrong.

`tealeaf_decks.py EXECUTABLE [--count N] [--seed S] [--keep DIR]` draws decks from a seed: solvers,
preconditioners, tolerances from 1e-5 to 1e-13, sizes from 1 to 66 cells, times, states and the rest
of what a deck can say.  A program that is right passes all of them or says that it reached its
limit of iterations, which only solvers may do that rounding can keep above their tolerance.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = (1, 2, 3, 4, 5, 7, 8, 10, 13, 16, 17, 31, 33, 40, 65, 66)
SOLVERS = ("jacobi", "cg", "chebyshev", "ppcg")
PRECONDITIONERS = ("none", "jac_diag", "jac_block")
# Jacobi's test sees the root of what changed in u, Chebyshev's the true residual: rounding may keep
# both above a small tolerance.  What CG recurs falls as far as it is asked to.
MAY_GIVE_UP = ("jacobi", "chebyshev")
LIMIT = 4000


def size(draw: random.Random) -> tuple[int, int]:
    """Return cells in x and y: narrow one way, narrow the other, or any two."""
    narrow, long = draw.choice(SIZES[:5]), draw.choice((40, 65, 66))
    return draw.choice(((narrow, long), (long, narrow), (draw.choice(SIZES), draw.choice(SIZES))))


def state(draw: random.Random, number: int) -> str:
    """Return the line of a state; the first is everywhere."""
    line = f"state {number} density={10 ** draw.uniform(-1, 2):.6g}"
    line += f" energy={10 ** draw.uniform(-3, 1.5):.6g}"
    if number == 1:
        return line
    x, y = draw.uniform(0, 8), draw.uniform(0, 8)
    shape = draw.choice(("rectangle", "circle", "point"))
    line += f" geometry={shape} xmin={x:.4f} ymin={y:.4f}"
    if shape == "rectangle":
        line += f" xmax={x + draw.uniform(0.5, 6):.4f} ymax={y + draw.uniform(0.5, 6):.4f}"
    return line + (f" radius={draw.uniform(0.5, 4):.4f}" if shape == "circle" else "")


def deck(draw: random.Random) -> tuple[str, str]:
    """Return a deck's text and its solver."""
    columns, rows = size(draw)
    solver, digits = draw.choice(SOLVERS), draw.choice((5, 6, 7, 8, 9, 10, 11, 12, 13))
    blocks = draw.choice(PRECONDITIONERS)
    lines = [state(draw, number) for number in range(1, draw.randint(1, 5) + 1)]
    lines += [f"x_cells={columns} y_cells={rows} xmin=0 xmax=10 ymin=0 ymax=10"]
    lines += [f"initial_timestep={10 ** draw.uniform(-3, -1.5):.6g} end_step={draw.randint(1, 4)}"]
    lines += [f"tl_use_{solver} tl_eps=1e-{digits} tl_max_iters={LIMIT}"]
    lines += [f"tl_preconditioner_type={blocks} tl_ch_cg_presteps={draw.choice((5, 25, 30))}"]
    if blocks != "jac_block":
        lines += [f"tl_halo_depth={draw.choice((1, 2, 4))}"]
    if draw.random() < 0.3:
        lines += ["tl_coefficient_inverse_density"]
    if draw.random() < 0.5:
        lines += [f"tl_ppcg_inner_steps={draw.choice((1, 3, 10))}"]
    return "*tea\n" + "\n".join(lines) + "\n*endtea\n", solver


def judged(executable: Path, path: Path) -> tuple[str, str]:
    """Run one deck; return the answer and the program's line."""
    command = [str(executable), "--deck", str(path), "--strict", "--repeat", "1", "--warmup", "0"]
    command += ["--record", str(path.with_suffix(".json"))]
    path.with_suffix(".json").unlink(missing_ok=True)
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    try:
        record = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return f"exit code {done.returncode}", done.stderr.strip()
    return str(record["answer"]), done.stdout.strip()


def main() -> int:
    """Return 1 if a deck is called anything that it must not be called."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("executable", type=Path)
    parser.add_argument("--count", type=int, default=312)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for decks that are called wrong")
    asked = parser.parse_args()
    draw = random.Random(asked.seed)
    bad = 0
    tally: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(asked.count):
            text, solver = deck(draw)
            path = Path(folder) / f"deck_{asked.seed}_{number}.in"
            path.write_text(text, encoding="utf-8")
            answer, line = judged(asked.executable.resolve(), path)
            tally[answer] = tally.get(answer, 0) + 1
            if answer == "pass" or (answer == "limit-hit" and solver in MAY_GIVE_UP):
                continue
            bad += 1
            print(f"{path.name}: {line or answer}")
            if asked.keep:
                asked.keep.mkdir(parents=True, exist_ok=True)
                (asked.keep / path.name).write_text(text, encoding="utf-8")
    found = ", ".join(f"{count} {answer}" for answer, count in tally.items())
    print(f"{asked.count} decks of seed {asked.seed}: {found}; {bad} not as they have to be")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
