"""What a run measures, agreed when it begins and kept when it is resumed."""

from __future__ import annotations

from dataclasses import dataclass

from league.base.errors import UsageError
from league.records.schema import Record
from league.run import options as defaults
from league.run import select
from league.run.options import Options


@dataclass(frozen=True)
class Terms:
    """What a run measures; fixed when it begins and the same when it is resumed."""

    verb: str
    suite: str
    classes: tuple[str, ...]
    precisions: tuple[str, ...]
    launches: int
    repeat: int
    warmup: int
    seed: int
    allow_host: bool
    device: int | None

    @staticmethod
    def fresh(options: Options) -> Terms:
        """Return what the options mean for a new run."""
        only_check = options.verb == "check"
        usual = defaults.CHECK_CLASS if only_check else defaults.DEFAULT_CLASS
        return Terms(
            verb="check" if only_check else "run",
            suite=suite_of(options),
            classes=options.classes or (usual,),
            precisions=options.precisions or select.PRECISIONS,
            launches=1 if only_check else _first(options.launches, defaults.DEFAULT_LAUNCHES),
            repeat=1 if only_check else _first(options.repeat, defaults.DEFAULT_REPEAT),
            warmup=0 if only_check else _first(options.warmup, defaults.DEFAULT_WARMUP),
            seed=options.new_seed(),
            allow_host=options.allow_host,
            device=options.device,
        )

    @staticmethod
    def resumed(begun: Record, options: Options) -> Terms:
        """Return what a run began with.  Raises UsageError if the command line wants otherwise."""
        more = begun.get("options", {})
        agreed = Terms(
            verb=str(begun.get("verb", "run")),
            suite=begun["suite"],
            classes=tuple(begun["selection"]["classes"]),
            precisions=tuple(begun["selection"]["precisions"]),
            launches=begun["launches"],
            repeat=begun["repeat"],
            warmup=begun["warmup"],
            seed=begun["seed"],
            allow_host=bool(more.get("allow_host", False)),
            device=more.get("device"),
        )
        verb = "check" if options.verb == "check" else "run"
        asked: dict[str, tuple[object, object]] = {
            "the verb": (verb, agreed.verb),
            "-c": (set(options.classes) or None, set(agreed.classes)),
            "--precision": (set(options.precisions) or None, set(agreed.precisions)),
            "-l": (options.launches, agreed.launches),
            "-r": (options.repeat, agreed.repeat),
            "-w": (options.warmup, agreed.warmup),
            "--seed": (options.seed, agreed.seed),
            "--suite": (options.selection.suite or None, agreed.suite),
            "--device": (options.device, agreed.device),
            "--allow-host": (options.allow_host or None, agreed.allow_host),
        }
        for flag, (given, began_with) in asked.items():
            if given is not None and given != began_with:
                raise differs(flag)
        return agreed


def differs(flag: str) -> UsageError:
    """Return the error for an option that would change a run which is resumed."""
    return UsageError(
        f"--resume goes on with what the run began with, and {flag} says otherwise;"
        f" leave {flag} out or start a new run"
    )


def _first(given: int | None, otherwise: int) -> int:
    return otherwise if given is None else given


def suite_of(options: Options) -> str:
    """Return the suite that options mean: what they say, else quick without a verb, else all."""
    if options.selection.suite or options.selection.benchmarks or options.selection.tags:
        return options.selection.suite
    return "quick" if options.verb == "" else "all"
