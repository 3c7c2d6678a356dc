"""What a run measures, agreed when it begins and kept when it is resumed."""

from __future__ import annotations

from dataclasses import dataclass

from league.base.errors import UsageError
from league.records.schema import Record
from league.run import options as defaults
from league.run import select
from league.run.options import Options, again


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
    #: whether it is made on all devices
    all_devices: bool = False
    #: the share of a time within which its interval is to be; None: `launches` are made, no more
    within: float | None = None
    #: launches of a cell at most, if `within` is said
    most: int = 0

    @property
    def limit(self) -> int:
        """The largest number of launches a cell can have."""
        return self.launches if self.within is None else max(self.most, self.launches)

    @property
    def least(self) -> int:
        """The smallest number of launches of a cell that goes on."""
        return self.launches if self.within is None else min(self.limit, again(self.launches))

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
            launches=1 if only_check else _first(options.launches, _usual(options)),
            repeat=1 if only_check else _first(options.repeat, defaults.DEFAULT_REPEAT),
            warmup=0 if only_check else _first(options.warmup, defaults.DEFAULT_WARMUP),
            seed=options.new_seed(),
            allow_host=options.allow_host,
            device=options.device,
            all_devices=options.all_devices,
            within=None if only_check else options.within,
            most=_first(options.most, defaults.DEFAULT_MOST) if options.within else 0,
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
            all_devices=bool(more.get("all_devices", False)),
            within=more.get("within"),
            most=more.get("most", 0),
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
            "--within": (options.within, agreed.within),
            "--most": (options.most, agreed.most),
            "--device": (options.device, agreed.device),
            "--device all": (options.all_devices or None, agreed.all_devices),
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


def _usual(options: Options) -> int:
    return defaults.DEFAULT_LAUNCHES if options.within is None else defaults.FIRST_LOOK


def _first(given: int | None, otherwise: int) -> int:
    return otherwise if given is None else given


def suite_of(options: Options) -> str:
    """Return the suite that options mean: what they say, else quick without a verb, else all."""
    if options.selection.suite or options.selection.benchmarks or options.selection.tags:
        return options.selection.suite
    return "quick" if options.verb == "" else "all"
