"""The vocabulary of verdicts: one table of words, one value, the rules between stages.

* `word(name)` is a row of the table: `kind` (good, bad, neutral, absent), `stage`, `symbol`, `tone`
  (colour), `label`, `meaning`, `junit`, `sarif`, and what is asked of it: `good`, `failed`,
  `absent`, `build_failed`, `refused` (no program), `offered`, `judged`, `verified` (`pass`, or
  `emulated`: verified on an emulated device, never a time).  ``word(name, expected=True)`` is that
  of a known defect.
* `WORDS` is the table by name, `glossary()` what is shown with a symbol.  Of `table`, `BETTER` is
  ▲, `WORSE` ▼, `RIGHT` ✓, `WRONG` ✗ and `SILENT` ○, wherever one stands.
* `read(text)` makes a `Verdict(word, detail, place)` of recorded text, ``str()`` makes text of it;
  `defect_in(expectation)` is the known defect.  Nobody else takes recorded text apart.
* `league.verdicts.judging` judges: a value per stage, the worst of them, whether a time counts and
  whether the run fails.
"""

from league.verdicts.table import TONES, WORDS, WORSE, Word, glossary, legend, shaded, word
from league.verdicts.value import Verdict, defect_in, read

__all__ = [
    "TONES", "WORDS", "WORSE", "Verdict", "Word", "defect_in", "glossary", "legend", "read",
    "shaded", "word",
]  # fmt: skip
