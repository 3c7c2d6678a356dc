"""The languages that claims are written in, and how the name of a claim shows them."""

from __future__ import annotations

CPP, C, FORTRAN = "cpp", "c", "f90"
#: Language, which is the ending of a claim's file, and what a name has behind it.
LANGUAGES = {CPP: "", C: " (C)", FORTRAN: " (Fortran)"}


def shown(claim: str, language: str) -> str:
    """Return what people call a claim: its id, and its language if that is not C++."""
    return claim + LANGUAGES.get(language, "")


def parted(name: str) -> tuple[str, str]:
    """Return the id and the language of a name that `shown` made."""
    for language, behind in LANGUAGES.items():
        if behind and name.endswith(behind):
            return name[: -len(behind)], language
    return name, CPP
