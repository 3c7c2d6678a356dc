"""The one list of words that verdicts are made of: what each means and how each is shown.

A new word is a row of `WORDS`, and a line where it is judged.  Schema, text, pages, Markdown,
JUnit, SARIF, gate and history ask the row; none of them lists words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

# Stages that are recorded.
BUILD, LAUNCH, PLACE = "build", "launch", "place"
ANSWER, TIMING, EXPECTATION = "answer", "timing", "expectation"
RECORDED = (BUILD, LAUNCH, PLACE, ANSWER, TIMING, EXPECTATION)
# Words that are concluded later: of a cell, of a claim, of a time held against another.
CELL, CLAIM, COMPARISON = "cell", "claim", "comparison"

#: Nothing against it; a failure; no failure and not all that was hoped for; nothing was judged.
GOOD, BAD, NEUTRAL, ABSENT = "good", "bad", "neutral", "absent"

#: The word of a stage that nothing is wrong with.
GOOD_OF = {BUILD: "ok", LAUNCH: "ok", ANSWER: "pass", TIMING: "ok", EXPECTATION: "as-expected"}

#: Colours by their names in the style sheet, in rising need of a look.
TONES = ("calm", "fast", "good", "doubt", "slow", "slow2", "slow3", "trap", "bad")

#: ▲ is better (less time, fewer of a count) and ▼ is worse, wherever either stands.
BETTER, WORSE = "▲", "▼"
#: What is right, what went wrong, and what there is nothing to say against or for.
RIGHT, WRONG, SILENT = "✓", "✗", "○"
#: The symbol of a failure that a known defect lets expect.
KNOWN = "◇"

_JUNIT = {GOOD: "", BAD: "failure", NEUTRAL: "skipped", ABSENT: "skipped"}


@dataclass(frozen=True)
class Word:
    """A verdict's word: where it is said, what it weighs, and how it is shown."""

    name: str
    stage: str
    kind: str
    symbol: str  # repeats what the colour says; words without are in no glossary
    tone: str  # colour
    label: str
    meaning: str
    #: regular expression of what the record puts in brackets behind it; empty if nothing
    detail: str = ""
    #: whether a failure is one that a known defect lets expect
    expected: bool = False
    #: whether JUnit and SARIF call it a failure although the run stays green
    alarms: bool = False

    @property
    def good(self) -> bool:
        """Whether nothing speaks against it."""
        return self.kind == GOOD

    @property
    def failed(self) -> bool:
        """Whether it is a failure that nothing let expect."""
        return self.kind == BAD

    @property
    def absent(self) -> bool:
        """Whether nothing was judged."""
        return self.kind == ABSENT

    @property
    def build_failed(self) -> bool:
        """Whether it is the failure of a build."""
        return self.stage == BUILD and self.kind == BAD

    @property
    def refused(self) -> bool:
        """Whether the compiler was asked and gave no program."""
        return self.stage == BUILD and self.kind in (BAD, NEUTRAL)

    @property
    def unbuilt(self) -> bool:
        """Whether there is no program, and nobody is to blame."""
        return self.stage == BUILD and self.kind in (NEUTRAL, ABSENT)

    @property
    def mute(self) -> bool:
        """Whether its symbol says all that there is to say."""
        return self.symbol in ("", "·")

    @property
    def offered(self) -> bool:
        """Whether the toolchain was there and has the programming model."""
        return self.stage != BUILD or self.kind != ABSENT

    @property
    def unlaunched(self) -> bool:
        """Whether there was a reason not to launch it, which says nothing about a compiler."""
        return self.stage == LAUNCH and self.kind == ABSENT

    @property
    def judged(self) -> bool:
        """Whether it says anything about what a compiler made of a claim."""
        return self.kind != ABSENT and self.name != "open"

    @property
    def fell_back(self) -> bool:
        """Whether some of it ran on the host although a device was asked for."""
        return self.name in ("host-fallback", "mixed")

    @property
    def verified(self) -> bool:
        """Whether every check of the answer held where it ran; on an emulated device, too."""
        return self.name in ("pass", "emulated")

    @property
    def junit(self) -> str:
        """The element of a JUnit test case: empty, `failure` or `skipped`."""
        return "failure" if self.alarms else _JUNIT[self.kind]

    @property
    def sarif(self) -> str:
        """The level of a SARIF result: `error`, `note`; empty where there is none."""
        return "note" if self.expected else "error" if self.junit == "failure" else ""


