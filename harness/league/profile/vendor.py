"""Launches under a vendor's tool: what its record says beside what every launch's does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from league.base.scrub import scrub, short
from league.profile import checker, counters, tools
from league.records.schema import Record
from league.run import judge
from league.run.launch import Outcome, Program
from league.run.plan import Launch
from league.run.variants import BenchmarkPlan

#: Folder of a run that holds what cannot stand in a record.
FOLDER = "profiles"


#: What a record says beside, from the record and what the process did.
Kept = Callable[[Record, Outcome], Mapping[str, Any]]


def stem_of(run: Path, task: Launch) -> Path:
    """Return the name of the files of a launch, without what follows a point; makes the folder."""
    stem = run / FOLDER / task.name.replace(" ", "-")
    stem.parent.mkdir(exist_ok=True)
    return stem


def profiled(plan: BenchmarkPlan, task: Launch, tool: str) -> Record:
    """Make a launch under a profiler."""
    usual, stem = plan.program_of(task.cell.variant), stem_of(plan.context.run.path, task)
    program, kept = observed(task, usual, tool, stem, plan.say)
    return plan.launched(task, program, kept=kept)


def observed(
    task: Launch, usual: Program, tool: str, stem: Path, say: Callable[[str], None]
) -> tuple[Program, Kept]:
    """Return a program under a profiler, one of ``tools.WRAPPERS``; its summary goes to a file.

    The record keeps what `ncu` counted, or that it was refused, and is then of no launch.
    """
    program = tools.wrapped(usual, tools.WRAPPERS[tool].words(stem))

    def kept(record: Record, outcome: Outcome) -> Mapping[str, Any]:
        text = scrub(tools.summary(tool, stem, outcome.output), program.folders)
        file = stem.with_name(f"{stem.name}.{tool}.txt")
        file.write_text(text, encoding="utf-8")
        profile: dict[str, Any] = {"tool": tool, "file": f"{FOLDER}/{file.name}"}
        why = counters.refusal(text + outcome.output) if tool == counters.TOOL else ""
        if why:
            return {**judge.unlaunched_record(task, why), "profile": {**profile, "refused": why}}
        if record["verdict"]["launch"] != "ok":
            return {}
        if tool == counters.TOOL:
            try:
                profile["counters"] = counters.parse(text)
            except ValueError as error:
                say(f"{task.name}: no counters: {error}")
        return {"profile": profile}

    return program, kept


def checked(plan: BenchmarkPlan, task: Launch) -> Record:
    """Make a launch under the vendor's checker; what that finds is a device error.

    A launch that ends badly without a finding says nothing of the program, and is skipped.
    """
    stem = stem_of(plan.context.run.path, task)
    out = stem.with_name(f"{stem.name}.{checker.NAME}.txt")
    usual = plan.program_of(task.cell.variant)
    program = tools.wrapped(usual, checker.words(out))

    def kept(record: Record, outcome: Outcome) -> Mapping[str, Any]:
        text = out.read_text(encoding="utf-8", errors="replace") if out.is_file() else ""
        stages = record["verdict"]
        if outcome.exit_code == checker.FOUND:
            told = checker.finding(text) or "it found something and does not say what"
            reason = f"{checker.NAME}: {short(scrub(told, program.folders), 300)}"
            verdict = {**stages, "launch": "ok", "answer": "device-error"}
            return {"verdict": verdict, "worst": "device-error", "reason": reason}
        if plan.agreed.judge.failure(stages, offloads=task.cell.variant.offloads):
            why = f"under {checker.NAME}: {record['worst']}"
            return judge.unlaunched_record(task, why)
        return {}

    return plan.launched(task, program, kept=kept)
