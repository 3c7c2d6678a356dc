"""The build folders of a project: toolchains, what each can build, and building it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from league.base import locks, reaper
from league.base.errors import ToolchainError, UsageError, guarding
from league.base.progress import Progress
from league.base.scrub import short
from league.records.known_issues import version_key
from league.run import build, emulator, launch, manifest, select
from league.run.build import Built
from league.run.manifest import Variant
from league.run.options import Options
from league.toolchains import built, discovery, files
from league.toolchains.discovery import Found
from league.toolchains.files import Toolchain
from league.verdicts import word

#: Characters that mean something to CMake, Ninja or the shell that Ninja calls.
_UNTELLABLE = frozenset("'\"()[]$;#\\`&|<>")


def described(options: Options) -> list[Toolchain]:
    """Return the toolchains that the options ask for, all without a choice; here or not.

    Raises UsageError for a name or pattern that fits none.
    """
    every = files.load_all(options.project / "harness" / "toolchains")
    if not options.toolchains:
        return every
    wanted = select.match_names("toolchain", options.toolchains, [one.name for one in every])
    return [one for one in every if one.name in wanted]


def find_toolchains(options: Options) -> list[Found]:
    """Return the toolchains asked for, usable or not; without a choice every one that is described.

    Raises UsageError for an unknown name, and ToolchainError (5) if none of them is usable or one
    that was asked for by its full name is not.
    """
    _refuse_paths([options.project, options.builds, *options.extra_dirs])
    patterns = described(options)
    if options.compiler and not options.toolchains:
        raise UsageError("--compiler needs a toolchain as its pattern; name it with -t")
    if options.compiler:
        patterns = built.in_place_of(patterns, options.compiler)
    found = discovery.discover(patterns, project=options.project)
    for one in found:
        named = one.name in options.toolchains or bool(options.compiler)
        if one.state != "usable" and named:
            why = f": {one.reason}" if one.reason else ""
            remedy = one.remedy or "run_all.py doctor tells more"
            raise ToolchainError(f"toolchain {one.name} is {one.state}{why}; {remedy}")
    if not any(one.state == "usable" for one in found):
        raise ToolchainError("no toolchain was found; run_all.py doctor tells what to install")
    return found if options.toolchains else without_siblings(found)


def _refuse_paths(folders: Iterable[Path]) -> None:
    """Raise UsageError for a folder that CMake, Ninja or a compiler cannot be told the name of."""
    for folder in folders:
        for letter in str(folder):
            if letter in _UNTELLABLE or not letter.isprintable():
                name = short(repr(letter), 20)
                raise UsageError(
                    f"the folder {short(str(folder), 200)} has {name} in its name, with which"
                    " builds cannot work; move it to a folder without"
                )


def without_siblings(found: Sequence[Found]) -> list[Found]:
    """Return the toolchains a run takes when none is asked for.

    All that run here but on an emulated device, which shows no times; of those that can only be
    built (their device is not here) the newest of each compiler family and kind of device: building
    the others would take minutes and show the same.
    What is broken stays, so that it is told; a compiler that is not here is the doctor's business.
    """
    newest: dict[tuple[str, str], Found] = {}
    found = [one for one in found if not one.toolchain.emulated]
    for one in found:
        if one.state == "usable" and not one.runs_here:
            key = (one.toolchain.family, one.toolchain.device)
            if key not in newest or _rank(one) > _rank(newest[key]):
                newest[key] = one
    kept = {one.name for one in newest.values()}
    return [one for one in found if one.state == "broken" or one.runs_here or one.name in kept]


def _rank(found: Found) -> tuple[tuple[int, ...], bool, str]:
    """Order of toolchains that cannot run here: version, then the common sm_90, then the name."""
    return version_key(found.version), found.toolchain.arch == "sm_90", found.name


@dataclass
class BuildFolders:
    """The configured build folders of the usable toolchains, and what was chosen from them."""

    options: Options
    progress: Progress
    found: list[Found]
    #: configure lines by toolchain, as executed
    lines: dict[str, list[str]] = field(default_factory=dict)
    #: everything the manifests list, by toolchain
    known: dict[str, list[Variant]] = field(default_factory=dict)
    #: toolchains whose build folder could not be configured
    unconfigured: dict[str, build.ConfigureError] = field(default_factory=dict)

    @property
    def usable(self) -> list[Found]:
        """The toolchains that can be built with."""
        return [one for one in self.found if one.state == "usable"]

    def folder(self, toolchain: str) -> Path:
        """Return the build folder of a toolchain."""
        return self.options.builds / toolchain

    def line(self, found: Found) -> list[str]:
        """Return the CMake line of a toolchain, as it is executed and can be repeated by hand."""
        folder = self.folder(found.name)
        source, extra = self.options.project, self.options.extra_dirs
        line = discovery.configure_line(found, source=source, build=folder, extra_dirs=extra)
        if found.toolchain.emulated:
            device = emulator.folder(source, self.options.builds) / emulator.LIBRARY.parent
            line.append(f"-DLEAGUE_EMULATED_LIBRARIES={device}")
        return build.with_ccache(line)

    def configure(self) -> None:
        """Configure every usable toolchain; one that fails is set aside.

        Raises its ConfigureError if all of them fail.
        """
        reaper.end_abandoned()
        self.progress.phase("configuring", len(self.usable))
        for found in self.usable:
            self.progress.step(found.name)
            line = self.lines[found.name] = self.line(found)
            folder = self.folder(found.name)
            try:
                with guarding(f"use build folder {folder}", "choose another with --build-root"):
                    fresh = self._configured(found, folder, line)
                self.progress.done(found.name, "configured" if fresh else "configured before")
            except build.ConfigureError as error:
                self.unconfigured[found.name] = error
                self.progress.done(found.name, "not configured", good=False, reason=str(error))
        if not self.known:
            raise next(iter(self.unconfigured.values()))

    def _configured(self, found: Found, folder: Path, line: Sequence[str]) -> bool:
        """Configure one build folder and read its manifest; whether it was not configured so."""
        folder.mkdir(parents=True, exist_ok=True)
        if found.toolchain.emulated:  # one for all of them
            emulator.library(self.options.project, self.options.builds, self.progress.line)
        with locks.build_folder(folder, self.progress.line):
            fresh = build.configure(line, build=folder, source=self.options.project)
            self.known[found.name] = manifest.variants(folder)
        return fresh

    def variants(self) -> list[Variant]:
        """Return what all manifests list, toolchain by toolchain."""
        return [variant for known in self.known.values() for variant in known]

    def choose(self, selection: select.Selection) -> dict[str, list[Variant]]:
        """Return the chosen variants by toolchain.  Raises UsageError for unknown names."""
        picked = select.select(self.variants(), selection)
        return {
            name: [variant for variant in picked if variant.toolchain == name]
            for name in self.known
        }

    def choose_suite(self, selection: select.Selection, suite: str) -> dict[str, list[Variant]]:
        """Do the same with a suite that the selection leaves open.

        Raises UsageError if nothing fits.
        """
        chosen = self.choose(replace(selection, suite=suite))
        if not any(chosen.values()):
            raise UsageError(
                "nothing fits all of -b, -v, --suite, --tag, --where and -x; drop one of them"
            )
        return chosen

    def build(self, toolchain: str, variants: Sequence[Variant]) -> list[Built]:
        """Build the variants of one toolchain and return what became of each."""
        folder = self.folder(toolchain)
        source = self.options.project
        groups = {source / variant.group for variant in variants}
        parts = [source / "harness" / "core", source / "harness" / "cmake", *sorted(groups)]
        mark = build.fingerprint(self.lines[toolchain], [*parts, *self.options.extra_dirs])
        self.progress.phase(f"building {toolchain}", len(variants))
        with locks.build_folder(folder, self.progress.line):
            results = build.build(
                variants,
                folder=folder,
                source=source,
                mark=mark,
                jobs=self.options.jobs,
                progress=partial(self.progress.set, what="compiling"),
                say=self.progress.line,
            )
        self._tell(toolchain, results)
        return results

    def _tell(self, toolchain: str, results: Sequence[Built]) -> None:
        present = [one for one in results if word(one.verdict).offered]
        self.progress.phase(f"built {toolchain}", len(present))
        for one in present:
            good = not word(one.verdict).failed
            name = f"{one.variant.name} {toolchain}"
            self.progress.done(name, one.verdict, good=good, reason=one.reason)
        if len(present) < len(results):
            missing = len(results) - len(present)
            self.progress.line(f"{toolchain} cannot have {missing} variants; list tells why")


#: What is taken from build folders, by toolchain.
Choose = Callable[[BuildFolders], Mapping[str, Sequence[Variant]]]


def prepare(options: Options) -> BuildFolders:
    """Return the workspace of the options, every toolchain in it configured."""
    work = BuildFolders(options, options.progress(), find_toolchains(options))
    work.configure()
    return work


def launched_once(
    options: Options, choose: Choose, words: Sequence[str] = ()
) -> Iterator[tuple[Built, launch.Outcome | None]]:
    """Build what is chosen and launch each of it once with these words, outside of a session.

    Yields what was built and what its launch left; None where there is nothing to start.
    """
    work = prepare(options)
    environments = {one.name: discovery.launch_environment(one) for one in work.usable}
    launchers = {one.name: one.launcher for one in work.usable}
    settings = options.device, options.judge, (options.project,)
    with launch.Launcher() as launcher:
        for toolchain, programs in choose(work).items():
            built = work.build(toolchain, programs)
            work.progress.phase(f"launching programs of {toolchain}", len(built))
            for one in built:
                outcome = None
                if one.verdict == "ok":
                    program = launch.program_of(
                        one.variant, environments[toolchain], *settings, launchers[toolchain]
                    )
                    outcome = launcher.start(program, words, timeout_s=options.timeout_s)
                yield one, outcome
                work.progress.done(f"{one.variant.name} {toolchain}", one.verdict)
    work.progress.finish()
