"""The words that fit where a command line ends, for shells; asked for by argcomplete's protocol."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from league.base import paths
from league.records import baselines, reading, store
from league.run import catalogue, saved, select
from league.show import exports
from league.toolchains import files

#: Variable by which a shell asks, and which word of its line is the program.
ASKED = "_ARGCOMPLETE"

Words = Callable[[argparse.Namespace], Iterable[str]]


def words_before(environment: Mapping[str, str]) -> tuple[list[str], bool]:
    """Return the words behind the program up to the cursor, and whether the last one is whole."""
    line = environment.get("COMP_LINE", "")
    line = line[: int(environment.get("COMP_POINT") or len(line))]
    skipped = int(environment.get(ASKED) or 1)
    words = line.split()[skipped:]
    return words, line.endswith(" ")


def answer(parser: argparse.ArgumentParser) -> None:
    """Say which words fit, and end the process.

    Options are named where nothing else can stand, and where a word begins with a dash.
    """
    import argcomplete

    words = _teach(parser)
    argcomplete.autocomplete(parser, always_complete_options=False if words else "long")


def _teach(parser: argparse.ArgumentParser) -> bool:
    """Tell argcomplete what each option takes; whether there are words that are no options."""
    words = False
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return any([_teach(inner) for inner in action.choices.values()])
        words |= not action.option_strings
        fits = getattr(action, "fits", "")
        known = _NAMED.get(fits) if isinstance(fits, str) else lambda _, these=fits: these
        if known is not None:
            action.completer = _completer(known)  # type: ignore[attr-defined]
    return words


def _completer(known: Words) -> Callable[..., Iterator[str]]:
    """Return what argcomplete asks; it keeps what stands before the last comma of a list."""

    def fitting(prefix: str, parsed_args: argparse.Namespace, **_: object) -> Iterator[str]:
        before, comma, _last = prefix.rpartition(",")
        taken = set(before.split(","))
        for word in known(parsed_args):
            if word not in taken:
                yield f"{before}{comma}{word}"

    return fitting


def _benchmarks() -> list[str]:
    return [one["benchmark"] for one in catalogue.entries()]


def _variants(args: argparse.Namespace) -> list[str]:
    """Those of the benchmarks that the line names, of all if it names none."""
    entries = catalogue.entries()
    named = select.split(getattr(args, "benchmark", None))
    mine = [one for one in entries if one["benchmark"] in named] or entries
    return list(dict.fromkeys(name for one in mine for name in one["variants"]))


def _toolchains() -> list[str]:
    return [one.name for one in files.load_all(paths.project_root() / "harness" / "toolchains")]


def _names(what: str) -> list[str]:
    """The suites or the tags."""
    return list(catalogue.names(catalogue.variants(catalogue.entries()))[what])


def _runs(args: argparse.Namespace) -> list[str]:
    folder: Path = args.out or reading.RUNS
    return ["latest", *sorted((one.name for one in store.runs_in(folder)), reverse=True)]


#: By what a declaration says of the words that fit.
_NAMED: dict[str, Words] = {
    "benchmarks": lambda _: _benchmarks(),
    "variants": _variants,
    "toolchains": lambda _: _toolchains(),
    "classes": lambda _: sorted(
        {str(c["letter"]) for one in catalogue.entries() for c in one["classes"]}
    ),
    "suites": lambda _: [*_names("suites"), "validation"],
    "tags": lambda _: _names("tags"),
    "excluded": lambda args: [*_benchmarks(), *_variants(args)],
    "selections": lambda _: saved.names(),
    "baselines": lambda args: baselines.names(getattr(args, "baselines", baselines.BASELINES)),
    "runs": _runs,
    "sides": lambda args: [*_runs(args), *_toolchains()],
    "formats": lambda _: exports.FORMATS,
}