_ROWS = (
    Word("ok", "", GOOD, "", "good", "ok", "Nothing is wrong."),
    Word("pass", ANSWER, GOOD, RIGHT, "good", "verified",
         "Every check of its answer held, and it ran where it should."),
    # a time held against that of its reference
    Word("REFERENCE", COMPARISON, GOOD, "◆", "good", "reference",
         "The time the others are held against."),
    Word("FASTER", COMPARISON, GOOD, BETTER, "fast", "faster",
         "Beyond doubt and noise, less time than the reference."),
    Word("SAME", COMPARISON, GOOD, "=", "good", "same",
         "The whole interval lies within the band around 1."),
    Word("SLOWER", COMPARISON, NEUTRAL, WORSE, "slow", "slower",
         "Beyond doubt and noise, more time than the reference."),
    Word("INCONCLUSIVE", COMPARISON, NEUTRAL, "?", "doubt", "inconclusive",
         "The launches do not decide it; more launches might."),
    Word("NOISY", COMPARISON, NEUTRAL, "~", "doubt", "too noisy to tell",
         "Noise or interval are wider than a tenth: less than that cannot be seen."),
    Word("NO-REFERENCE", COMPARISON, GOOD, RIGHT, "good", "verified, no reference",
         "Right, but nothing verified to compare with."),
    # where it ran
    Word("device", PLACE, GOOD, "", "good", "on the device", "It ran on the device."),
    Word("host", PLACE, GOOD, "", "good", "on the host", "It ran on the host."),
    Word("host-fallback", PLACE, BAD, "⌂", "trap", "host fallback",
         "Asked for a device, ran on the host. Its time is struck out."),
    Word("mixed", PLACE, BAD, "⌂", "trap", "partly on the host",
         "Some regions ran on the host. Its time is struck out."),
    Word("unknown", PLACE, BAD, "⌂", "trap", "place unknown",
         "Nothing proves that it ran on the device."),
    Word("emulated", PLACE, GOOD, SILENT, "calm", "emulated",
         "Verified on an emulated device: it shows the meaning, never a time."),
    # whether its time is sound
    Word("disturbed", TIMING, ABSENT, SILENT, "doubt", "disturbed",
         "Stopped or suspended while it computed. Its time is left out.", alarms=True),
    Word("noisy", TIMING, GOOD, "", "doubt", "noisy", "Its repetitions scatter; its time counts."),
    Word("too-short", TIMING, GOOD, "", "doubt", "too short",
         "It takes little longer than looking at the clock; its time counts."),
    Word("throttled", TIMING, GOOD, "", "doubt", "throttled",
         "The processor lowered its clock because of heat; its time counts."),
    # whether its answer is right
    Word("wrong", ANSWER, BAD, WRONG, "bad", "wrong answer",
         "A check failed: the error exceeds its tolerance."),
    Word("nan", ANSWER, BAD, WRONG, "bad", "NaN",
         "The answer contains a NaN that the input did not."),
    Word("unwritten", ANSWER, BAD, WRONG, "bad", "unwritten",
         "Part of the answer was never written."),
    Word("limit-hit", ANSWER, BAD, WRONG, "bad", "limit reached",
         "The solver stopped at its limit of iterations, unfinished."),
    Word("device-error", ANSWER, BAD, WRONG, "bad", "device error",
         "A check of memory, races or barriers on the device found a fault."),
    Word("not-checked", ANSWER, BAD, WRONG, "bad", "not checked",
         "Nothing verified the answer, so it fails."),
    # how its process ended
    Word("crash", LAUNCH, BAD, WRONG, "bad", "crash",
         "The process was ended by a signal.", detail=".+"),
    Word("nonzero", LAUNCH, BAD, WRONG, "bad", "failed",
         "The process ended with an error code.", detail=r"\d+"),
    Word("timeout", LAUNCH, BAD, WRONG, "bad", "timeout",
         "The process did not end in time and was stopped."),
    Word("out-of-memory", LAUNCH, BAD, WRONG, "bad", "out of memory",
         "The problem did not fit in memory."),
    # what became of its source
    Word("compile-error", BUILD, BAD, WRONG, "bad", "compile error",
         "The compiler rejected the source."),
    Word("compiler-crash", BUILD, BAD, WRONG, "bad", "compiler crash",
         "The compiler itself failed."),
    Word("link-error", BUILD, BAD, WRONG, "bad", "link error", "Linking the executable failed."),
    Word("build-timeout", BUILD, BAD, WRONG, "bad", "build timeout",
         "Building took too long and was stopped."),
    Word("unsupported", BUILD, NEUTRAL, "–", "calm", "unsupported",
         "The compiler says itself that it does not implement this."),
    Word("unavailable", BUILD, ABSENT, "·", "calm", "not offered",
         "The toolchain does not have this programming model."),
    Word("toolchain-absent", BUILD, ABSENT, "·", "calm", "toolchain absent",
         "The toolchain is not installed."),
    Word("no-device", LAUNCH, ABSENT, SILENT, "calm", "no device",
         "Built, but no such device is in the machine."),
    Word("skipped", LAUNCH, ABSENT, SILENT, "calm", "skipped",
         "The harness had a reason not to launch it.", detail=".+"),
    Word("built", CELL, GOOD, SILENT, "calm", "built only",
         "It was built and not launched in this run."),
    Word("accepted", CLAIM, BAD, WRONG, "bad", "accepted",
         "The compiler accepted what it has to diagnose."),
    Word("unproven", CLAIM, BAD, "⌂", "trap", "unproven",
         "Nothing in the region told where it ran."),
    Word("open", CLAIM, NEUTRAL, SILENT, "calm", "left open",
         "The specification leaves it open: noted, not judged."),
    Word("not-run", CELL, ABSENT, "", "calm", "not in this run", "It was not selected."),
    # whether that was expected
    Word("as-expected", EXPECTATION, GOOD, "", "good", "as expected",
         "No known defect speaks of it."),
    Word("xfail", EXPECTATION, NEUTRAL, "", "calm", "known defect",
         "It fails as a known defect says.", detail=".*"),
    Word("xpass", EXPECTATION, BAD, "", "bad",
         "holds although a known defect says it cannot; mend known_issues.json",
         "It passes where a known defect always shows."),
)  # fmt: skip

#: Every word by its name, in the order of the glossary.
WORDS: dict[str, Word] = {row.name: row for row in _ROWS}


def word(name: str, *, expected: bool = False) -> Word:
    """Return the row of a word; one nobody has heard of is a failure.

    A failure that was ``expected``, a known defect, is a class of its own and no alarm.
    """
    row = WORDS.get(name) or Word(
        name, "", BAD, WRONG, "bad", name or "unknown verdict", "Not a known word."
    )
    if expected and row.failed:
        return replace(row, kind=NEUTRAL, symbol=KNOWN, tone="calm", expected=True,
                       label=f"expected {row.label}")  # fmt: skip
    return row


def words_of(stage: str) -> list[Word]:
    """Return the words that may be recorded for a stage, the good one first."""
    rows = [row for row in WORDS.values() if row.stage == stage]
    good = GOOD_OF.get(stage)
    return [WORDS[good], *(row for row in rows if row.name != good)] if good else rows


def may_say(stage: str) -> dict[str, str | list[str]]:
    """Return what JSON Schema demands of the text of a stage: a word and its detail."""
    rows = words_of(stage)
    if not any(row.detail for row in rows):
        return {"type": "string", "enum": [row.name for row in rows]}
    texts = (rf"{row.name}\({row.detail}\)" if row.detail else row.name for row in rows)
    return {"type": "string", "pattern": f"^({'|'.join(texts)})$"}


def glossary() -> list[Word]:
    """Return the words that are shown by a symbol."""
    return [row for row in WORDS.values() if row.symbol]


def legend() -> list[Word]:
    """Return what is explained beside a matrix: how times compare, and what else stands there."""
    often = ("host-fallback", "wrong", "emulated", "no-device", "unsupported", "unavailable")
    compared = [row for row in WORDS.values() if row.stage == COMPARISON and row.symbol != RIGHT]
    return [*compared, *(WORDS[name] for name in often)]


def shaded(shown: Word, ratio: float | None) -> Word:
    """Deepen the colour of what is several times slower than its reference."""
    if shown.tone != "slow" or ratio is None or ratio < 1.5:
        return shown
    return replace(shown, tone="slow3" if ratio >= 4 else "slow2")
